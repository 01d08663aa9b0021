import { AddCard } from '#admin/ui/cards/add-card.tsx';
import { CardGrid } from '#admin/ui/cards/card-grid.tsx';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconCalendarEvent } from '#admin/ui/layout/icons.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import type { SeriesCard as SeriesCardData } from '#contract/event-series.ts';
import { SeriesCard, SeriesCardSkeleton } from './series-card.tsx';

const SKELETON_PARTS = ['a', 'b', 'c', 'd', 'e'];

interface SeriesSectionProps {
  series: readonly SeriesCardData[] | undefined;
  onAdd: () => void;
}

/** The dashboard's event series, ending with the card that adds one. */
export function SeriesSection({ series, onAdd }: SeriesSectionProps) {
  return (
    <Section title="Event series" count={series?.length}>
      {series === undefined ? (
        <CardGrid>
          {SKELETON_PARTS.map((part) => (
            <SeriesCardSkeleton key={part} />
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
      <>
        <EmptyState
          icon={IconCalendarEvent}
          title="No event series yet"
          text="A series holds its events, one sign-up form for all of them, and the mail each attendee gets."
        />
        <CardGrid>
          <AddCard label="Add event series" onClick={onAdd} />
        </CardGrid>
      </>
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
