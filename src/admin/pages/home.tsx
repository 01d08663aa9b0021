import { Box, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { feedbackCardsQuery } from '#admin/reads/feedback-queries.ts';
import { formCardsQuery, seriesCardsQuery } from '#admin/reads/form-queries.ts';
import { call } from '#admin/session/call.ts';
import { DialogPart } from '#admin/ui/dialogs/use-dialog.tsx';
import { failedRead, LoadFailure, readState } from '#admin/ui/feedback/loaded.tsx';
import { showError, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { moveLostFocus } from '#admin/ui/focus.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { demoCalls } from '#contract/demo.ts';
import { FeedbackSection, FormSection, SeriesSection } from './dashboard/card-sections.tsx';
import { OverviewStrip } from './dashboard/overview-strip.tsx';
import { useAdding } from './dashboard/use-adding.ts';
import classes from './home.module.css';

function LoadSampleData() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(demoCalls.loadSampleData, {}),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await moveLostFocus(document.querySelector('h1'));
      showSuccess({
        title: 'Sample data was added',
        text: 'Four series and two forms with 2,000 sign-ups. Delete them whenever you like.',
      });
    },
    onError: (error) => showError('No sample data was added.', error),
  });
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Load sample data
    </Button>
  );
}

// Loaded on demand: most visits add nothing, and the dialog is as large as the rest of the screen.
const AddDialog = lazyPart(async () => (await import('./dashboard/add-dialog.tsx')).AddDialog);

const sampleDataFor = (reads: readonly { data: readonly unknown[] | undefined }[]): ReactNode =>
  getSettings().hasSampleData && reads.every(({ data }) => data?.length === 0) ? <LoadSampleData /> : undefined;

/** `/home`: the dashboard with its three sections. */
export function HomeRoute() {
  const series = useQuery(seriesCardsQuery());
  const forms = useQuery(formCardsQuery());
  const feedback = useQuery(feedbackCardsQuery());
  const { setAdding } = useAdding();
  const reads = [series, forms, feedback];
  const states = reads.map(readState);
  const failed = states.every((state) => state === 'failed') ? failedRead(reads) : undefined;
  // A first visit begins with the things to add.
  const hasForms = [series, forms].some(({ data }) => data?.length !== 0);
  const hasNoMore = forms.data?.length === 0 && feedback.data?.length === 0;
  return (
    <Page>
      <PageHeader back={null} title="Events Hub" isLoading={states.includes('loading')} />
      {failed !== undefined ? (
        <LoadFailure read={failed} />
      ) : (
        <>
          {hasForms ? <OverviewStrip /> : null}
          <SeriesSection read={series} emptyAction={sampleDataFor(reads)} onAdd={() => setAdding('series')} />
          <Box mt={32} className={classes.more} data-even={hasNoMore ? '' : undefined}>
            <FormSection read={forms} onAdd={() => setAdding('form')} />
            <FeedbackSection read={feedback} onAdd={() => setAdding('feedback')} />
          </Box>
        </>
      )}
      <Adding />
    </Page>
  );
}

function Adding() {
  const { adding, setAdding } = useAdding();
  // Kept while the dialog closes.
  const [shown, setShown] = useState(adding);
  if (adding !== undefined && adding !== shown) setShown(adding);
  return (
    <DialogPart opened={adding !== undefined} onClose={() => setAdding(undefined)}>
      {shown === undefined ? null : <AddDialog key={shown} what={shown} />}
    </DialogPart>
  );
}
