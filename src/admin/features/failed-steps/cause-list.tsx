import type { AttentionCauses } from '#contract/side-effects/attention.ts';
import type { AttentionScope } from './attention-scope.ts';
import classes from './cause-card.module.css';
import { CauseCard } from './cause-card.tsx';
import { inOrder } from './cause-words.ts';
import type { AddressEdits } from './use-address-edits.ts';

interface CauseListProps {
  read: AttentionCauses;
  of: AttentionScope;
  addresses: AddressEdits;
}

/** A card for each cause. */
export function CauseList({ read, of, addresses }: CauseListProps) {
  return (
    <div className={classes.cards}>
      {inOrder(read.causes).map((cause) => (
        <CauseCard key={`${cause.service} ${cause.retrying} ${cause.cause}`} cause={cause} of={of} read={read} addresses={addresses} />
      ))}
    </div>
  );
}
