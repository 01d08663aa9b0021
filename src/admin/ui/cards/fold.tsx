import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { IconChevronDown, IconChevronRight } from '../layout/icons.tsx';
import classes from './fold.module.css';

/** A line that opens what it says, folded at first. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const contentId = useId();
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.fold}>
      <UnstyledButton className={classes.button} aria-expanded={isOpen} aria-controls={contentId} onClick={() => setOpen(!isOpen)}>
        <Sign aria-hidden="true" />
        {label}
      </UnstyledButton>
      <div id={contentId} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </div>
  );
}
