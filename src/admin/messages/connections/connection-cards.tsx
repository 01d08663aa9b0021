import { Anchor, Box, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { paths } from '#admin/paths.ts';
import { useConnectionTest } from '#admin/reads/connection-queries.ts';
import { RelativeTime } from '#admin/ui/format/dates.tsx';
import { IconAlertCircle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { IconCircleDashed, IconPlugConnectedX } from '#admin/ui/layout/tool-icons.tsx';
import { SettingNames } from '#admin/ui/states/setting-names.tsx';
import { type Connection, TESTED } from '#contract/steps/connections.ts';
import { SERVICE_NAMES, SERVICES } from '#contract/steps/steps.ts';
import { counted } from '#contract/texts/counts.ts';

const SIGNS = {
  'Not connected': [IconPlugConnectedX, 'second'],
  'Last attempt failed': [IconAlertCircle, 'bad'],
  Working: [IconCircleCheck, 'good'],
  'Not used yet': [IconCircleDashed, 'second'],
} as const;

const CARDS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))', gap: 16 };
const TEST = { display: 'grid', gap: 12, justifyItems: 'start', paddingTop: 16 };

export const ConnectionCards = ({ connections }: { connections: readonly Connection[] }) => (
  <div style={CARDS}>
    {connections.map((connection) => (
      <ConnectionCard key={connection.service} connection={connection} />
    ))}
  </div>
);

export const ConnectionCardsSkeleton = () => (
  <div style={CARDS}>
    {SERVICE_NAMES.map((service) => (
      <Skeleton key={service} h={320} radius="md" />
    ))}
  </div>
);

function ConnectionCard({ connection }: { connection: Connection }) {
  const { title, purpose, settingNames } = SERVICES[connection.service];
  const state = connectionState(connection);
  const [Sign, tone] = SIGNS[state];
  const failed = connection.steps_failed + connection.steps_retrying;
  return (
    <FactCard
      title={title}
      aside={
        <span data-row="inline close" data-text={tone}>
          <Sign aria-hidden="true" />
          {state}
        </span>
      }
    >
      <Box component="p" mt="xs" mb="md" data-text="second">
        {purpose}
      </Box>
      <Box component="dl" flex={1} mb="md">
        <Fact label="Connection">
          {connection.description}
          {connection.is_configured ? null : <SettingNames names={settingNames} />}
        </Fact>
        <Fact label="Last success">{connection.succeeded_at === null ? 'None yet' : <RelativeTime at={connection.succeeded_at} />}</Fact>
        <Fact label="Last failure">
          {connection.failed_at === null ? 'None yet' : <LastFailure at={connection.failed_at} failure={connection.failure} />}
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
    </FactCard>
  );
}

function ConnectionTest({ connection: { service, is_configured: isConfigured } }: { connection: Connection }) {
  const test = useConnectionTest(service);
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const { title, test: texts } = SERVICES[service];
  const { input } = texts;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = input === undefined ? {} : { [input.name]: value };
    const wrong = TESTED[service]?.safeParse(body).error?.issues[0]?.message;
    setProblem(wrong);
    if (wrong === undefined) test.mutate(body);
  };
  const refused = input === undefined ? undefined : errorAt(test.error, input.name);
  return (
    <form noValidate onSubmit={handleSubmit} aria-label={`Test of ${title}`} style={TEST} data-edge="top">
      {input === undefined ? null : (
        <TextInput
          maw="100%"
          label={input.label}
          placeholder={input.placeholder}
          value={value}
          disabled={!isConfigured}
          error={problem ?? refused}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" maw="100%" disabled={!isConfigured} loading={test.isPending}>
        {texts.label}
      </Button>
      <p data-empty="hidden" role="status" data-text={test.isError ? 'bad' : 'good'} dir="auto">
        {test.isSuccess ? <span>{test.data.message}</span> : null}
        {test.isError && refused === undefined ? <span>{messageOf(test.error)}</span> : null}
      </p>
    </form>
  );
}

export const FactCard = ({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) => (
  <Stack component="section" gap={0} miw={0} p={16} fz="sm" lh="sm" data-box="card" aria-label={title}>
    <Group justify="space-between" gap="4px 16px">
      <h2 data-text="title">{title}</h2>
      {aside}
    </Group>
    {children}
  </Stack>
);

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box display="grid" py={4} style={{ gridTemplateColumns: '6rem minmax(0, 1fr)', gap: 16 }}>
    <dt data-text="quiet">{label}</dt>
    <dd>{children}</dd>
  </Box>
);

export const LastFailure = ({ at, failure }: { at: string; failure: string | null }) => (
  <>
    <RelativeTime at={at} />
    <p data-text="bad" dir="auto">
      {failure}
    </p>
  </>
);

export function connectionState({ is_configured: isConfigured, succeeded_at: succeededAt, failed_at: failedAt }: Connection) {
  if (!isConfigured) return 'Not connected';
  if (failedAt !== null && (succeededAt === null || Date.parse(failedAt) > Date.parse(succeededAt))) return 'Last attempt failed';
  return succeededAt === null ? 'Not used yet' : 'Working';
}
