/** A file that cannot be imported. `message` and `detail` are shown to staff; `detail` says what to do about it. */
export class InvalidFileError extends Error {
  readonly detail: string | undefined;

  constructor(message: string, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'InvalidFileError';
    this.detail = detail;
  }
}
