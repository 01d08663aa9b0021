import { FRAME_MESSAGES } from '#contract/texts/embedding.ts';
import { type FrameMessage, listenToFrame } from './messages.ts';

interface Follower {
  /** The element that fires events for the host page. */
  readonly target: HTMLElement;
  /** Called when the form is first visible. */
  readonly onShown?: () => void;
  readonly onEscape?: () => void;
}

const fire = (target: HTMLElement, type: string): boolean => target.dispatchEvent(new Event(type, { bubbles: true }));

/** Fires the event that says that no form was loaded. */
export const fireError = (target: HTMLElement): boolean => fire(target, FRAME_MESSAGES.error);

/** Gives the frame the height of its form and fires its messages as events of the host page. */
export function follow(frame: HTMLIFrameElement, { target, onShown, onEscape }: Follower): void {
  let isShown = false;
  // The form repeats messages that may have been missed; the host page gets `ready` once.
  let isReady = false;

  const show = (height: number): void => {
    frame.style.height = `${height}px`;
    if (!isShown) onShown?.();
    isShown = true;
  };

  const fireReady = (): void => {
    if (!isReady) fire(target, FRAME_MESSAGES.ready);
    isReady = true;
  };

  const handlers: Readonly<Record<string, (message: FrameMessage) => void>> = {
    [FRAME_MESSAGES.height]: ({ height }) => show(height),
    [FRAME_MESSAGES.ready]: fireReady,
    [FRAME_MESSAGES.submitted]: ({ type }) => fire(target, type),
    [FRAME_MESSAGES.error]: ({ type }) => fire(target, type),
    [FRAME_MESSAGES.escape]: () => onEscape?.(),
  };
  listenToFrame(frame, (message) => {
    if (Object.hasOwn(handlers, message.type)) handlers[message.type]?.(message);
  });
}
