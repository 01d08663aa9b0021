import { createCipheriv, createDecipheriv, hash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { QR_OPTIONS } from '#contract/qr-code.ts';
import { uuidOf } from '#server/db/new-id.ts';

/** The start of every code of this kind. */
const MARK = 'T1';
/** Crockford's base 32, whose letters cannot be mistaken for one another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;
const SHAPE = new RegExp(`^${MARK}([${LETTERS}]{${LENGTH}})$`);
const DIGEST_BYTES = 6;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** The check-in code of a sign-up: its id, encrypted as one block with the key of its series. */
export function checkInCode(key: string, submissionId: string): string {
  const cipher = createCipheriv('aes-128-ecb', bytesOf(key), null).setAutoPadding(false);
  const digits = BigInt(`0x${cipher.update(bytesOf(submissionId)).toString('hex')}`).toString(32);
  return MARK + digits.padStart(LENGTH, '0').replaceAll(/./g, (digit) => LETTERS.charAt(Number.parseInt(digit, 32)));
}

/** The digest by which a phone recognises a code that it scans. */
export const digestOfCode = (code: string): string => hash('sha256', code, 'buffer').toString('hex', 0, DIGEST_BYTES);

/** The submission id in a code, which need not exist; undefined for any other text. */
export function submissionOfCode(key: string, text: string): string | undefined {
  const letters = SHAPE.exec(text.trim().toUpperCase())?.[1];
  if (letters === undefined) return undefined;
  const number = Array.from(letters).reduce((sum, letter) => sum * 32n + BigInt(LETTERS.indexOf(letter)), 0n);
  if (number >= 2n ** 128n) return undefined;
  const decipher = createDecipheriv('aes-128-ecb', bytesOf(key), null).setAutoPadding(false);
  return uuidOf(decipher.update(number.toString(16).padStart(32, '0'), 'hex', 'hex'));
}

const SQUARE_PX = 8;
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function pngPart(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The QR code of a check-in code as a PNG with one bit for each pixel: a square is as wide as a byte. */
export function pngOfCode(code: string): Buffer {
  const { size, data } = encode(code, QR_OPTIONS);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * SQUARE_PX, 0);
  header.writeUInt32BE(size * SQUARE_PX, 4);
  header[8] = 1;
  const lines = data.flatMap((row) => {
    const line = Buffer.from([0, ...row.map((isDark) => (isDark ? 0 : 0xff))]);
    return Array.from({ length: SQUARE_PX }, () => line);
  });
  const pixels = deflateSync(Buffer.concat(lines));
  return Buffer.concat([PNG_SIGNATURE, pngPart('IHDR', header), pngPart('IDAT', pixels), pngPart('IEND', Buffer.alloc(0))]);
}
