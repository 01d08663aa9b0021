import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { LazyOverlay } from '../loading/lazy-part.tsx';

interface OpenDialog {
  readonly opened: boolean;
  /** Closes the dialog. Within it, it first asks about what was typed. */
  readonly close: () => void;
  /** Called once it is out of sight. */
  readonly onGone: () => void;
}

export const OpenDialogContext = createContext<OpenDialog>({ opened: false, close: () => undefined, onGone: () => undefined });
export const useCloseDialog = (): (() => void) => use(OpenDialogContext).close;

interface DialogPartProps extends Pick<OpenDialog, 'opened'> {
  onClose: () => void;
  isKept?: boolean | undefined;
  children: ReactNode;
}

/** Mounts a dialog from when it is opened until it is out of sight; its script is loaded then, if it has its own. */
export function DialogPart({ opened, onClose, isKept = false, children }: DialogPartProps) {
  const [isThere, setThere] = useState(opened);
  if (opened && !isThere) setThere(true);
  if (!isThere) return null;
  return (
    <OpenDialogContext value={{ opened, close: onClose, onGone: () => setThere(isKept) }}>
      <LazyOverlay opened={opened} onClose={onClose}>
        {children}
      </LazyOverlay>
    </OpenDialogContext>
  );
}

/** A dialog opened with a value, from the start if there is a `first` one; `show` is its place on the page. */
export function useDialogWith<Value>(first?: () => Value | undefined) {
  // Kept after closing, so that the text does not change while the dialog fades.
  const [{ opened, value }, setState] = useState(() => {
    const value = first?.();
    return { opened: value !== undefined, value };
  });
  const open = useCallback((chosen: Value) => setState({ opened: true, value: chosen }), []);
  const close = useCallback(() => setState((old) => ({ ...old, opened: false })), []);
  return {
    opened,
    open,
    close,
    show: (dialog: (value: Value) => ReactNode, isKept?: boolean) => (
      <DialogPart opened={opened} onClose={close} isKept={isKept}>
        {value === undefined ? null : dialog(value)}
      </DialogPart>
    ),
  };
}

export function useDialog() {
  const { opened, open, close, show } = useDialogWith<true>();
  return { opened, open: () => open(true), close, show: (dialog: ReactNode, isKept?: boolean) => show(() => dialog, isKept) };
}

export type PlainDialogState = ReturnType<typeof useDialog>;

/** Keeps a shortcut from opening a dialog behind another. */
export const unlessBehind = (open: () => void) => (): void => {
  if (document.querySelector('[aria-modal="true"]') === null) open();
};
