import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { showFailure, showSuccess } from '#admin/ui/show-alert.tsx';
import { CODE_COPIED } from '#contract/texts/staff.ts';

/** How long the button says that the code was copied (spec section 9). */
const COPIED_MS = 2_000;

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
