import type { BarcodeDetector as Library } from 'qr/decode.js';

/** Some browsers have one; TypeScript's library does not. */
declare const BarcodeDetector: typeof Library | undefined;

/** Reads the code that a camera sees at this moment; undefined where it sees none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Side of the picture that is searched: enough for a code that fills a third of it. */
const SIDE = 480;

/** A square canvas, and what draws the middle of the camera's picture on it. */
function square() {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video: HTMLVideoElement): ImageData | undefined => {
    const side = Math.min(video.videoWidth, video.videoHeight);
    if (side === 0) return undefined;
    context?.drawImage(video, (video.videoWidth - side) / 2, (video.videoHeight - side) / 2, side, side, 0, 0, SIDE, SIDE);
    return context?.getImageData(0, 0, SIDE, SIDE);
  };
}

async function ownDetector(): Promise<Library | undefined> {
  if (typeof BarcodeDetector === 'undefined') return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  return formats.some((format) => format === 'qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

/** What reads codes in the middle square of the picture: the browser where it can, otherwise a library that is loaded now. */
export async function codeReader(): Promise<ReadCode> {
  const [detector, draw] = [await ownDetector(), square()];
  if (detector !== undefined) {
    return async (video) => {
      const picture = draw(video);
      const [found] = picture === undefined ? [] : await detector.detect(picture).catch(() => []);
      return found?.rawValue;
    };
  }
  const { default: decode } = await import('qr/decode.js');
  return async (video) => {
    const picture = draw(video);
    try {
      return picture === undefined ? undefined : decode(picture);
    } catch {
      return undefined; // There is no code in it.
    }
  };
}
