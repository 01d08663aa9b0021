import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { CODE_COPIED, LINK_COPIED } from '#contract/texts/staff.ts';
import { showFailure, showSuccess } from '../feedback/show-alert.tsx';

/** How long a button shows that something was copied, in milliseconds. */
export const COPIED_MS = 2_000;

const COPIED = { code: CODE_COPIED, link: LINK_COPIED } as const;

/** Copies code or a link to the clipboard; `isCopied` stays true for two seconds. */
export function useCopy(noun: keyof typeof COPIED) {
  const [isCopied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), COPIED_MS);
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser refused, or the page is not served over https.
      showFailure({ title: `The ${noun} was not copied.`, text: 'Select it and copy it by hand.' });
      return;
    }
    clear();
    setCopied(true);
    start();
    showSuccess({ title: COPIED[noun] });
  };
  return { isCopied, copy };
}
