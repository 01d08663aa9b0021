import { fileRefused } from './invalid-file-error.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'Windows-1252';
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

function rejectOtherFormats(bytes: Uint8Array): void {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    throw fileRefused('This is a spreadsheet or an archive under the name of a CSV file. Save it as CSV first.');
  }
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    throw fileRefused('The file is written in UTF-16. Save it as “CSV UTF-8” instead.');
  }
  // UTF-8 and Windows-1252 text has no zero bytes; in UTF-16 without a byte order mark every second byte may be one.
  if (bytes.includes(0)) throw fileRefused('The file holds characters that no text has. Save it as “CSV UTF-8”.');
}

/**
 * Decodes UTF-8, with or without a byte order mark, and falls back to Windows-1252, in which Excel saves.
 * @throws InvalidFileError for UTF-16, spreadsheets and archives
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  rejectOtherFormats(bytes);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Not UTF-8. Windows-1252 can decode any bytes.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
