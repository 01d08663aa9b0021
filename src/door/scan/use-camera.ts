import type { BarcodeDetector as Library } from 'qr/decode.js';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { soon } from '../phone/pause.ts';

const PAUSE_MS = 100;
/** A code that stays in view is one scan. */
const SAME_MS = 3_000;
const IDLE_MS = 120_000;

const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: 'the browser was not allowed to use it',
  NotFoundError: "this device doesn't have one",
  NotReadableError: 'another program is using it',
};

function reasonOf(error: unknown): string {
  if (!isSecureContext) return 'browsers allow it on https addresses only';
  return (error instanceof DOMException ? REASONS[error.name] : undefined) ?? 'it could not be started';
}

/** Reads codes until `signal`; each is only passed on once while it stays in view. */
async function readCodes(video: HTMLVideoElement, read: ReadCode, signal: AbortSignal, onCode: (text: string) => void): Promise<void> {
  const seen = new Map<string, number>();
  while (!signal.aborted) {
    const text = await read(video);
    const now = performance.now();
    if (text !== undefined && !signal.aborted) {
      if (now - (seen.get(text) ?? -SAME_MS) >= SAME_MS) onCode(text);
      seen.set(text, now);
    }
    await soon(PAUSE_MS);
  }
}

/** The camera that someone chose, until the page is left. */
let chosen: string | undefined;

/** @returns the next camera, if there are several: the first may not focus up close */
async function startCamera(video: HTMLVideoElement, camera: string | undefined, signal: AbortSignal, onLost: () => void) {
  const which = camera === undefined ? { facingMode: 'environment' } : { deviceId: camera };
  const stream = await navigator.mediaDevices.getUserMedia({ video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } } });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) {
    stop();
    return undefined;
  }
  signal.addEventListener('abort', stop);
  for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
  Object.assign(video, { srcObject: stream });
  await video.play();
  const cameras = (await navigator.mediaDevices.enumerateDevices().catch(() => [])).filter(({ kind }) => kind === 'videoinput');
  const used = stream.getTracks()[0]?.getSettings().deviceId;
  const after = cameras.findIndex(({ deviceId }) => deviceId === used) + 1;
  return cameras.length > 1 ? cameras[after % cameras.length]?.deviceId : undefined;
}

interface Listener {
  readonly onCode: (text: string) => void;
  /** The camera can't be used, or has stopped. */
  readonly onLost: (reason: string) => void;
}

/** Reads codes with the camera, which stops while the page is hidden and after two minutes without a code. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, listener: Listener) {
  const [state, setState] = useState<'starting' | 'on' | 'paused'>('starting');
  const [other, setOther] = useState<string>();
  const [choice, setChoice] = useState({ camera: chosen });
  const handleCode = useEffectEvent(listener.onCode);
  const handleLost = useEffectEvent(listener.onLost);
  const isPaused = state === 'paused';
  useEffect(() => {
    const element = video.current;
    if (isPaused || element === null) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const pause = () => setState('paused');
    let idle = setTimeout(pause, IDLE_MS);
    const onCode = (text: string) => {
      clearTimeout(idle);
      idle = setTimeout(pause, IDLE_MS);
      handleCode(text);
    };
    const run = async () => {
      const [read, found] = await Promise.all([
        codeReader(),
        startCamera(element, choice.camera, signal, () => handleLost('it was turned off')),
      ]);
      if (signal.aborted) return;
      setOther(found);
      setState('on');
      await readCodes(element, read, signal, onCode);
    };
    run().catch((error: unknown) => {
      if (signal.aborted) return;
      chosen = undefined;
      handleLost(reasonOf(error));
    });
    document.addEventListener('visibilitychange', () => document.hidden && pause(), { signal });
    return () => {
      clearTimeout(idle);
      ending.abort();
    };
  }, [isPaused, video, choice]);
  const change = (): void => {
    chosen = other;
    setOther(undefined);
    setState('starting');
    setChoice({ camera: other });
  };
  return { state, resume: () => setState('starting'), change: other === undefined ? undefined : change };
}

/** Some browsers have one; TypeScript's library does not. */
declare const BarcodeDetector: typeof Library | undefined;

/** Reads the code that a camera sees at this moment; undefined if it sees none. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Side of the picture that is searched: enough for a code that fills a third of it. */
const SIDE = 480;

/** A square canvas, and a function that draws the middle of the camera's picture on it, mirrored every other time unless the camera is a rear one, since some laptops' cameras mirror. */
function square() {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (video: HTMLVideoElement): ImageData | undefined => {
    const side = Math.min(video.videoWidth, video.videoHeight);
    if (side === 0) return undefined;
    const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getTracks() : [];
    if (track?.getSettings().facingMode !== 'environment') {
      context?.translate(SIDE, 0);
      context?.scale(-1, 1);
    }
    context?.drawImage(video, (video.videoWidth - side) / 2, (video.videoHeight - side) / 2, side, side, 0, 0, SIDE, SIDE);
    return context?.getImageData(0, 0, SIDE, SIDE);
  };
}

async function ownDetector(): Promise<Library | undefined> {
  if (typeof BarcodeDetector === 'undefined') return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  return formats.some((format) => format === 'qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : undefined;
}

const library = async () => import('qr/decode.js').then((all) => all.default);

/** What finds the code in a picture: the browser if it can, otherwise a library that is loaded then. */
async function decoder(): Promise<(picture: ImageData) => Promise<string | undefined>> {
  let detector = await ownDetector();
  if (detector === undefined) await library();
  return async (picture) => {
    if (detector === undefined) return (await library())(picture);
    // Some phones claim support but fail for every picture, or after some time.
    const found = await detector.detect(picture).catch(() => void (detector = undefined));
    return found?.[0]?.rawValue;
  };
}

async function codeReader(): Promise<ReadCode> {
  const [decode, draw] = [await decoder(), square()];
  return async (video) => {
    const picture = draw(video);
    // The library throws if the picture has no code.
    return picture && decode(picture).catch(() => undefined);
  };
}
