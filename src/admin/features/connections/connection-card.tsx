import { Anchor } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { counted } from '#admin/ui/format/counts.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { relativeTime } from '#admin/ui/format/dates.ts';
import { useNow } from '#admin/ui/format/use-now.ts';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconPlugConnectedX } from '#admin/ui/layout/icons.tsx';
import type { Connection } from '#contract/connections.ts';
import { SERVICES } from '#contract/steps.ts';
import classes from './connection-card.module.css';
import { connectionState } from './connection-state.ts';
import { ConnectionTest } from './connection-test.tsx';

const signs = {
  'Not set up': IconPlugConnectedX,
  'Last call failed': IconAlertCircle,
  Working: IconCircleCheck,
  'Not used yet': IconCircleDashed,
} as const;

/** One outside service: whether it is configured, its last success and failure, the steps that wait for it, and a test. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const titleId = useId();
  const { title, purpose } = SERVICES[connection.service];
  const state = connectionState(connection);
  const Sign = signs[state];
  const failed = connection.steps_failed + connection.steps_retrying;
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.name}>
          {title}
        </h2>
        <span className={classes.state} data-state={state}>
          <Sign aria-hidden="true" />
          {state}
        </span>
      </div>
      <p className={classes.purpose}>{purpose}</p>
      <dl className={classes.facts}>
        <Fact label="Set up">{connection.description}</Fact>
        <Fact label="Last success">{connection.succeeded_at === null ? 'None yet' : <Moment at={connection.succeeded_at} />}</Fact>
        <Fact label="Last failure">
          {connection.failed_at === null ? (
            'None yet'
          ) : (
            <>
              <Moment at={connection.failed_at} />
              <span className={classes.failure} dir="auto">
                {connection.failure}
              </span>
            </>
          )}
        </Fact>
        <Fact label="Failed steps">
          {failed === 0 ? (
            'None'
          ) : (
            <Anchor component={Link} to={paths.needsAttention()} inherit>
              {counted(failed, 'step')}
            </Anchor>
          )}
        </Fact>
      </dl>
      <ConnectionTest connection={connection} />
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ at }: { at: string }) {
  const now = useNow();
  const dates = useDates();
  return (
    <time dateTime={at} title={dates.dayAndTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
