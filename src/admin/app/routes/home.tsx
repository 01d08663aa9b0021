import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { seriesCardsQuery } from '#admin/features/event-series/series-queries.ts';
import { SeriesSection } from '#admin/features/event-series/series-section.tsx';
import { AttentionNote } from '#admin/features/failed-steps/attention-note.tsx';
import { feedbackCardsQuery } from '#admin/features/feedback/feedback-queries.ts';
import { FeedbackSection } from '#admin/features/feedback/feedback-section.tsx';
import { formCardsQuery } from '#admin/features/marketing-forms/form-cards-query.ts';
import { FormSection } from '#admin/features/marketing-forms/form-section.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { Section } from '#admin/ui/layout/section.tsx';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { useAdding } from '../dashboard/use-adding.ts';
import { failedRead, LoadFailure, readState } from '../loaded.tsx';
import classes from './home.module.css';

// Loaded on demand: most visits add nothing, and the dialogs weigh as much as the rest of the screen.
const AddDialogs = lazyPart(async () => (await import('../dashboard/add-dialogs.tsx')).AddDialogs);

/** `/home`: the dashboard with its three sections. */
export function HomeRoute() {
  const series = useQuery(seriesCardsQuery());
  const forms = useQuery(formCardsQuery());
  const feedback = useQuery(feedbackCardsQuery());
  const { adding, setAdding } = useAdding();
  const reads = [series, forms, feedback];
  const states = reads.map(readState);
  const failed = states.every((state) => state === 'failed') ? failedRead(reads) : undefined;
  const hasNoMore = forms.data?.length === 0 && feedback.data?.length === 0;
  return (
    <Page>
      <PageHeader title="Events Hub" isLoading={states.includes('loading')} actions={<AttentionNote />} />
      {failed !== undefined ? (
        <LoadFailure read={failed} />
      ) : (
        <>
          <SectionRead title="Event series" read={series}>
            <SeriesSection series={series.data} onAdd={() => setAdding('series')} />
          </SectionRead>
          <div className={classes.more} data-empty={hasNoMore ? '' : undefined}>
            <SectionRead title="Forms" read={forms}>
              <FormSection forms={forms.data} onAdd={() => setAdding('form')} />
            </SectionRead>
            <SectionRead title="Website feedback" read={feedback}>
              <FeedbackSection lists={feedback.data} onAdd={() => setAdding('feedback')} />
            </SectionRead>
          </div>
        </>
      )}
      <LazyDialog opened={adding !== null} onClose={() => setAdding(undefined)}>
        <AddDialogs />
      </LazyDialog>
    </Page>
  );
}

interface SectionReadProps {
  title: string;
  read: UseQueryResult;
  children: ReactNode;
}

/** A section of the dashboard, or why it could not be loaded; the others stay. */
function SectionRead({ title, read, children }: SectionReadProps) {
  if (readState(read) !== 'failed') return children;
  return (
    <Section title={title}>
      <LoadFailure read={read} />
    </Section>
  );
}
