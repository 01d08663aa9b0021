import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';

interface CodeDialogProps {
  title: string;
  about: string;
  code: string;
  choice?: ReactNode;
  children?: ReactNode;
  below?: ReactNode;
}

const CODE = { overflow: 'auto', whiteSpace: 'pre-wrap' };

export const CodeDialog = ({ title, about, code, choice, children, below }: CodeDialogProps) => (
  <Dialog size="lg" title={title}>
    {choice}
    <Text mb="md" data-text="note">
      {about}
    </Text>
    {children}
    <Box component="pre" mah="20rem" p={12} bg="var(--t-sunken)" style={CODE} data-box="frame" data-breaks tabIndex={0} dir="ltr">
      <code>{code}</code>
    </Box>
    {below}
    <DialogFoot stay="Close">
      <CopyButton what="code" text={code} />
    </DialogFoot>
  </Dialog>
);
