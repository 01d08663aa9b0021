import { type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  readonly label: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export const Action = ({ label, isMain = false, onClick }: { label: string; isMain?: boolean; onClick: () => void }) => (
  <button type="button" className={isMain ? 'main' : 'plain'} onClick={onClick}>
    {label}
  </button>
);

/** How quickly and how close the second half of a double tap follows. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 48;

/** The second half of a double tap that closed a dialog is not meant for what was behind it. */
function ignoreSecond({ x, y }: { readonly x: number; readonly y: number }): void {
  const ignore = (event: MouseEvent) => {
    const isNear = Math.hypot(event.clientX - x, event.clientY - y) < DOUBLE_TAP_PX;
    if (event.detail === 0 || !isNear) return;
    event.stopPropagation();
    event.preventDefault(); // It may be on a button that submits.
  };
  document.addEventListener('click', ignore, true);
  setTimeout(() => document.removeEventListener('click', ignore, true), DOUBLE_TAP_MS);
}

/** A dialog, which takes the focus and returns it; Esc, the phone's Back and a tap outside close it. */
export function Dialog({ label, className = 'sheet', onClose, children }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const pressed = useRef({ x: Number.NaN, y: Number.NaN });
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      ignoreSecond(pressed.current);
      // A dialog that is removed does not return the focus.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Esc closes it too
    <dialog
      ref={element}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ clientX: x, clientY: y }) => {
        pressed.current = { x, y };
      }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div>{children}</div>
    </dialog>
  );
}
