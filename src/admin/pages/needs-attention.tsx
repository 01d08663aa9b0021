import { Alert, Anchor, Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#admin/paths.ts';
import {
  attentionChoices,
  attentionKey,
  type AttentionScope,
  readAttentionScope,
  scopeQuery,
  stepsOf,
} from '#admin/reads/attention-scope.ts';
import { serverStateQuery } from '#admin/reads/server-state-queries.ts';
import { pathOfStep } from '#admin/reads/step-calls.ts';
import { causesQuery, failedStepsQuery } from '#admin/reads/step-queries.ts';
import { CauseList } from '#admin/steps/cause-card.tsx';
import { notDelivered } from '#admin/steps/cause-words.ts';
import { PersonLink } from '#admin/steps/failed-step-row.tsx';
import { useStepAction } from '#admin/steps/step-actions.ts';
import { useAddressEdits } from '#admin/steps/use-address-edits.ts';
import { UnsavedChanges } from '#admin/ui/dialogs/unsaved-changes.tsx';
import { MoreOfList } from '#admin/ui/feedback/more-of-list.tsx';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { RelativeTime } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import type { AttentionCauses, FailedStep } from '#contract/steps/attention.ts';
import { titleOfStep } from '#contract/texts/changes.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { FAILED_MESSAGES_APPEAR_HERE, NOTHING_NEEDS_ATTENTION, nothingNeedsAttentionIn, notSentDismissed } from '#contract/texts/staff.ts';
import choiceClasses from '#admin/steps/attention-choice-list.module.css';
import rowClasses from '#admin/steps/failed-step-row.module.css';
import { Loaded, readState } from './frame/loaded.tsx';

/** That no backup was made in the night, and why. */
const BackupFailure = ({ failure }: { failure: string }) => (
  <Alert color="red" icon={<IconAlertTriangle />} title="The nightly backup failed" mb="md">
    {failure}. It is retried every hour.{' '}
    <Anchor component={Link} to={paths.connections} inherit underline="always">
      Connections
    </Anchor>
  </Alert>
);

/** `/needs-attention`: the failed steps by cause, of all series and forms or of one; those that were dismissed; a nightly backup that failed. */
export function NeedsAttentionRoute() {
  const [params] = useSearchParams();
  const of = readAttentionScope(params);
  return params.has('dismissed') ? <DismissedSteps of={of} /> : <Causes of={of} />;
}

function Causes({ of }: { of: AttentionScope }) {
  const read = useQuery(causesQuery(of));
  const addresses = useAddressEdits();
  const backupFailure = useQuery(serverStateQuery()).data?.backups?.failure ?? null;
  const steps = read.data === undefined ? 0 : stepsOf(read.data.counts);
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="Needs attention"
        note={steps === 0 ? undefined : notDelivered(steps)}
        isLoading={readState(read) === 'loading'}
      />
      {backupFailure === null ? null : <BackupFailure failure={backupFailure} />}
      <Loaded read={read} skeleton={<Skeleton h={240} radius="md" />}>
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

/** Says whether only the chosen series or form needs no attention, or nothing at all. */
function Nothing({ of, others }: { of: AttentionScope; others: number }) {
  const isLimited = of !== 'all' && others > 0;
  return (
    <EmptyState
      icon={IconCircleCheck}
      level={2}
      title={isLimited ? nothingNeedsAttentionIn(KIND_ON_WIRE[of.kind]) : NOTHING_NEEDS_ATTENTION}
      text={FAILED_MESSAGES_APPEAR_HERE}
      action={
        isLimited ? (
          <Button component={Link} to={paths.needsAttention()} variant="default">
            Show all {formatCount(others)}
          </Button>
        ) : undefined
      }
    />
  );
}

interface AttentionChoiceListProps {
  read: Pick<AttentionCauses, 'counts' | 'dismissed'>;
  chosen: AttentionScope;
}

const formOf = (of: AttentionScope) => (of === 'all' ? undefined : of);

/** Links that limit the list to one series or form, with counts, and one to what was dismissed. */
const AttentionChoiceList = ({ read: { counts, dismissed }, chosen }: AttentionChoiceListProps) => (
  <div className={choiceClasses.line} data-row="wrap">
    {stepsOf(counts) === 0 ? null : (
      <nav aria-label="Failed messages by series and form">
        <ul className={choiceClasses.choices} data-row="stretch wrap">
          {attentionChoices(counts).map(({ label, of, steps }) => (
            <li key={attentionKey(of)}>
              <Link
                className={choiceClasses.choice}
                data-box="strong"
                data-variant="main"
                to={paths.needsAttention(formOf(of))}
                aria-current={attentionKey(of) === attentionKey(chosen) ? 'page' : undefined}
              >
                <bdi>{label}</bdi>{' '}
                <span className={choiceClasses.count} data-variant="count">
                  {formatCount(steps)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )}
    {dismissed === 0 ? null : (
      <Anchor component={Link} className={choiceClasses.dismissed} to={paths.needsAttention(formOf(chosen), { isDismissed: true })}>
        {formatCount(dismissed)} dismissed
      </Anchor>
    )}
  </div>
);

/** The steps that staff dismissed, which can be brought back. */
function DismissedSteps({ of }: { of: AttentionScope }) {
  const read = useInfiniteQuery(failedStepsQuery(of, 'dismissed'));
  const dismissed = useQuery(causesQuery(of)).data?.dismissed ?? 0;
  const restore = useStepAction();
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
              onClick={() => restore.mutate({ how: 'restore', of: scopeQuery(of) })}
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

/** Dismissed steps, last dismissed first, each of which can be brought back. */
const DismissedList = ({ steps }: { steps: readonly FailedStep[] }) => (
  <ul data-box="card" data-ruled aria-label="Dismissed messages">
    {steps.map((step) => (
      <DismissedRow key={`${step.submission_id} ${step.step} ${step.change_id}`} step={step} />
    ))}
  </ul>
);

function DismissedRow({ step }: { step: FailedStep }) {
  const restore = useStepAction();
  return (
    <li className={rowClasses.dismissedRow}>
      <PersonLink step={step} />
      <div className={rowClasses.what} data-variant="second" dir="auto">
        {step.event_title ?? step.title}
        <span className={rowClasses.message} data-variant="quiet">
          {step.message}
        </span>
      </div>
      <div data-variant="quiet">
        {notSentDismissed(step.dismissed_by ?? '')}
        {step.dismissed_at === null ? null : (
          <>
            {', '}
            <RelativeTime at={step.dismissed_at} />
          </>
        )}
      </div>
      <Button
        {...toolButtonProps}
        leftSection={<IconArrowBackUp />}
        loading={restore.isPending}
        aria-label={`Bring back ${titleOfStep(step)} of ${fullName(step)}`}
        onClick={() => restore.mutate({ how: 'restore', of: pathOfStep(step) })}
      >
        Bring back
      </Button>
    </li>
  );
}
