import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic number, deflate, no flags, no time, best compression, unknown system (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** An empty block, the last one (RFC 1951). */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** Longest stored block (RFC 1951). */
const BLOCK_MAX = 65_535;
const BEST = 9;
const FAST = 1;

/** A part of a page that is the same for many visitors, compressed once. */
export interface CachedPart {
  readonly plain: Buffer;
  readonly deflated: Buffer;
  readonly crc: number;
}

/** A whole page: cached parts, and texts for this visitor between and after them. */
export type PageParts = readonly (CachedPart | string)[];

/** A full flush ends on a byte boundary and resets the dictionary, so that any other block can follow. */
function compressed(text: string, level: number): CachedPart {
  const plain = Buffer.from(text);
  return { plain, deflated: deflateRawSync(plain, { level, finishFlush: constants.Z_FULL_FLUSH }), crc: crc32(plain) };
}

/** Compresses well a part that is sent many times. */
export const cachePart = (text: string): CachedPart => compressed(text, BEST);

/** Compresses fast a part that is sent once: a post of 60 kB comes back as 200 kB, which would block other requests. */
export const compressOnce = (text: string): CachedPart => compressed(text, FAST);

/** Stored deflate blocks, uncompressed: the texts for one visitor are short. */
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

/** The whole page as gzip, without compressing cached parts again. */
export function gzipPage(page: PageParts): Buffer {
  const blocks: Buffer[] = [GZIP_HEADER];
  let [crc, length] = [0, 0];
  for (const part of page) {
    const plain = typeof part === 'string' ? Buffer.from(part) : part.plain;
    // The checksum of the first part is cached.
    crc = typeof part === 'string' || length > 0 ? crc32(plain, crc) : part.crc;
    length += plain.length;
    blocks.push(...(typeof part === 'string' ? storedBlocks(plain) : [part.deflated]));
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([...blocks, LAST_BLOCK, trailer]);
}

/** The whole page, uncompressed. */
export const plainPage = (page: PageParts): Buffer =>
  Buffer.concat(page.map((part) => (typeof part === 'string' ? Buffer.from(part) : part.plain)));
