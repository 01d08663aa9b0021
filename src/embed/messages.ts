import { FRAME_MESSAGES } from '#contract/texts/embedding.ts';

/** A message of a form, checked. */
export interface Heard {
  readonly type: string;
  /** In CSS pixels; of a message about the height only. */
  readonly height: number;
}

type Listener = (heard: Heard) => void;

const HEIGHT_MAX = 30_000;
const listeners = new WeakMap<HTMLIFrameElement, Listener>();

/** Whether the frame has been taken in hand already. */
export const isHeard = (frame: HTMLIFrameElement): boolean => listeners.has(frame);

/** Listens to the form in a frame. What it said before this is said again. */
export function hear(frame: HTMLIFrameElement, listener: Listener): void {
  listeners.set(frame, listener);
  // To any origin: there is nothing in it, and a frame that is not loaded yet has none.
  frame.contentWindow?.postMessage({ type: FRAME_MESSAGES.hello }, '*');
}

/** A frame in a sandbox without `allow-same-origin` has no origin, which messages call "null". */
const originOf = (frame: HTMLIFrameElement, server: string): string =>
  frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin') ? 'null' : server;

function read(data: unknown): Heard | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const { type } = data;
  const height = 'height' in data ? data.height : 0;
  if (typeof type !== 'string' || typeof height !== 'number' || !(height >= 0 && height <= HEIGHT_MAX)) return undefined;
  return { type, height };
}

/** Passes on what comes from a frame that is listened to, and from our server in it. */
export function listen(server: string): void {
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source || origin !== originOf(frame, server)) continue;
      const heard = read(data);
      if (heard !== undefined) listeners.get(frame)?.(heard);
    }
  });
}
