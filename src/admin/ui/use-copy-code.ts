import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { CODE_COPIED } from '#contract/texts/staff.ts';
import { showFailure, showSuccess } from './show-alert.tsx';

/** How long a button says that something was copied, in milliseconds (spec section 9). */
export const COPIED_MS = 2_000;

/** Puts code on the clipboard and says so; `isCopied` holds for two seconds after each copy (spec section 2). */
export function useCopyCode() {
  const [isCopied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), COPIED_MS);
  const copy = async (code: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
    } catch {
      // Refused by the browser, or a page that is not on https.
      showFailure({ title: 'The code was not copied.', text: 'Select it and copy it by hand.' });
      return;
    }
    clear();
    setCopied(true);
    start();
    showSuccess({ title: CODE_COPIED });
  };
  return { isCopied, copy };
}
