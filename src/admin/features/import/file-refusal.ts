/** Why a file cannot be imported. `message` is the specification's; `detail` says what to do about it. */
export class FileRefusal extends Error {
  readonly detail: string | undefined;

  constructor(message: string, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'FileRefusal';
    this.detail = detail;
  }
}
