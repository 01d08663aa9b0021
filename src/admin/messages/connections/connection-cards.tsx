import { Anchor, Box, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { SettingNames } from '#admin/ui/feedback/setting-names.tsx';
import { RelativeTime } from '#admin/ui/format/relative-time.tsx';
import { IconAlertCircle, IconCircleCheck, IconCircleDashed, IconPlugConnectedX } from '#admin/ui/layout/icons.tsx';
import type { Connection } from '#contract/steps/connections.ts';
import { SERVICE_NAMES, SERVICES } from '#contract/steps/steps.ts';
import { counted } from '#contract/texts/counts.ts';
import card from '#admin/ui/cards/fact-card.module.css';
import classes from './connection-cards.module.css';
import { connectionState } from './connection-state.ts';
import { ConnectionTest } from './connection-test.tsx';

const signs = {
  'Not connected': IconPlugConnectedX,
  'Last call failed': IconAlertCircle,
  Working: IconCircleCheck,
  'Not used yet': IconCircleDashed,
} as const;

export function ConnectionCards({ connections }: { connections: readonly Connection[] }) {
  return (
    <div className={classes.cards}>
      {connections.map((connection) => (
        <ConnectionCard key={connection.service} connection={connection} />
      ))}
    </div>
  );
}

export function ConnectionCardsSkeleton() {
  return (
    <div className={classes.cards}>
      {SERVICE_NAMES.map((service) => (
        <Skeleton key={service} h={320} radius="md" />
      ))}
    </div>
  );
}

function ConnectionCard({ connection }: { connection: Connection }) {
  const titleId = useId();
  const { title, purpose, settingNames } = SERVICES[connection.service];
  const state = connectionState(connection);
  const Sign = signs[state];
  const failed = connection.steps_failed + connection.steps_retrying;
  return (
    <section className={card.card} aria-labelledby={titleId}>
      <div className={card.head}>
        <h2 id={titleId} data-variant="title">
          {title}
        </h2>
        <span className={classes.state} data-state={state}>
          <Sign aria-hidden="true" />
          {state}
        </span>
      </div>
      <Box component="p" mt="xs" mb="md" variant="second">
        {purpose}
      </Box>
      <Box component="dl" flex={1} mb="md">
        <Fact label="Connection">
          {connection.description}
          {connection.is_configured ? null : <SettingNames names={settingNames} />}
        </Fact>
        <Fact label="Last success">{connection.succeeded_at === null ? 'None yet' : <RelativeTime at={connection.succeeded_at} />}</Fact>
        <Fact label="Last failure">
          {connection.failed_at === null ? (
            'None yet'
          ) : (
            <>
              <RelativeTime at={connection.failed_at} />
              <span className={card.failure} dir="auto">
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
      </Box>
      <ConnectionTest connection={connection} />
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={card.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
