import { useRef, useState } from 'react';

const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

export interface DialogState {
  readonly opened: boolean;
  readonly open: () => void;
  /** Closes it and leaves the focus to the next page. */
  readonly close: () => void;
  /** Closes it and returns the focus. */
  readonly dismiss: () => void;
}

/** Keeps whether the dialog is open, and which element had the focus: Mantine cannot know what happened before it was loaded. */
export function useLazyDialog(): DialogState {
  const [opened, setOpened] = useState(false);
  const before = useRef<Element>(null);
  const close = () => setOpened(false);
  return {
    opened,
    open: () => {
      if (isDialogOpen()) return;
      before.current = document.activeElement;
      setOpened(true);
    },
    close,
    dismiss: () => {
      close();
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    },
  };
}
