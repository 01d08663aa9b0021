import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface QuestionDialogProps {
  opened: boolean;
  title: string;
  stayLabel: string;
  goLabel: string;
  /** Red when something is lost by going on. */
  goColor?: 'red';
  /** False when `onStay` puts the focus where the answer is given. */
  returnFocus?: boolean;
  onStay: () => void;
  onGo: () => void;
  children: ReactNode;
}

/** Asks before it goes on. The focus starts on staying, so that a stray Enter does no harm. */
export const QuestionDialog = ({
  opened,
  title,
  stayLabel,
  goLabel,
  goColor,
  returnFocus = true,
  onStay,
  onGo,
  children,
}: QuestionDialogProps) => (
  <Modal opened={opened} onClose={onStay} title={title} returnFocus={returnFocus}>
    <p className={classes.undone}>{children}</p>
    <div className={classes.actions}>
      <Button variant="default" data-autofocus onClick={onStay}>
        {stayLabel}
      </Button>
      <Button {...(goColor === undefined ? {} : { color: goColor })} onClick={onGo}>
        {goLabel}
      </Button>
    </div>
  </Modal>
);
