import { UnstyledButton } from '@mantine/core';
import { IconPlus } from '../layout/icons.tsx';
import classes from './card.module.css';

/** The dashed card at the end of a section, which adds one more. */
export function AddCard({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <UnstyledButton className={classes.add} aria-haspopup="dialog" onClick={onClick}>
      <IconPlus aria-hidden="true" />
      {label}
    </UnstyledButton>
  );
}
