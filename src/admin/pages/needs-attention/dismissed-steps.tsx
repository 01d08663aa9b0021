import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { paths } from '#admin/paths.ts';
import { type AttentionScope, scopeQuery } from '#admin/reads/attention-scope.ts';
import { causesQuery, failedStepsQuery } from '#admin/reads/step-queries.ts';
import { DismissedList } from '#admin/steps/dismissed-list.tsx';
import { useRestoreSteps } from '#admin/steps/step-actions.ts';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { IconArrowBackUp, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { formatCount } from '#contract/texts/counts.ts';
import { Loaded, readState } from '../frame/loaded.tsx';

/** The steps that staff dismissed, which can be brought back. */
export function DismissedSteps({ of }: { of: AttentionScope }) {
  const read = useInfiniteQuery(failedStepsQuery(of, 'dismissed'));
  const dismissed = useQuery(causesQuery(of)).data?.dismissed ?? 0;
  const restore = useRestoreSteps();
  return (
    <Page>
      <PageHeader
        back={{ to: paths.needsAttention(of === 'all' ? undefined : of), label: 'Needs attention' }}
        title="Dismissed"
        subtitle="Messages that were not delivered and no longer need attention"
        isLoading={readState(read) === 'loading'}
        actions={
          dismissed < 2 ? undefined : (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp />}
              loading={restore.isPending}
              onClick={() => restore.mutate(scopeQuery(of))}
            >
              Bring all {formatCount(dismissed)} back
            </Button>
          )
        }
      />
      <Loaded read={read} skeleton={<Skeleton h={240} radius="md" />}>
        {({ pages }) => {
          const steps = pages.flatMap((page) => page.steps);
          if (steps.length > 0) return <DismissedList steps={steps} />;
          return <EmptyState icon={IconCircleCheck} level={2} title="Nothing is dismissed" text="Dismissed messages appear here." />;
        }}
      </Loaded>
      <MoreOfList read={read} />
    </Page>
  );
}
