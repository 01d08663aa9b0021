import { useEffect, useRef } from 'react';
import { optionId } from './search-line-list.tsx';

/** Modifier keys held with Enter: they open the link in a new tab, or, with Alt, the panel of a person. */
type HeldKeys = Pick<MouseEventInit, 'ctrlKey' | 'metaKey' | 'altKey'>;

interface EnterOptions {
  readonly list: string;
  readonly place: number;
  /** The lines are the results for the text that is typed now. */
  readonly isAnswered: boolean;
}

/** Enter follows the link of the chosen line; pressed before the results arrive, it is remembered and applied to them. */
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
    forget: () => {
      remembered.current = undefined;
    },
  };
}
