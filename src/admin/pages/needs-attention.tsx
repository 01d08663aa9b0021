import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#admin/paths.ts';
import { serverStateQuery } from '#admin/reads/server-state-queries.ts';
import * as reads from '#admin/reads/step-queries.ts';
import { CauseList } from '#admin/steps/cause-card.tsx';
import { notDelivered } from '#admin/steps/cause-words.ts';
import { DismissedList } from '#admin/steps/failed-step-row.tsx';
import { ALL_DISMISSED_ACTIONS } from '#admin/steps/step-actions.tsx';
import { useAddressEdits } from '#admin/steps/use-address-edits.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { UnsavedChanges } from '#admin/ui/dialogs/dialog.tsx';
import { IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader, ReadPage, RowsSkeleton } from '#admin/ui/layout/page.tsx';
import { ToolButton } from '#admin/ui/layout/tool-button.tsx';
import { EmptyState, Loaded, MoreOfList, readState } from '#admin/ui/states/page-state.tsx';
import { KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import type { AttentionCauses } from '#contract/steps/attention.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { textOf } from '#contract/texts/parts.ts';
import { NOTHING_NEEDS_ATTENTION } from '#contract/texts/staff.ts';
import classes from './needs-attention.module.css';

const BackupFailure = ({ failure }: { failure: string }) => (
  <Alert color="red" icon={<IconAlertTriangle />} title="The nightly backup failed" mb="md">
    {`${failure}. It is retried every hour. `}
    <Anchor component={Link} to={paths.connections} inherit underline="always">
      Connections
    </Anchor>
  </Alert>
);

/** `/needs-attention`: the failed steps by cause, of all series and forms or of one; those that were dismissed; a nightly backup that failed. */
export function NeedsAttentionRoute() {
  const [params] = useSearchParams();
  const of = reads.readAttentionScope(params);
  return params.has('dismissed') ? <DismissedSteps of={of} /> : <Causes of={of} />;
}

function Causes({ of }: { of: reads.AttentionScope }) {
  const read = useQuery(reads.causesQuery(of));
  const addresses = useAddressEdits();
  const backupFailure = useQuery(serverStateQuery()).data?.backups?.failure ?? null;
  const steps = read.data === undefined ? 0 : reads.stepsOf(read.data.counts);
  return (
    <Page>
      <PageHeader
        title="Needs attention"
        note={read.data === undefined || steps === 0 ? undefined : textOf(notDelivered(read.data.counts))}
        isLoading={readState(read) === 'loading'}
      />
      {backupFailure === null ? null : <BackupFailure failure={backupFailure} />}
      <Loaded read={read} skeleton={<RowsSkeleton />}>
        {(data) => (
          <>
            <AttentionChoiceList read={data} chosen={of} />
            {data.causes.length > 0 ? <CauseList read={data} of={of} addresses={addresses} /> : null}
            {data.causes.length === 0 && (backupFailure === null || steps > 0) ? <Nothing of={of} others={steps} /> : null}
          </>
        )}
      </Loaded>
      <UnsavedChanges hasUnsaved={addresses.hasUnsaved} />
    </Page>
  );
}

interface AttentionChoiceListProps {
  read: Pick<AttentionCauses, 'counts' | 'dismissed'>;
  chosen: reads.AttentionScope;
}

const AttentionChoiceList = ({ read: { counts, dismissed }, chosen }: AttentionChoiceListProps) => (
  <Group gap="8px 16px" mb={16} data-empty="hidden">
    {reads.stepsOf(counts) === 0 ? null : (
      <nav aria-label="Failed messages by series and form">
        <ul className={classes.choices} data-row="stretch wrap">
          {reads.attentionChoices(counts).map(({ label, of, steps }) => (
            <li key={of?.id ?? label}>
              <Link className={classes.choice} to={paths.needsAttention(of)} aria-current={of?.id === chosen?.id ? 'page' : undefined}>
                <bdi>{label}</bdi> <span data-text="quiet">{formatCount(steps)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )}
    {dismissed === 0 ? null : (
      <Anchor component={Link} ms="auto" fz="sm" lh="sm" to={paths.needsAttention(chosen, { isDismissed: true })}>
        {`${formatCount(dismissed)} dismissed`}
      </Anchor>
    )}
  </Group>
);

function Nothing({ of, others }: { of: reads.AttentionScope; others: number }) {
  const isLimited = of !== undefined && others > 0;
  return (
    <EmptyState
      icon={IconCircleCheck}
      level={2}
      title={isLimited ? `Nothing in this ${KIND_ON_WIRE[of.kind]} needs attention` : NOTHING_NEEDS_ATTENTION}
      text="Failed messages appear here, with the reason."
      action={
        isLimited ? (
          <Button component={Link} to={paths.needsAttention()} variant="default">
            {`Show all ${formatCount(others)}`}
          </Button>
        ) : undefined
      }
    />
  );
}

function DismissedSteps({ of }: { of: reads.AttentionScope }) {
  const read = useInfiniteQuery(reads.failedStepsQuery(of, 'dismissed'));
  const dismissed = useQuery(reads.causesQuery(of)).data?.dismissed ?? 0;
  const restoreAll = useActions(ALL_DISMISSED_ACTIONS, { of, dismissed }).tool('restore-all');
  return (
    <ReadPage
      back={{ to: paths.needsAttention(of), label: 'Needs attention' }}
      title="Dismissed"
      subtitle="Messages that were not delivered and no longer need attention"
      actions={restoreAll && <ToolButton tool={restoreAll} look={{ variant: 'default' }} />}
      read={read}
      skeleton={<RowsSkeleton />}
    >
      {({ pages }) => {
        const steps = pages.flatMap((page) => page.steps);
        if (steps.length === 0)
          return <EmptyState icon={IconCircleCheck} level={2} title="Nothing has been dismissed" text="Dismissed messages appear here." />;
        return (
          <>
            <DismissedList steps={steps} />
            <MoreOfList read={read} />
          </>
        );
      }}
    </ReadPage>
  );
}
