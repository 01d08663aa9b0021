import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic number, deflate, no flags, no time, best compression, unknown system (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** An empty block, the last one (RFC 1951). */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Longest stored block (RFC 1951). */
const BLOCK_MAX = 65_535;
const BEST = 9;

/** A part of a page that is the same for many who see it, compressed once. */
export interface FrozenPart {
  readonly plain: Buffer;
  readonly deflated: Buffer;
  readonly crc: number;
}

/** A page from its beginning to its end: frozen parts, and between and after them the text of this one visitor. */
export type SplicedPage = readonly (FrozenPart | string)[];

/** Compresses a part of a page so that anything can follow: a full flush ends on a byte and forgets what was before. */
export function freezePart(text: string): FrozenPart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level: BEST, finishFlush: constants.Z_FULL_FLUSH }), crc: crc32(plain) };
}

/** Blocks that hold their bytes as they are: the few that differ for each visitor are not worth compressing. */
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_MAX) {
    const block = bytes.subarray(at, at + BLOCK_MAX);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(header, block);
  }
  return blocks;
}

/** The whole page as gzip, without compressing its frozen parts again. */
export function gzipPage(page: SplicedPage): Buffer {
  const blocks: Buffer[] = [GZIP_HEADER];
  let [crc, length] = [0, 0];
  for (const part of page) {
    const plain = typeof part === 'string' ? Buffer.from(part) : part.plain;
    // What a checksum begins with is known already.
    crc = typeof part === 'string' || length > 0 ? crc32(plain, crc) : part.crc;
    length += plain.length;
    blocks.push(...(typeof part === 'string' ? storedBlocks(plain) : [part.deflated]));
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([...blocks, LAST_BLOCK, trailer]);
}

/** The whole page as it is. */
export const plainPage = (page: SplicedPage): Buffer =>
  Buffer.concat(page.map((part) => (typeof part === 'string' ? Buffer.from(part) : part.plain)));
