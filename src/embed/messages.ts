import { FRAME_MESSAGES } from '#contract/texts/embedding.ts';

/** A validated message of a form. */
export interface FrameMessage {
  readonly type: string;
  /** In CSS pixels; 0 unless the message is about the height. */
  readonly height: number;
}

type Listener = (message: FrameMessage) => void;

const HEIGHT_MAX = 30_000;
const listeners = new WeakMap<HTMLIFrameElement, Listener>();

/** Whether the frame already has a listener. */
export const isFollowed = (frame: HTMLIFrameElement): boolean => listeners.has(frame);

/** Listens to the form in a frame and asks it to repeat its state. */
export function listenToFrame(frame: HTMLIFrameElement, listener: Listener): void {
  listeners.set(frame, listener);
  // To any origin: the message is empty, and a frame that is still loading has no origin yet.
  frame.contentWindow?.postMessage({ type: FRAME_MESSAGES.hello }, '*');
}

/** A sandboxed frame without `allow-same-origin` has the origin "null" in messages. */
const originOf = (frame: HTMLIFrameElement, server: string): string =>
  frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin') ? 'null' : server;

function read(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  const { type } = data;
  const height = 'height' in data ? data.height : 0;
  if (typeof type !== 'string' || typeof height !== 'number' || !(height >= 0 && height <= HEIGHT_MAX)) return undefined;
  return { type, height };
}

/** Dispatches messages of our server in frames that have a listener. */
export function startListening(server: string): void {
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source || origin !== originOf(frame, server)) continue;
      const message = read(data);
      if (message !== undefined) listeners.get(frame)?.(message);
    }
  });
}
