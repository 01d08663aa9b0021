import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { counted } from '#admin/ui/format/counts.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { RelativeTime } from '#admin/ui/format/relative-time.tsx';
import { IconAlertCircle, IconRefresh } from '#admin/ui/layout/icons.tsx';
import type { Attention } from '#contract/steps.ts';
import { failedStep } from '#contract/texts/staff.ts';
import classes from './failed-step-list.module.css';
import { useRetryFailed } from './step-queries.ts';

type FailedStep = Attention['steps'][number];

/** The failed steps, latest first: attendee, event or form, error, and Retry. */
export function FailedStepList({ steps }: { steps: readonly FailedStep[] }) {
  return (
    <ul className={classes.list} aria-label="Failed steps">
      {steps.map((step) => (
        <FailedStepRow key={`${step.submission_id} ${step.step}`} step={step} />
      ))}
    </ul>
  );
}

function FailedStepRow({ step }: { step: FailedStep }) {
  const retry = useRetryFailed();
  const dates = useDates();
  const name = `${step.first_name} ${step.last_name}`;
  const path = paths.attendee(step);
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <div className={classes.name} dir="auto">
          {path === undefined ? (
            name
          ) : (
            <Anchor component={Link} to={path} inherit>
              {name}
            </Anchor>
          )}
        </div>
        <div className={classes.quiet}>{step.email}</div>
        <div className={classes.quiet} dir="auto">
          {step.title}
        </div>
      </div>
      <div className={classes.what}>
        <IconAlertCircle aria-hidden="true" className={classes.sign} />
        <div>
          <div className={classes.failure} dir="auto">
            {failedStep(step.step, step.message)}
          </div>
          <div className={classes.quiet}>
            <RelativeTime at={step.failed_at} />, {counted(step.attempts, 'try', 'tries')} so far.{' '}
            {step.next_try_at === null ? 'It is not tried again by itself.' : `Next try ${dates.dayAndTime(step.next_try_at)}`}
          </div>
        </div>
      </div>
      <Button
        className={classes.retry}
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={14} stroke={1.75} />}
        loading={retry.isPending}
        aria-label={`Retry ${step.step} of ${name}`}
        onClick={() => retry.mutate({ submissionId: step.submission_id, step: step.step })}
      >
        Retry
      </Button>
    </li>
  );
}
