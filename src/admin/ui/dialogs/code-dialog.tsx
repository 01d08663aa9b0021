import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './code-dialog.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeDialogProps {
  opened: boolean;
  title: string;
  about: string;
  code: string;
  choice?: ReactNode;
  children?: ReactNode;
  /** Stands below the code. */
  below?: ReactNode;
  onClose: () => void;
}

/** Code to paste into a website, with a Copy button. */
export function CodeDialog({ opened, title, about, code, choice, children, below, onClose }: CodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={title}>
      {choice}
      <p className={classes.about}>{about}</p>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0} dir="ltr">
        <code>{code}</code>
      </pre>
      {below}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <CopyButton what="code" text={code} />
      </div>
    </Modal>
  );
}
