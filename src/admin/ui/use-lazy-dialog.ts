import { useRef, useState } from 'react';

const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** A dialog that is loaded when it is first opened, from anywhere on the page. */
export interface DialogState {
  readonly opened: boolean;
  readonly wasOpened: boolean;
  /** Opens it; does nothing over another dialog, which has the keyboard. */
  readonly open: () => void;
  /** Closes it for a page that takes the focus. */
  readonly close: () => void;
  /** Closes it and gives the focus back to what had it. */
  readonly dismiss: () => void;
}

/** Keeps whether the dialog is open, and where the focus was: the library knows only what it saw after it was loaded. */
export function useLazyDialog(): DialogState {
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const before = useRef<Element>(null);
  const close = () => setOpened(false);
  return {
    opened,
    wasOpened,
    open: () => {
      if (isDialogOpen()) return;
      before.current = document.activeElement;
      setOpened(true);
      setWasOpened(true);
    },
    close,
    dismiss: () => {
      close();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
