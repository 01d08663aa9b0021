import { FILE_REFUSED } from '#contract/texts/import.ts';
import { FileRefusal } from './file-refusal.ts';

/** The text of a file and the encoding in which it was written. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'Windows-1252';
}

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, index) => bytes[index] === byte);

function refuseOtherFormats(bytes: Uint8Array): void {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    throw new FileRefusal(FILE_REFUSED, {
      detail: 'This is a spreadsheet or an archive under the name of a CSV file. Save it as CSV first.',
    });
  }
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    throw new FileRefusal(FILE_REFUSED, { detail: 'The file is written in UTF-16. Save it as “CSV UTF-8” instead.' });
  }
  // No text has one in UTF-8 or Windows-1252; in UTF-16 without a mark every second byte is one.
  if (bytes.includes(0))
    throw new FileRefusal(FILE_REFUSED, { detail: 'The file holds characters that no text has. Save it as “CSV UTF-8”.' });
}

/**
 * Reads bytes as UTF-8, with or without a mark, and what is none as Windows-1252, in which Excel saves (decision 41).
 * @throws FileRefusal when they are no text in either
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  refuseOtherFormats(bytes);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Not UTF-8: every byte means something in Windows-1252.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
