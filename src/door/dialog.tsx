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

/** A dialog, which takes the focus and gives it back; Esc, Back of the phone and a tap outside close it. */
export function Dialog({ label, className = 'sheet', onClose, children }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      // A dialog that is removed does not give the focus back.
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
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div>{children}</div>
    </dialog>
  );
}
