import { useEffect, useRef } from 'react';
import * as words from '#contract/texts/words/form.ts';
import { LinkedText } from './fields/linked-text.tsx';

const SUCCESS_DIALOG_MS = 3_000;

const TICK = 'm4 12.5 5.5 5.5L20 7';
const CLOCK = 'M12 3a9 9 0 1 0 .1 0v9l5 3';

interface SuccessDialogProps {
  readonly onlyWaits: boolean;
  readonly text: string;
  /** The host that the page is redirected to, where the visitor may not expect it. */
  readonly leadsTo: string | undefined;
  readonly onStay: () => void;
  readonly onClosed: () => void;
}

/** Confirms the sign-up, or that the visitor waits for a place, for three seconds or until it is closed. */
export function SuccessDialog({ onlyWaits, text, leadsTo, onStay, onClosed }: SuccessDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  const stay = (): void => {
    onStay();
    close();
  };
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    const timer = setTimeout(() => shown?.close(), SUCCESS_DIALOG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="success" aria-describedby="success-text" onClose={onClosed}>
      <svg
        className={onlyWaits ? 'tick wait' : 'tick'}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
      >
        <path d={onlyWaits ? CLOCK : TICK} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <h2 id="success">{onlyWaits ? words.ON_WAITING_LIST : words.SUCCESS_TITLE}</h2>
      <p id="success-text">
        <LinkedText text={text} />
        {leadsTo === undefined ? null : (
          <>
            <br />
            {words.leadsToHost(leadsTo)}
          </>
        )}
      </p>
      <button type="button" className="button plain" autoFocus onClick={leadsTo === undefined ? close : stay}>
        {leadsTo === undefined ? words.CLOSE : words.STAY_HERE}
      </button>
    </dialog>
  );
}
