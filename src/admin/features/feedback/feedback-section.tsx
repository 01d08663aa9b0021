import { paths } from '#admin/paths.ts';
import { CountCard } from '#admin/ui/cards/count-card.tsx';
import { CountSection } from '#admin/ui/cards/count-section.tsx';
import { IconMessage2 } from '#admin/ui/layout/icons.tsx';
import type { FeedbackCard } from '#contract/feedback.ts';

interface FeedbackSectionProps {
  lists: readonly FeedbackCard[] | undefined;
  onAdd: () => void;
}

/** The dashboard's feedback lists, ending with the card that adds one. */
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
