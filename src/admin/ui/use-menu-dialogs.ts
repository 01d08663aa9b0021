import { type RefObject, useRef } from 'react';

/** A menu of which some items open a dialog. */
export interface MenuDialogs {
  /** For the button of the menu. */
  readonly button: RefObject<HTMLButtonElement | null>;
  /** Wraps what such an item does. */
  readonly opening: (open: () => void) => () => void;
}

/**
 * Leads the focus back to the menu's button when a dialog of one of its items is closed: the item goes with the menu, and a
 * dialog gives the focus back to what had it when it was opened.
 */
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
