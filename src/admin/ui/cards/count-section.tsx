import type { ReactElement } from 'react';
import { EmptyState } from '../feedback/empty-state.tsx';
import type { Icon } from '../layout/icons.tsx';
import { Section } from '../layout/section.tsx';
import { AddCard } from './add-card.tsx';
import { CardGrid } from './card-grid.tsx';
import { CountCardSkeleton } from './count-card.tsx';

const SKELETON_PARTS = ['a', 'b', 'c'];

interface CountSectionProps {
  title: string;
  /** `CountCard`s; undefined while they load. */
  cards: readonly ReactElement[] | undefined;
  addLabel: string;
  onAdd: () => void;
  emptyIcon: Icon;
  emptyTitle: string;
  emptyText: string;
}

/** A section of one-line cards that ends with the card that adds one more. */
export function CountSection({ title, cards, addLabel, onAdd, emptyIcon, emptyTitle, emptyText }: CountSectionProps) {
  if (cards?.length === 0) {
    return (
      <Section title={title}>
        <EmptyState icon={emptyIcon} size="small" title={emptyTitle} text={emptyText} />
        <CardGrid>
          <AddCard label={addLabel} onClick={onAdd} />
        </CardGrid>
      </Section>
    );
  }
  return (
    <Section title={title} count={cards?.length}>
      {cards === undefined ? (
        <CardGrid>
          {SKELETON_PARTS.map((part) => (
            <CountCardSkeleton key={part} />
          ))}
        </CardGrid>
      ) : (
        <CardGrid>
          {cards}
          <AddCard label={addLabel} onClick={onAdd} />
        </CardGrid>
      )}
    </Section>
  );
}
