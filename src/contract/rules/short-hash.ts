const [FNV_OFFSET, OTHER_OFFSET, FNV_PRIME] = [0x81_1c_9d_c5, 0x9e_37_79_b9, 0x01_00_01_93];

/** A hash of 64 bits for names that nobody would forge. `crypto.subtle` exists on https only. */
export const shortHash = (text: string): string =>
  [FNV_OFFSET, OTHER_OFFSET]
    .map((offset) => Array.from(text).reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), FNV_PRIME), offset))
    .join();
