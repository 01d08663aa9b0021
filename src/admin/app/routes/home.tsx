import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AddSeriesDialog } from '#admin/features/event-series/add-series-dialog.tsx';
import { seriesCardsQuery } from '#admin/features/event-series/series-queries.ts';
import { SeriesSection } from '#admin/features/event-series/series-section.tsx';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { LoadFailure } from '../load-failure.tsx';

/** `/home`: the dashboard. */
export function HomeRoute() {
  const navigate = useNavigate();
  const cards = useQuery(seriesCardsQuery());
  const [isAdding, setAdding] = useState(false);
  return (
    <Page>
      <PageHeader title="Events Hub" note={cards.isPending ? <LoadingNote /> : undefined} />
      {cards.isError && cards.data === undefined ? (
        <LoadFailure read={cards} />
      ) : (
        <SeriesSection series={cards.data} onAdd={() => setAdding(true)} />
      )}
      <AddSeriesDialog opened={isAdding} onClose={() => setAdding(false)} onAdded={(series) => void navigate(paths.series.page(series))} />
    </Page>
  );
}
