import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Magic number, deflate, no flags, no time, best compression, unknown system (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** Longest stored block (RFC 1951). */
const BLOCK_MAX = 65_535;
const BEST = 9;

/** The beginning of a page, the same for all who see it, compressed once. */
export interface FrozenPage {
  readonly plain: Buffer;
  readonly deflated: Buffer;
  readonly crc: number;
}

/** Compresses the beginning of a page so that any end can follow: a full flush ends on a byte and forgets what was before. */
export function freezePage(beginning: string): FrozenPage {
  const plain = Buffer.from(beginning);
  return { plain, deflated: deflateRawSync(plain, { level: BEST, finishFlush: constants.Z_FULL_FLUSH }), crc: crc32(plain) };
}

/** One block that holds its bytes as they are: the few that differ for each visitor are not worth compressing. */
function storedBlock(bytes: Buffer, isLast: boolean): Buffer[] {
  const header = Buffer.alloc(5);
  header.writeUInt8(isLast ? 1 : 0, 0);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  return [header, bytes];
}

function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += BLOCK_MAX) {
    blocks.push(...storedBlock(bytes.subarray(at, at + BLOCK_MAX), at + BLOCK_MAX >= bytes.length));
  }
  return blocks;
}

/** The whole page as gzip, without compressing its beginning again. */
export function gzipPage({ plain, deflated, crc }: FrozenPage, end: string): Buffer {
  const bytes = Buffer.from(end);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes, crc), 0);
  trailer.writeUInt32LE((plain.length + bytes.length) % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, deflated, ...storedBlocks(bytes), trailer]);
}

/** The whole page as it is. */
export const plainPage = ({ plain }: FrozenPage, end: string): Buffer => Buffer.concat([plain, Buffer.from(end)]);

/** Whether an `Accept-Encoding` header takes gzip. */
export const acceptsGzip = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((part) => /^\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(part));
