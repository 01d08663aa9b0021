/** A picture in a file: its dimensions, and the parts of the file that are kept, in order. */
export interface Picture {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Uint8Array[];
}

/** Why a file is not accepted: it is not a picture of a known kind, or is incomplete. */
export type PictureFault = 'unknown' | 'unreadable';
type Size = Pick<Picture, 'width' | 'height'>;

interface Reading {
  readonly parts: Uint8Array[];
  /** How many more parts are read. */
  left: number;
  size?: Size | undefined;
  hasPixels: boolean;
}

const startsWith = (bytes: Uint8Array, values: readonly number[], at = 0): boolean =>
  values.every((value, index) => bytes[at + index] === value);

const asciiAt = (bytes: Uint8Array, at: number, length = 4): string => String.fromCodePoint(...bytes.subarray(at, at + length));

function mayReadMore(reading: Reading): boolean {
  reading.left -= 1;
  return reading.left >= 0;
}

/** Records the size, which a file states once, before its pixels. @returns false otherwise */
function addSize(reading: Reading, size: Size): boolean {
  const isFirst = reading.size === undefined && !reading.hasPixels;
  reading.size = size;
  return isFirst;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEPT_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'iCCP', 'IDAT', 'IEND']);
/** Length and name before a chunk's contents, and the checksum after them. */
const CHUNK_FRAME = 12;
const HEADER = CHUNK_FRAME + 13;

const sizeInHeader = (view: DataView, at: number): Size => ({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });

function readPng(bytes: Uint8Array, reading: Reading): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  reading.parts.push(bytes.subarray(0, SIGNATURE.length));
  for (let at = SIGNATURE.length; at + CHUNK_FRAME <= bytes.length;) {
    const end = at + CHUNK_FRAME + view.getUint32(at);
    const name = asciiAt(bytes, at + 4);
    if (!mayReadMore(reading) || end > bytes.length) return false;
    if (name === 'IHDR' ? end - at !== HEADER || !addSize(reading, sizeInHeader(view, at)) : reading.size === undefined) return false;
    if (name === 'IDAT') reading.hasPixels = true;
    if (KEPT_CHUNKS.has(name)) reading.parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return true;
    at = end;
  }
  return false;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Any number of these bytes may precede a marker. */
const FILLING = 0xff;
/** Marker, length, precision, height and width. */
const FRAME_MIN = 9;
/** JFIF, colour profiles, and Adobe's kind of colours; the other application segments contain the location, camera data and previews. */
const KEPT_APPLICATIONS = new Set([0xe0, 0xe2, 0xee]);

/** Segments that describe how the picture is stored: frames, tables, scans. */
const isOfPicture = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf && marker !== 0xc8 && !(marker >= 0xd0 && marker <= 0xd8);

const isKept = (marker: number): boolean => isOfPicture(marker) || KEPT_APPLICATIONS.has(marker);

/** The frame markers include those of Huffman and arithmetic tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Where the coded pixels that begin there end: at a marker that is neither a restart nor one of their bytes. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  for (; at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** The part that begins there; undefined if it is not one, or incomplete. */
function segmentAt(bytes: Uint8Array, view: DataView, at: number): { readonly marker: number; readonly end: number } | undefined {
  const marker = view.getUint8(at + 1);
  if (marker === END_OF_IMAGE) return { marker, end: at + 2 };
  if (marker === FILLING) return { marker, end: at + 1 };
  const isKnown = isOfPicture(marker) || marker >= 0xe0;
  const length = isKnown && at + 4 <= bytes.length ? view.getUint16(at + 2) : 0;
  const end = at + 2 + length;
  if (length < 2 || end > bytes.length) return undefined;
  return { marker, end: marker === START_OF_SCAN ? endOfScan(bytes, end) : end };
}

/** Records the size in a frame. @returns false for a second frame, or one without a size */
const addFrame = (reading: Reading, view: DataView, at: number, end: number): boolean =>
  end - at >= FRAME_MIN && addSize(reading, { height: view.getUint16(at + 5), width: view.getUint16(at + 7) });

function readJpeg(bytes: Uint8Array, reading: Reading): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  reading.parts.push(bytes.subarray(0, 2));
  for (let at = 2; at + 2 <= bytes.length;) {
    const segment = bytes[at] === 0xff && mayReadMore(reading) ? segmentAt(bytes, view, at) : undefined;
    if (segment === undefined) return false;
    const { marker, end } = segment;
    if (isFrame(marker) && !addFrame(reading, view, at, end)) return false;
    reading.hasPixels ||= marker === START_OF_SCAN;
    if (isKept(marker)) reading.parts.push(bytes.subarray(at, end));
    if (marker === END_OF_IMAGE) return true;
    at = end;
  }
  return false;
}

/** The size of a still WebP; its parts are not separated, since only staff's browser reads it. */
function readWebp(bytes: Uint8Array, reading: Reading): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30 || view.getUint32(4, true) + 8 > bytes.length) return false;
  reading.parts.push(bytes);
  reading.hasPixels = true;
  const kind = asciiAt(bytes, 12);
  if (kind === 'VP8 ') reading.size = { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    reading.size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const isAnimated = (view.getUint8(20) & 2) !== 0;
  if (kind === 'VP8X' && !isAnimated)
    reading.size = { width: (view.getUint32(24, true) & 0xff_ff_ff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 };
  return true;
}

const KINDS = [
  { type: 'image/jpeg', is: (bytes: Uint8Array) => startsWith(bytes, [0xff, 0xd8, 0xff]), read: readJpeg },
  { type: 'image/png', is: (bytes: Uint8Array) => startsWith(bytes, SIGNATURE), read: readPng },
  { type: 'image/webp', is: (bytes: Uint8Array) => asciiAt(bytes, 0) === 'RIFF' && asciiAt(bytes, 8) === 'WEBP', read: readWebp },
] as const;

/** Reads a picture through the chain of its parts, without unpacking its pixels; for JPEG and PNG, only parts needed to show it are kept. A file with more than `partsMax` is unreadable. */
export function readPicture(bytes: Uint8Array, partsMax = Infinity): Picture | PictureFault {
  const kind = KINDS.find(({ is }) => is(bytes));
  if (kind === undefined) return 'unknown';
  const reading: Reading = { parts: [], left: partsMax, hasPixels: false };
  const isWhole = kind.read(bytes, reading) && reading.hasPixels && reading.size !== undefined;
  return isWhole && reading.size !== undefined ? { type: kind.type, ...reading.size, parts: reading.parts } : 'unreadable';
}
