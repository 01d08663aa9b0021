import { fileRefused } from './invalid-file-error.ts';

export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

/** Every header has a letter of ASCII at its start, or a byte order mark. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[0] !== 0 && bytes[1] === 0)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0) ? 'utf-16be' : undefined;
}

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark, and falls back to Windows-1252, in which Excel saves.
 * @throws InvalidFileError for spreadsheets, archives and other files that hold no text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    throw fileRefused('This is a spreadsheet or an archive under the name of a CSV file. Save it as CSV first.');
  }
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) throw fileRefused('The file holds characters that no text has. Save it as “CSV UTF-8”.');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Not UTF-8. Windows-1252 can decode any bytes.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
