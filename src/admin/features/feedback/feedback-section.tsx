import { IconMessage2 } from '@tabler/icons-react';
import { paths } from '#admin/paths.ts';
import { CountCard } from '#admin/ui/count-card.tsx';
import { CountSection } from '#admin/ui/count-section.tsx';
import type { FeedbackCard } from '#contract/feedback.ts';

interface FeedbackSectionProps {
  /** Undefined while they load. */
  lists: readonly FeedbackCard[] | undefined;
  onAdd: () => void;
}

/** The dashboard's lists of website feedback, with the card that adds one more at the end (spec section 2, decision 22). */
export function FeedbackSection({ lists, onAdd }: FeedbackSectionProps) {
  return (
    <CountSection
      title="Website feedback"
      addLabel="Add feedback list"
      onAdd={onAdd}
      emptyIcon={IconMessage2}
      emptyTitle="No feedback lists yet"
      emptyText="Ratings out of 5 and comments that visitors leave on a page."
      cards={lists?.map(({ id, title, count }) => (
        <CountCard key={id} to={paths.feedback(id)} title={title} count={count} noun={count === 1 ? 'entry' : 'entries'} />
      ))}
    />
  );
}
