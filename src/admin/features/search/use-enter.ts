import { useEffect, useRef } from 'react';
import { optionId } from './hit-list.tsx';

/** Keys that were held with Enter: with them the link opens in a new tab. */
type HeldKeys = Pick<MouseEventInit, 'ctrlKey' | 'metaKey'>;

interface EnterOptions {
  /** The id of the list of hits. */
  readonly list: string;
  /** The chosen line. */
  readonly place: number;
  /** The lines are the answer to just what is typed, not to the words before. */
  readonly isAnswered: boolean;
}

/**
 * Enter opens the chosen line, as a click would: the link knows whether a new tab is asked for. Pressed before the answer is
 * there it is remembered, and the line opens with the answer; the lines on the screen are still those of the words before.
 */
export function useEnter({ list, place, isAnswered }: EnterOptions) {
  const remembered = useRef<HeldKeys>(undefined);
  const open = (held: HeldKeys) => {
    document.getElementById(optionId(list, place))?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...held }));
  };
  useEffect(() => {
    if (!isAnswered || remembered.current === undefined) return;
    open(remembered.current);
    remembered.current = undefined;
  });
  return {
    press: (held: HeldKeys) => {
      if (isAnswered) open(held);
      else remembered.current = held;
    },
    /** Nothing opens by itself any more. */
    forget: () => {
      remembered.current = undefined;
    },
  };
}
