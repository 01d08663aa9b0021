import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ComponentType, ReactElement } from 'react';
import { AddCard } from './add-card.tsx';
import { CardGrid } from './card-grid.tsx';
import { CountCardBone } from './count-card.tsx';
import { EmptyState } from './empty-state.tsx';
import { Section } from './section.tsx';

const BONES = ['a', 'b', 'c'];

interface CountSectionProps {
  title: string;
  /** A `CountCard` each; undefined while they load. */
  cards: readonly ReactElement[] | undefined;
  /** Words of the card, or with no cards the button, that adds one. */
  addLabel: string;
  onAdd: () => void;
  emptyIcon: ComponentType<{ size: number; stroke: number }>;
  emptyTitle: string;
  emptyText: string;
}

/** A section of cards of one line, which ends with the card that adds one more. */
export function CountSection({ title, cards, addLabel, onAdd, emptyIcon, emptyTitle, emptyText }: CountSectionProps) {
  if (cards?.length === 0) {
    return (
      <Section title={title}>
        <EmptyState
          icon={emptyIcon}
          size="small"
          title={emptyTitle}
          text={emptyText}
          action={
            <Button variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} aria-haspopup="dialog" onClick={onAdd}>
              {addLabel}
            </Button>
          }
        />
      </Section>
    );
  }
  return (
    <Section title={title} count={cards?.length}>
      {cards === undefined ? (
        <CardGrid>
          {BONES.map((bone) => (
            <CountCardBone key={bone} />
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
