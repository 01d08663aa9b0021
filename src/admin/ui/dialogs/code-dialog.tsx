import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './code-dialog.module.css';
import { CopyButton } from './copy-button.tsx';
import { CancelButton, Dialog, DialogFoot } from './dialog.tsx';

interface CodeDialogProps {
  title: string;
  about: string;
  code: string;
  choice?: ReactNode;
  children?: ReactNode;
  below?: ReactNode;
}

export const CodeDialog = ({ title, about, code, choice, children, below }: CodeDialogProps) => (
  <Dialog size="lg" title={title}>
    {choice}
    <Text mb="md" data-text="note">
      {about}
    </Text>
    {children}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <pre className={classes.code} data-box="frame" data-breaks tabIndex={0} dir="ltr">
      <code>{code}</code>
    </pre>
    {below}
    <DialogFoot>
      <CancelButton>Close</CancelButton>
      <CopyButton what="code" text={code} />
    </DialogFoot>
  </Dialog>
);
