import { CSV_EXPECTED, FILE_REFUSED, SAVE_AS_EXCEL } from '#contract/texts/import.ts';

/** A file that cannot be imported. `message` and `detail` are shown to staff; `detail` says what to do about it. */
export class InvalidFileError extends Error {
  readonly detail: string | undefined;

  constructor(message: string, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'InvalidFileError';
    this.detail = detail;
  }
}

export const fileRefused = (detail: string): InvalidFileError => new InvalidFileError(FILE_REFUSED, { detail });
export const FILE_MAX_MEGABYTES = 5;

export const fileTooLarge = (
  message = `The file is larger than ${FILE_MAX_MEGABYTES} MB.`,
  detail = 'Split it into smaller files.',
): InvalidFileError => new InvalidFileError(message, { detail: `${detail} Nothing was imported.` });

/** Files of other kinds by how they begin and, of archives, by the names in them. */
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^ÐÏ.à/, `This is an old Excel file (.xls), or it has a password. ${SAVE_AS_EXCEL}`],
  [/^%PDF/, `This is a PDF. ${SAVE_AS_EXCEL}`],
  [/^\{\\rtf|^PK(?=.*word\/document)/s, `This is a text document. ${SAVE_AS_EXCEL}`],
  [/^(?:ï»¿)?\s*<(?:!doctype|html|head|meta|table|\?xml)/i, `This is a web page. Open it in Excel first. ${SAVE_AS_EXCEL}`],
  [/^PK.*xl\/workbook\.bin/s, `This is a binary Excel file (.xlsb). ${SAVE_AS_EXCEL}`],
  [/^(?:ï»¿)?(?:BEGIN:VCARD|ID;P\w*(?:;[EN])*\s+[BCFOP];|dn: |\s*(?:\[\s*)?\{\s*")/i, `This isn't a table. ${SAVE_AS_EXCEL}`],
  [/^PK.*opendocument\.spreadsheet/s, `This is an OpenDocument file. ${SAVE_AS_EXCEL}`],
  [/^PK.*\.iwa/s, 'This is a Numbers file. In Numbers, choose File, Export To, Excel.'],
  [/^PK(?!.*xl\/workbook).*\.(?:csv|tsv|txt|xlsx?)/is, 'This is an archive. Unpack it, and choose one of the files in it.'],
];

const DIRECTORY_MAX = 65_536;

/** Refuses files without a readable list, whatever they are called. @throws InvalidFileError */
export function refuseOtherKinds(bytes: Uint8Array): void {
  const ends = [bytes.subarray(0, DIRECTORY_MAX), bytes.subarray(-DIRECTORY_MAX)];
  const text = ends.map((end) => new TextDecoder('latin1').decode(end)).join('');
  const kind = OTHER_KINDS.find(([pattern]) => pattern.test(text));
  if (kind !== undefined) throw new InvalidFileError(CSV_EXPECTED, { detail: kind[1] });
}
