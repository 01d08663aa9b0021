import { useEffect, useRef } from 'react';
import { CLOSE, SUCCESS_TITLE } from '#contract/texts/sign-up.ts';

/** How long the dialog stays when nobody closes it (spec section 9). */
const SUCCESS_DIALOG_MS = 3_000;

interface SuccessDialogProps {
  readonly text: string;
  readonly onClosed: () => void;
}

/** Says that it worked, for three seconds or until it is closed. */
export function SuccessDialog({ text, onClosed }: SuccessDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    const timer = setTimeout(() => shown?.close(), SUCCESS_DIALOG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="success" aria-describedby="success-text" onClose={onClosed}>
      <svg className="tick" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
        <path d="m4 12.5 5.5 5.5L20 7" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <h2 id="success">{SUCCESS_TITLE}</h2>
      <p id="success-text">{text}</p>
      {/* biome-ignore lint/a11y/noAutofocus: the one control of a dialog that was just opened by the visitor's own doing */}
      <button type="button" className="button plain" autoFocus onClick={close}>
        {CLOSE}
      </button>
    </dialog>
  );
}
