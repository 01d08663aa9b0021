import * as FRAME_MESSAGES from '#contract/texts/frame-messages.ts';

interface FrameMessage {
  readonly type: string;
  /** Its `height` or its `top`. */
  readonly pixels: number;
}

interface Follower {
  readonly target: HTMLElement;
  readonly onShown?: () => void;
  readonly onEscape?: (() => void) | undefined;
}

const PIXELS_MAX = 30_000;
const listeners = new WeakMap<HTMLIFrameElement, (message: FrameMessage) => unknown>();

export const isFollowed = (frame: HTMLIFrameElement): boolean => listeners.has(frame);

export const fire = (target: HTMLElement, type: string): boolean => target.dispatchEvent(new Event(type, { bubbles: true }));

/** Room for the label above an answer. */
const ROOM_PX = 80;

/** Scrolls to a part of the form that is out of view; in most browsers the focus has already done so. */
function bringIntoView(frame: HTMLIFrameElement, top: number): void {
  const y = frame.getBoundingClientRect().top + top;
  if (y >= 0 && y < innerHeight - ROOM_PX) return;
  frame.style.scrollMarginTop = `${ROOM_PX - top}px`;
  frame.scrollIntoView();
  frame.style.scrollMarginTop = '';
}

/** Asks a form to repeat its state, and may give it another theme, or none if blank. To any origin: a frame that is still loading has none yet. */
export const sayHello = (frame: HTMLIFrameElement, theme?: string): void =>
  frame.contentWindow?.postMessage({ type: FRAME_MESSAGES.hello, theme }, '*');

/** Gives the frame the height of its form and fires its messages as events of the host page. */
export function follow(frame: HTMLIFrameElement, { target, onShown, onEscape }: Follower): void {
  // The form repeats messages that may have been missed; the host page gets `ready` once.
  let isReady = false;

  const show = (height: number): void => {
    // Many themes' style sheets set their own height for frames. One that fills a box or the screen would be cut off, or cover the page.
    if (!/abs|fix/.test(getComputedStyle(frame).position)) frame.style.cssText += `height:${height}px!important;max-height:none!important`;
    onShown?.();
  };

  const fireReady = (): void => {
    if (!isReady) fire(target, FRAME_MESSAGES.ready);
    isReady = true;
  };

  const passOn = ({ type }: FrameMessage): boolean => fire(target, type);
  const handlers: Readonly<Record<string, (message: FrameMessage) => unknown>> = {
    // A page without a width has no height yet, and browsers do not run observers in a frame without one.
    [FRAME_MESSAGES.height]: ({ pixels }) => pixels > 0 && show(pixels),
    [FRAME_MESSAGES.ready]: fireReady,
    [FRAME_MESSAGES.submitted]: passOn,
    [FRAME_MESSAGES.error]: passOn,
    [FRAME_MESSAGES.escape]: () => onEscape?.(),
    [FRAME_MESSAGES.scroll]: ({ pixels }) => bringIntoView(frame, pixels),
  };
  listeners.set(frame, (message) => handlers[message.type]?.(message));
  sayHello(frame);
}

/** In a sandbox without `allow-same-origin`, its own or that of the host page, a frame has the origin "null" in messages. */
const isOriginOf = (frame: HTMLIFrameElement, origin: string, server: string): boolean =>
  origin === server ||
  (origin === 'null' && (window.origin === 'null' || (frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin'))));

function read(data: unknown): FrameMessage | undefined {
  const { type, top = 0, height = top }: Readonly<Record<string, unknown>> = typeof data === 'object' ? { ...data } : {};
  if (typeof type !== 'string' || typeof height !== 'number' || !(height >= 0 && height <= PIXELS_MAX)) return undefined;
  return { type, pixels: height };
}

/** Dispatches our server's messages in frames that are followed. */
export function startListening(server: string): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== source || !isOriginOf(frame, origin, server)) continue;
      const message = read(data);
      if (message) listeners.get(frame)?.(message);
    }
  });
}
