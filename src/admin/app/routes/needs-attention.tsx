import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { AttentionChoiceList } from '#admin/features/failed-steps/attention-choice-list.tsx';
import { type AttentionScope, readAttentionScope } from '#admin/features/failed-steps/attention-scope.ts';
import { FailedStepList } from '#admin/features/failed-steps/failed-step-list.tsx';
import { failedStepsQuery, useRetryFailed } from '#admin/features/failed-steps/step-queries.ts';
import { paths } from '#admin/paths.ts';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconCircleCheck, IconRefresh } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { Loaded, readState } from '../loaded.tsx';
import { MoreOfList } from '../more-of-list.tsx';

/** `/needs-attention`: the failed steps of all submissions, or those of one series or form, over all series and forms. */
export function NeedsAttentionRoute() {
  const [params] = useSearchParams();
  const of = readAttentionScope(params);
  const read = useInfiniteQuery(failedStepsQuery(of));
  const steps = read.data?.pages.flatMap((page) => page.steps) ?? [];
  const state = readState(read);
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="Needs attention"
        subtitle="Messages about sign-ups that did not reach Slack, an inbox or the CRM"
        isLoading={state === 'loading'}
        actions={steps.length === 0 ? undefined : <RetryAll of={of} />}
      />
      <AttentionChoiceList chosen={of} />
      <Loaded read={read} skeleton={<Skeleton h={240} radius="md" />}>
        {() => <Steps steps={steps} />}
      </Loaded>
      <MoreOfList read={read} />
    </Page>
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

function RetryAll({ of }: { of: AttentionScope }) {
  const retry = useRetryFailed();
  return (
    <Button leftSection={<IconRefresh />} loading={retry.isPending} onClick={() => retry.mutate(of)}>
      Retry all
    </Button>
  );
}
