import { Button, Modal } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CODE_COPIED } from '#contract/texts/staff.ts';
import classes from './code-dialog.module.css';
import { showFailure, showSuccess } from './show-alert.tsx';

/** How long the button says that the code is copied (spec section 9). */
const COPIED_MS = 2_000;

interface CodeDialogProps {
  opened: boolean;
  title: string;
  /** What to do with the code. */
  about: string;
  code: string;
  /** Choices that change the code. */
  children?: ReactNode;
  onClose: () => void;
}

/** Code for a website, with a button that copies it (spec section 2). */
export function CodeDialog({ opened, title, about, code, children, onClose }: CodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={classes.about}>{about}</p>
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyCode code={code} />
      </div>
    </Modal>
  );
}

function CopyCode({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), COPIED_MS);
  const copy = async () => {
    try {
      // Missing where the page did not come over a secure connection.
      await navigator.clipboard.writeText(code);
      setCopied(true);
      start();
      showSuccess({ title: CODE_COPIED });
    } catch {
      showFailure({ title: 'The browser did not let the code be copied.', text: 'Select it and copy it by hand.' });
    }
  };
  return (
    <Button
      data-autofocus
      leftSection={isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
      onClick={() => void copy()}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
