import { paths } from '#admin/paths.ts';
import { CardSection } from '#admin/ui/cards/card-section.tsx';
import { CountCard, CountCardSkeleton } from '#admin/ui/cards/count-card.tsx';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconMessage2 } from '#admin/ui/layout/icons.tsx';
import type { FeedbackCard } from '#contract/feedback.ts';

interface FeedbackSectionProps {
  lists: readonly FeedbackCard[] | undefined;
  onAdd: () => void;
}

/** The dashboard's feedback lists, ending with the card that adds one. */
export function FeedbackSection({ lists, onAdd }: FeedbackSectionProps) {
  return (
    <CardSection
      title="Website feedback"
      addLabel="Add feedback list"
      onAdd={onAdd}
      skeleton={<CountCardSkeleton />}
      skeletons={3}
      empty={
        <EmptyState
          icon={IconMessage2}
          size="small"
          title="No feedback lists yet"
          text="Ratings out of 5 and comments that visitors leave on a page."
        />
      }
      cards={lists?.map(({ id, title, count }) => (
        <CountCard key={id} to={paths.feedback(id)} title={title} count={count} noun={count === 1 ? 'entry' : 'entries'} />
      ))}
    />
  );
}
