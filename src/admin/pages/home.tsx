import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { feedbackCardsQuery } from '#admin/feedback/feedback-queries.ts';
import { formCardsQuery } from '#admin/reads/form-queries.ts';
import { seriesCardsQuery } from '#admin/reads/series-queries.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { FeedbackSection, FormSection, SeriesSection } from './dashboard/card-sections.tsx';
import { LoadSampleData } from './dashboard/load-sample-data.tsx';
import { OverviewStrip } from './dashboard/overview-strip.tsx';
import { useAdding } from './dashboard/use-adding.ts';
import { failedRead, LoadFailure, readState } from './frame/loaded.tsx';
import classes from './home.module.css';

// Loaded on demand: most visits add nothing, and the dialogs weigh as much as the rest of the screen.
const AddDialogs = lazyPart(async () => (await import('./dashboard/add-dialogs.tsx')).AddDialogs);

/** The offer to fill a dashboard that has nothing at all. */
const sampleDataFor = (reads: readonly { data: readonly unknown[] | undefined }[]): ReactNode =>
  getSettings().hasSampleData && reads.every(({ data }) => data?.length === 0) ? <LoadSampleData /> : undefined;

/** `/home`: the dashboard with its three sections. */
export function HomeRoute() {
  const series = useQuery(seriesCardsQuery());
  const forms = useQuery(formCardsQuery());
  const feedback = useQuery(feedbackCardsQuery());
  const { adding, setAdding } = useAdding();
  const reads = [series, forms, feedback];
  const states = reads.map(readState);
  const failed = states.every((state) => state === 'failed') ? failedRead(reads) : undefined;
  // A first visit begins with what to add.
  const hasForms = [series, forms].some(({ data }) => data?.length !== 0);
  const hasNoMore = forms.data?.length === 0 && feedback.data?.length === 0;
  return (
    <Page>
      <PageHeader title="Events Hub" isLoading={states.includes('loading')} />
      {failed !== undefined ? (
        <LoadFailure read={failed} />
      ) : (
        <>
          {hasForms ? <OverviewStrip /> : null}
          <SeriesSection read={series} emptyAction={sampleDataFor(reads)} onAdd={() => setAdding('series')} />
          <div className={classes.more} data-empty={hasNoMore ? '' : undefined}>
            <FormSection read={forms} onAdd={() => setAdding('form')} />
            <FeedbackSection read={feedback} onAdd={() => setAdding('feedback')} />
          </div>
        </>
      )}
      <LazyDialog opened={adding !== null} onClose={() => setAdding(undefined)}>
        <AddDialogs />
      </LazyDialog>
    </Page>
  );
}
