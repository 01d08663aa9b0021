import { useRef } from 'react';
import { focusInPlace } from '../focus.ts';

export type MenuDialogs = ReturnType<typeof useMenuDialogs>;

/** Returns the focus to the menu's button when a dialog closes: by then the item that opened it has left the page. */
export function useMenuDialogs() {
  const button = useRef<HTMLButtonElement>(null);
  return {
    button,
    /** Wraps the click handler of an item that opens a dialog. */
    opening: (open: () => void) => () => {
      focusInPlace(button.current);
      open();
    },
  };
}
