import { Button } from '@mantine/core';
import { IconCalendarEvent, IconPlus } from '@tabler/icons-react';
import { AddCard } from '#admin/ui/add-card.tsx';
import { CardGrid } from '#admin/ui/card-grid.tsx';
import { EmptyState } from '#admin/ui/empty-state.tsx';
import { Section } from '#admin/ui/section.tsx';
import type { SeriesCard as SeriesCardData } from '#contract/event-series.ts';
import { SeriesCard, SeriesCardBone } from './series-card.tsx';

const BONES = ['a', 'b', 'c', 'd', 'e'];

interface SeriesSectionProps {
  /** Undefined while they load. */
  series: readonly SeriesCardData[] | undefined;
  onAdd: () => void;
}

/** The dashboard's event series, with the card that adds one more at the end. */
export function SeriesSection({ series, onAdd }: SeriesSectionProps) {
  return (
    <Section title="Event series" count={series?.length}>
      {series === undefined ? (
        <CardGrid>
          {BONES.map((bone) => (
            <SeriesCardBone key={bone} />
          ))}
        </CardGrid>
      ) : (
        <SeriesCards series={series} onAdd={onAdd} />
      )}
    </Section>
  );
}

function SeriesCards({ series, onAdd }: { series: readonly SeriesCardData[]; onAdd: () => void }) {
  if (series.length === 0) {
    return (
      <EmptyState
        icon={IconCalendarEvent}
        title="No event series yet"
        text="A series holds its events, one sign-up form for all of them, and the mail each attendee gets."
        action={
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} aria-haspopup="dialog" onClick={onAdd}>
            Add event series
          </Button>
        }
      />
    );
  }
  return (
    <CardGrid>
      {series.map((card) => (
        <SeriesCard key={card.id} series={card} />
      ))}
      <AddCard label="Add event series" onClick={onAdd} />
    </CardGrid>
  );
}
