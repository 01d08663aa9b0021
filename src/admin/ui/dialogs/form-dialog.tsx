import { Modal } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './leave-dialog.tsx';
import classes from './tall-dialog.module.css';

const PHONE = '(max-width: 40em)';

interface FormDialogProps {
  title: string;
  opened: boolean;
  isChanged: boolean;
  isPending: boolean;
  /** Default `39rem`. */
  size?: string;
  onClose: () => void;
  /** Called when it is out of sight. */
  onClosed?: () => void;
  /** The form; `cancel` closes the dialog, and asks before. */
  children: (cancel: () => void) => ReactNode;
}

/** A dialog with a form that may be long: it asks before it drops what was changed. Its foot is a `DialogFooter`. */
export function FormDialog({ title, opened, isChanged, isPending, size = '39rem', onClose, onClosed, children }: FormDialogProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  // Mantine's Modal returns the focus only if it was closed when it was mounted.
  const isMounted = useMounted();
  const [isAsking, setAsking] = useState(false);
  const cancel = () => {
    if (isPending) return;
    // Opens after the key press that closes the dialog, which would close the question too.
    if (isChanged) setTimeout(() => setAsking(true));
    else onClose();
  };
  const handleLeave = () => {
    setAsking(false);
    onClose();
  };
  return (
    <Modal
      opened={opened && isMounted}
      onClose={cancel}
      onExitTransitionEnd={onClosed ?? (() => undefined)}
      title={title}
      size={size}
      fullScreen={isPhone}
      closeOnEscape={!isAsking}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {children(cancel)}
      <LeaveDialog opened={isAsking} onStay={() => setAsking(false)} onLeave={handleLeave} />
    </Modal>
  );
}
