import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './card.module.css';

/** The dashed card at the end of a section: opens the dialog that adds one more. */
export function AddCard({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.add} aria-haspopup="dialog" onClick={onClick}>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {label}
    </UnstyledButton>
  );
}
