import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
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
  const [params, setParams] = useSearchParams();
  const setAdding = (isAdding: boolean) => setParams(isAdding ? { add: 'series' } : {}, { replace: true });
  return (
    <Page>
      <PageHeader title="Events Hub" note={cards.isPending ? <LoadingNote /> : undefined} />
      {cards.isError && cards.data === undefined ? (
        <LoadFailure read={cards} />
      ) : (
        <SeriesSection series={cards.data} onAdd={() => setAdding(true)} />
      )}
      <AddSeriesDialog
        opened={params.get('add') === 'series'}
        onClose={() => setAdding(false)}
        onAdded={(series) => void navigate(paths.series.page(series))}
      />
    </Page>
  );
}
