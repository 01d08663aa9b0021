import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { CODE_COPIED } from '#contract/texts/staff.ts';
import { showFailure, showSuccess } from '../feedback/show-alert.tsx';

/** How long a button shows that something was copied, in milliseconds. */
export const COPIED_MS = 2_000;

/** Copies code to the clipboard; `isCopied` stays true for two seconds. */
export function useCopyCode() {
  const [isCopied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), COPIED_MS);
  const copy = async (code: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
    } catch {
      // The browser refused, or the page is not served over https.
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
