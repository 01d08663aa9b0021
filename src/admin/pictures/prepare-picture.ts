import { LOGO_MAX_BYTES, PICTURE_MAX_BYTES } from '#contract/pictures.ts';
import { readPicture } from '#contract/rules/picture-header.ts';
import { PICTURE_FAULTS } from '#contract/texts/pictures.ts';

const FILE_MAX_BYTES = 20_000_000;
const PIXELS_MAX = 50_000_000;
/** The server refuses any that are narrower or shorter. */
const SIDE_MIN = 16;
/** JPEG qualities, tried until the file is small enough; after the last one the picture is scaled down. */
const QUALITIES = [0.8, 0.7, 0.6, 0.5, 0.4];
const LAST_QUALITY = QUALITIES.slice(-1);

/** By a picture's purpose: its narrowest and widest shape, beyond which it is cropped, and each file to make, with its maximum dimensions and size. */
const USES = {
  cover: {
    type: 'image/jpeg',
    shapes: [1, 3],
    files: [
      { width: 1_600, height: 1_600, bytes: PICTURE_MAX_BYTES },
      { width: 800, height: 800, bytes: 40_000 },
    ],
  },
  logo: { type: 'image/png', shapes: [0, Infinity], files: [{ width: 240, height: 80, bytes: LOGO_MAX_BYTES }] },
  portrait: { type: 'image/jpeg', shapes: [1, 1], files: [{ width: 240, height: 240, bytes: 40_000 }] },
} as const;

type Use = (typeof USES)[keyof typeof USES];
export type PictureUse = keyof typeof USES;

/** A file that is not accepted; its message says why. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

const refused = (fault: keyof typeof PICTURE_FAULTS, cause?: unknown) => new PictureError(PICTURE_FAULTS[fault], { cause });

export const CANVAS_NOISE =
  'Your browser garbles pictures to prevent fingerprinting. Allow this site to read the canvas, or use another browser.';

/** A smaller difference is not noise: some browsers change every colour by less than can be seen. */
const HIDDEN_MAX = 8;

/** Whether the browser, to prevent fingerprinting, returns noise instead of what is drawn: an empty canvas then has colours. */
const hasCanvasNoise = (): boolean =>
  new OffscreenCanvas(1, 1)
    .getContext('2d')
    ?.getImageData(0, 0, 1, 1)
    .data.some((value) => value > HIDDEN_MAX) === true;

function middleOf({ width, height }: ImageBitmap, [narrowest, widest]: readonly [number, number]) {
  const part = { width: Math.min(width, Math.round(height * widest)), height: Math.min(height, Math.round(width / narrowest)) };
  return { ...part, x: (width - part.width) / 2, y: (height - part.height) / 2 };
}

type Part = ReturnType<typeof middleOf>;

function draw(bitmap: ImageBitmap, part: Part, scale: number, type: Use['type']): OffscreenCanvas {
  const [width, height] = [Math.max(1, Math.round(part.width * scale)), Math.max(1, Math.round(part.height * scale))];
  const canvas = new OffscreenCanvas(Math.max(SIDE_MIN, width), Math.max(SIDE_MIN, height));
  const context = canvas.getContext('2d');
  if (context === null) throw refused('unreadable');
  if (type === 'image/jpeg') {
    // The background of transparent areas.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
  context.drawImage(bitmap, part.x, part.y, part.width, part.height, left, top, width, height);
  return canvas;
}

/** Draws part of a picture, so that nothing else from its file is left. */
async function encode(bitmap: ImageBitmap, part: Part, type: Use['type'], { width, height, bytes }: Use['files'][number]): Promise<Blob> {
  const largest = Math.min(1, width / part.width, height / part.height);
  for (let scale = largest; ; scale *= 0.9) {
    const canvas = draw(bitmap, part, scale, type);
    for (const quality of scale === largest ? QUALITIES : LAST_QUALITY) {
      const file = await canvas.convertToBlob({ type, quality });
      if (file.size <= bytes) return file;
    }
  }
}

/**
 * Makes the files to store from one that staff chose, one size after another: upright, scaled, without location, camera data or previews. Its header is read
 * first, so that oversized pictures are not decoded.
 * @throws PictureError when the file is refused
 */
export async function preparePicture(file: File, use: PictureUse): Promise<{ files: readonly Blob[]; isCropped: boolean }> {
  if (file.size > FILE_MAX_BYTES) throw refused('tooHeavy');
  const { type, shapes, files: wanted } = USES[use];
  try {
    const read = readPicture(new Uint8Array(await file.arrayBuffer()));
    if (typeof read === 'string') throw refused(read);
    if (read.width * read.height > PIXELS_MAX) throw refused('tooLarge');
    if (hasCanvasNoise()) throw new PictureError(CANVAS_NOISE);
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const part = middleOf(bitmap, shapes);
    const files = await Promise.all(wanted.map(async (size) => encode(bitmap, part, type, size)));
    const isCropped = part.width < bitmap.width || part.height < bitmap.height;
    bitmap.close();
    return { files, isCropped };
  } catch (error) {
    throw error instanceof PictureError ? error : refused('unreadable', error);
  }
}
