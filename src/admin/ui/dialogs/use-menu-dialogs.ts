import { type RefObject, useRef } from 'react';

export interface MenuDialogs {
  readonly button: RefObject<HTMLButtonElement | null>;
  /** Wraps the click handler of such an item. */
  readonly opening: (open: () => void) => () => void;
}

/** Returns the focus to the menu's button when a dialog is closed: the item that opened it has left the page by then. */
export function useMenuDialogs(): MenuDialogs {
  const button = useRef<HTMLButtonElement>(null);
  return {
    button,
    opening: (open) => () => {
      button.current?.focus({ preventScroll: true });
      open();
    },
  };
}
