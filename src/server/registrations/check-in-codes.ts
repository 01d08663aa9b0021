import { createCipheriv, createDecipheriv, hash } from 'node:crypto';

/** What codes of this kind begin with. */
const MARK = 'T1';
/** Crockford's base 32, whose letters are not mistaken for one another. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;
const SHAPE = new RegExp(`^${MARK}([${LETTERS}]{${LENGTH}})$`);
const DIGEST_BYTES = 6;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The check-in code of a sign-up: its id, enciphered as one block by the key of its series. */
export function checkInCode(key: string, submissionId: string): string {
  const cipher = createCipheriv('aes-128-ecb', bytesOf(key), null).setAutoPadding(false);
  const digits = BigInt(`0x${cipher.update(bytesOf(submissionId)).toString('hex')}`).toString(32);
  return MARK + digits.padStart(LENGTH, '0').replaceAll(/./g, (digit) => LETTERS.charAt(Number.parseInt(digit, 32)));
}

/** What a phone compares with the digest of a code that it reads. */
export const digestOfCode = (code: string): string => hash('sha256', code, 'buffer').toString('hex', 0, DIGEST_BYTES);

/** The id that a code may stand for, which may be nobody's; undefined for any other text. */
export function submissionOfCode(key: string, text: string): string | undefined {
  const letters = SHAPE.exec(text.trim().toUpperCase())?.[1];
  if (letters === undefined) return undefined;
  const number = Array.from(letters).reduce((sum, letter) => sum * 32n + BigInt(LETTERS.indexOf(letter)), 0n);
  if (number >= 2n ** 128n) return undefined;
  const decipher = createDecipheriv('aes-128-ecb', bytesOf(key), null).setAutoPadding(false);
  return uuidOf(decipher.update(Buffer.from(number.toString(16).padStart(32, '0'), 'hex')));
}
