import { Fragment, type ReactElement } from 'react';
import { Section } from '../layout/section.tsx';
import { AddCard, CardGrid } from './card.tsx';

interface CardSectionProps {
  title: string;
  /** Undefined while they load. */
  cards: readonly ReactElement[] | undefined;
  skeleton: ReactElement;
  skeletons: number;
  /** Shown above the card that adds one, when there are none. */
  empty: ReactElement;
  addLabel: string;
  onAdd: () => void;
}

/** A section of the dashboard: cards, ending with the one that adds one more. */
export function CardSection({ title, cards, skeleton, skeletons, empty, addLabel, onAdd }: CardSectionProps) {
  return (
    <Section title={title} count={cards?.length}>
      {cards?.length === 0 ? empty : null}
      <CardGrid>
        {cards === undefined
          ? Array.from({ length: skeletons }, (_, index) => <Fragment key={index}>{skeleton}</Fragment>)
          : [...cards, <AddCard key="add" label={addLabel} onClick={onAdd} />]}
      </CardGrid>
    </Section>
  );
}
