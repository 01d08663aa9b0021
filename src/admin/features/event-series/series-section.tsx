import { CardSection } from '#admin/ui/cards/card-section.tsx';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconCalendarEvent } from '#admin/ui/layout/icons.tsx';
import type { SeriesCard as SeriesCardData } from '#contract/event-series.ts';
import { SeriesCard, SeriesCardSkeleton } from './series-card.tsx';

interface SeriesSectionProps {
  series: readonly SeriesCardData[] | undefined;
  onAdd: () => void;
}

/** The dashboard's event series, ending with the card that adds one. */
export function SeriesSection({ series, onAdd }: SeriesSectionProps) {
  return (
    <CardSection
      title="Event series"
      addLabel="Add event series"
      onAdd={onAdd}
      skeleton={<SeriesCardSkeleton />}
      skeletons={5}
      empty={
        <EmptyState
          icon={IconCalendarEvent}
          title="No event series yet"
          text="A series holds its events, one sign-up form for all of them, and the mail each attendee gets."
        />
      }
      cards={series?.map((card) => (
        <SeriesCard key={card.id} series={card} />
      ))}
    />
  );
}
