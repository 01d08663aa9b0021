import { Button, Modal } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './code-dialog.module.css';
import { useCopyCode } from './use-copy-code.ts';

interface CodeDialogProps {
  opened: boolean;
  title: string;
  /** What to do with the code. */
  about: string;
  code: string;
  /** A choice before what to do with the code, which changes that too. */
  choice?: ReactNode;
  /** Choices that change the code alone. */
  children?: ReactNode;
  onClose: () => void;
}

/** Code for a website, with a button that copies it (spec section 2). */
export function CodeDialog({ opened, title, about, code, choice, children, onClose }: CodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {choice}
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
  const { isCopied, copy } = useCopyCode();
  return (
    <Button
      data-autofocus
      leftSection={isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
      onClick={() => void copy(code)}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
