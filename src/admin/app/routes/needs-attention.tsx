import { Button, Skeleton } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { AttentionChoiceList } from '#admin/features/failed-steps/attention-choice-list.tsx';
import { type AttentionOf, readAttentionOf } from '#admin/features/failed-steps/attention-of.ts';
import { FailedStepList } from '#admin/features/failed-steps/failed-step-list.tsx';
import { failedStepsQuery, useRetryFailed } from '#admin/features/failed-steps/step-queries.ts';
import { paths } from '#admin/paths.ts';
import { EmptyState } from '#admin/ui/empty-state.tsx';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { MoreFailed } from '#admin/ui/more-failed.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';

/** `/needs-attention`: side effects of sign-ups that failed, over all series and forms (decision 33). */
export function NeedsAttentionRoute() {
  const [params] = useSearchParams();
  const of = readAttentionOf(params);
  const read = useInfiniteQuery(failedStepsQuery(of));
  const steps = read.data?.pages.flatMap((page) => page.steps);
  const state = readState(read);
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="Needs attention"
        subtitle="Messages about sign-ups that did not reach Slack, an inbox or the CRM"
        note={state === 'loading' ? <LoadingNote /> : undefined}
        actions={steps === undefined || steps.length === 0 ? undefined : <RetryAll of={of} />}
      />
      <AttentionChoiceList chosen={of} />
      {state === 'loading' ? <Skeleton h={240} radius="md" /> : null}
      {state === 'failed' ? <LoadFailure read={read} /> : null}
      {steps === undefined ? null : <Steps steps={steps} />}
      <More read={read} />
    </Page>
  );
}

/** What stands under the list: the way to the rest of it, or that it did not come. */
function More({
  read,
}: {
  read: Pick<UseInfiniteQueryResult, 'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'>;
}) {
  const { isFetchingNextPage: isLoading, hasNextPage, isFetchNextPageError: hasFailed } = read;
  const load = () => void read.fetchNextPage();
  if (hasFailed) return <MoreFailed message={messageOf(read.error)} isRetrying={isLoading} onRetry={load} />;
  if (!hasNextPage) return null;
  return (
    <Button variant="default" mt={16} loading={isLoading} onClick={load}>
      Show more
    </Button>
  );
}

function Steps({ steps }: Parameters<typeof FailedStepList>[0]) {
  if (steps.length > 0) return <FailedStepList steps={steps} />;
  return (
    <EmptyState
      icon={IconCircleCheck}
      level={2}
      title="Nothing needs attention"
      text="Steps of sign-ups that fail stand here, with the reason and Retry."
    />
  );
}

function RetryAll({ of }: { of: AttentionOf }) {
  const retry = useRetryFailed();
  return (
    <Button leftSection={<IconRefresh size={16} stroke={1.75} />} loading={retry.isPending} onClick={() => retry.mutate(of)}>
      Retry all
    </Button>
  );
}
