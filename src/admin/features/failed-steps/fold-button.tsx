import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '#admin/ui/layout/icons.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './cause-card.module.css';

interface FoldButtonProps {
  isOpen: boolean;
  /** How many people are hidden while it is folded. */
  hidden: number;
  /** Whether some are shown even then. */
  isMore: boolean;
  onToggle: () => void;
}

/** Opens and folds the list of a cause; nothing when all of it is shown anyway. */
export function FoldButton({ isOpen, hidden, isMore, onToggle }: FoldButtonProps) {
  if (hidden <= 0) return null;
  const Sign = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={onToggle}>
      <Sign aria-hidden="true" />
      {isOpen ? 'Show fewer' : `${formatCount(hidden)} ${isMore ? 'more ' : ''}${hidden === 1 ? 'person' : 'people'}`}
    </UnstyledButton>
  );
}
