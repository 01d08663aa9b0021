import { FRAME_MESSAGES } from '#contract/texts/embedding.ts';
import { type Heard, hear } from './messages.ts';

interface Follower {
  /** Where the page around is told what happens. */
  readonly target: HTMLElement;
  /** The form has shown itself for the first time. */
  readonly onShown?: () => void;
  readonly onEscape?: () => void;
}

const fire = (target: HTMLElement, type: string): boolean => target.dispatchEvent(new Event(type, { bubbles: true }));

/** Tells the page around that no form came. */
export const fireError = (target: HTMLElement): boolean => fire(target, FRAME_MESSAGES.error);

/** Makes a frame follow the form in it: as high as that is, and its doings events of the page around. */
export function follow(frame: HTMLIFrameElement, { target, onShown, onEscape }: Follower): void {
  let isShown = false;
  // The form says again what may not have been heard; the page around is told once that it is there.
  let isReady = false;

  const show = (height: number): void => {
    frame.style.height = `${height}px`;
    if (!isShown) onShown?.();
    isShown = true;
  };

  const tellReady = (): void => {
    if (!isReady) fire(target, FRAME_MESSAGES.ready);
    isReady = true;
  };

  const doings: Readonly<Record<string, (heard: Heard) => void>> = {
    [FRAME_MESSAGES.height]: ({ height }) => show(height),
    [FRAME_MESSAGES.ready]: tellReady,
    [FRAME_MESSAGES.submitted]: ({ type }) => fire(target, type),
    [FRAME_MESSAGES.error]: ({ type }) => fire(target, type),
    [FRAME_MESSAGES.escape]: () => onEscape?.(),
  };
  hear(frame, (heard) => {
    if (Object.hasOwn(doings, heard.type)) doings[heard.type]?.(heard);
  });
}
