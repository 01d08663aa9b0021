import { FILE_REFUSED } from '#contract/texts/import.ts';

/** A file that cannot be imported. `message` and `detail` are shown to staff; `detail` says what to do about it. */
export class InvalidFileError extends Error {
  readonly detail: string | undefined;

  constructor(message: string, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'InvalidFileError';
    this.detail = detail;
  }
}

/** A file that is refused as a whole, with what to do about it. */
export const fileRefused = (detail: string): InvalidFileError => new InvalidFileError(FILE_REFUSED, { detail });

export const FILE_MAX_MEGABYTES = 5;

export const fileTooLarge = (): InvalidFileError =>
  new InvalidFileError(`The file is larger than ${FILE_MAX_MEGABYTES} MB.`, {
    detail: 'Split it into smaller files. Nothing was imported.',
  });
