import { crc32, deflateSync } from 'node:zlib';

const bytesOf = (...values: number[]): Buffer => Buffer.from(values);

/** A part of a PNG. */
export function chunk(name: string, content: Uint8Array = bytesOf()): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A grey PNG, with further parts before its pixels. */
export function pngBytes(width: number, height: number, ...further: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = width * height > 10_000_000 ? bytesOf() : Buffer.alloc((width + 1) * height);
  const signature = bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk('IHDR', header), ...further, chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

export const pngFile = (width: number, height: number, ...further: readonly Buffer[]): Blob =>
  new Blob([new Uint8Array(pngBytes(width, height, ...further))], { type: 'image/png' });

/** A part of a JPEG. */
export function segment(marker: number, content: Uint8Array | string): Buffer {
  const frame = bytesOf(0xff, marker, 0, 0);
  frame.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([frame, Buffer.from(content)]);
}

const frameOf = (width: number, height: number): Buffer =>
  segment(0xc0, bytesOf(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0));

/** A JPEG of parts that no program could show, with further ones before its frame. */
export const jpegBytes = (width: number, height: number, ...further: readonly Buffer[]): Buffer =>
  Buffer.concat([
    bytesOf(0xff, 0xd8),
    segment(0xe0, 'JFIF\0'),
    ...further,
    frameOf(width, height),
    Buffer.concat([segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)), bytesOf(1, 0xff, 0, 2, 0xff, 0xd0, 3)]),
    bytesOf(0xff, 0xd9),
  ]);
