import { ActionIcon, Button, type ButtonProps } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { CODE_COPIED } from '#contract/texts/staff.ts';
import { IconCheck, IconCopy, IconLink } from '../layout/icons.tsx';
import { showFailure, showSuccess } from '../states/show-alert.tsx';

const COPIED_MS = 2_000;

const WORDS = {
  code: { copied: CODE_COPIED, failed: 'The code was not copied.' },
  link: { copied: 'Link copied to clipboard!', failed: 'The link was not copied.' },
  address: { copied: 'Address copied to clipboard!', failed: 'The address was not copied.' },
  addresses: { copied: 'Addresses copied to clipboard!', failed: 'The addresses were not copied.' },
} as const;

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'className' | 'mt'> {
  what: keyof typeof WORDS;
  text: string;
  label?: string;
}

/** Puts a text that is not known yet on the clipboard; browsers refuse text written only after an answer has arrived. */
export async function copyWhenKnown(text: Promise<string>): Promise<void> {
  const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function useCopy({ what, text }: Pick<CopyButtonProps, 'what' | 'text'>) {
  const [isCopied, setCopied] = useState(false);
  const { start, clear } = useTimeout(() => setCopied(false), COPIED_MS);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The browser refused, or the page is not served over https.
      showFailure({ title: WORDS[what].failed, text: 'Select it and copy it by hand.' });
      return;
    }
    clear();
    setCopied(true);
    start();
    showSuccess({ title: WORDS[what].copied });
  };
  return { isCopied, copy };
}

/** A button that copies; it has the focus when its dialog opens. */
export function CopyButton({ what, text, label = 'Copy', ...button }: CopyButtonProps) {
  const { isCopied, copy } = useCopy({ what, text });
  return (
    <Button {...button} data-autofocus leftSection={isCopied ? <IconCheck /> : <IconCopy />} onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

export function CopyIcon({ what, text, label }: Pick<CopyButtonProps, 'what' | 'text'> & { label: string }) {
  const { isCopied, copy } = useCopy({ what, text });
  const Icon = what === 'link' ? IconLink : IconCopy;
  return (
    <ActionIcon aria-label={label} onClick={() => void copy()}>
      {isCopied ? <IconCheck /> : <Icon />}
    </ActionIcon>
  );
}
