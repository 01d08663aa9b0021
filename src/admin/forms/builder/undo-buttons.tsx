import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconArrowBackUp } from '#admin/ui/layout/icons.tsx';
import { IconArrowForwardUp } from '#admin/ui/layout/tool-icons.tsx';
import classes from './builder.module.css';
import type { Builder } from './draft/use-builder.ts';

interface UndoButtonsProps {
  readonly builder: Pick<Builder, 'canUndo' | 'canRedo' | 'undo' | 'redo'>;
}

/** Inputs that belong to no field of the list, such as those of a new field, undo by the browser; behind a dialog nothing is undone. */
const undoesByItself = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  (target.closest('[role="dialog"]') !== null || (target.matches('input, textarea') && target.closest('[data-field]') === null));

/** Undo and Redo, also by Cmd/Ctrl+Z and Cmd/Ctrl+Shift+Z or Cmd/Ctrl+Y. */
export function UndoButtons({ builder: { canUndo, canRedo, undo, redo } }: UndoButtonsProps) {
  const on = (run: () => void) => (event: KeyboardEvent) => {
    if (undoesByItself(event)) return;
    event.preventDefault();
    run();
  };
  const options = { preventDefault: false };
  useHotkeys(
    [
      ['mod+Z', on(undo), options],
      ['mod+shift+Z', on(redo), options],
      ['mod+Y', on(redo), options],
    ],
    [],
  );
  return (
    <span className={classes.undo}>
      <UndoButton label="Undo" icon={<IconArrowBackUp />} isOff={!canUndo} onClick={undo} />
      <UndoButton label="Redo" icon={<IconArrowForwardUp />} isOff={!canRedo} onClick={redo} />
    </span>
  );
}

interface UndoButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

/** Off by ARIA only, so that it keeps the focus after the last change was undone. */
function UndoButton({ label, icon, isOff, onClick }: UndoButtonProps) {
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      fw={400}
      leftSection={icon}
      aria-disabled={isOff ? true : undefined}
      data-disabled={isOff ? true : undefined}
      onClick={isOff ? undefined : onClick}
    >
      <span className={classes.undoWord}>{label}</span>
    </Button>
  );
}
