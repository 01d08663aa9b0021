import { Button, Skeleton, Box, Group, Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { ConnectionCards, ConnectionCardsSkeleton, Fact, FactCard, LastFailure } from '#admin/messages/connections/connection-cards.tsx';
import { paths } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { serverCheckQuery, serverStateQuery } from '#admin/reads/server-state-queries.ts';
import { RelativeTime, dates } from '#admin/ui/format/dates.tsx';
import { IconRefresh, IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { ReadPage } from '#admin/ui/layout/page.tsx';
import { type Finding, type BackupsState, type ServerState, unsentInWords } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';

const STATE_HEIGHT = 58;
const SKELETON_ROWS = 10;

/** `/connections`: the external services, the outcome of their last calls, and a test of each. */
export function ConnectionsRoute() {
  const read = useQuery(connectionsQuery());
  const { data: state, isError: isStateUnknown } = useQuery(serverStateQuery());
  return (
    <ReadPage
      title="Connections"
      subtitle="The services that sign-ups are sent to. They are set up on the server; secrets are never shown here."
      read={read}
      skeleton={<ConnectionCardsSkeleton />}
    >
      {(connections) => (
        <>
          {state === undefined ? null : <ServerStateCard state={state} />}
          {state === undefined && !isStateUnknown ? <Skeleton h={STATE_HEIGHT} mb={16} radius="md" /> : null}
          <ConnectionCards connections={connections} />
        </>
      )}
    </ReadPage>
  );
}

/** `/connections/check`: what `npm run doctor` checks, for staff. */
export function ServerCheckRoute() {
  const read = useQuery(serverCheckQuery());
  return (
    <ReadPage
      back={{ to: paths.connections, label: 'Connections' }}
      title="Server check"
      subtitle="Settings, database, queues, certificates and services. Nothing is sent."
      actions={
        <Button variant="default" leftSection={<IconRefresh />} loading={read.isFetching} onClick={() => void read.refetch()}>
          Check again
        </Button>
      }
      read={read}
      skeleton={<Skeleton h={SKELETON_ROWS * 56} radius="md" />}
    >
      {(findings) => <FindingList findings={findings} />}
    </ReadPage>
  );
}

/** Signs by severity, the worst first. */
const SIGNS = { bad: ['Bad', IconAlertCircle], warning: ['Warning', IconAlertTriangle], good: ['Good', IconCircleCheck] } as const;

/** Such as "1 bad, 2 warnings, 9 good". */
function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('bad') + count('warning') === 0) return 'No problems found.';
  return `${count('bad')} bad, ${counted(count('warning'), 'warning')}, ${count('good')} good`;
}

function FindingList({ findings }: { findings: readonly Finding[] }) {
  const inOrder = Object.keys(SIGNS).flatMap((state) => findings.filter((finding) => finding.state === state));
  const areas = [...Map.groupBy(inOrder, ({ area }) => area)];
  return (
    <>
      <Box component="p" mb={12} data-text="second" role="status">
        {summaryOf(areas.flatMap(([, found]) => found.slice(0, 1)))}
      </Box>
      <ul data-box="card" data-ruled>
        {areas.map(([area, found]) => (
          <AreaLine key={area} area={area} found={found} />
        ))}
      </ul>
    </>
  );
}

function AreaLine({ area, found }: { area: string; found: readonly Finding[] }) {
  const state = found[0]?.state ?? 'good';
  const [word, Sign] = SIGNS[state];
  return (
    <Group component="li" gap={12} px={16} py={12} align="flex-start" wrap="nowrap" fz="sm" lh="sm">
      <Sign aria-hidden="true" style={{ marginTop: 2 }} data-text={state === 'warning' ? 'warn' : state} />
      <div data-breaks data-grows>
        <Box component="span" me={8} data-text={state === 'bad' ? 'bad' : 'second'}>
          {word}
        </Box>
        <span data-text="strong">{area}</span>
        {found.map(({ text, advice }) => (
          <Fragment key={text}>
            <p>{text}</p>
            {advice === null ? null : <p data-text="second">{advice}</p>}
          </Fragment>
        ))}
      </div>
    </Group>
  );
}

const ServerStateCard = ({ state: { sending_pause: pause, backups } }: { state: ServerState }) => (
  <>
    {pause === null ? null : <PauseAlert pause={pause} />}
    <Box mb={16}>
      <FactCard
        title="This server"
        aside={
          <Anchor component={Link} to={paths.serverCheck} inherit>
            Check the server
          </Anchor>
        }
      >
        {backups === null ? null : <Backups backups={backups} />}
      </FactCard>
    </Box>
  </>
);

const PauseAlert = ({ pause }: { pause: NonNullable<ServerState['sending_pause']> }) => (
  <Alert color="yellow" icon={<IconAlertTriangle />} title="Nothing is being sent at the moment" mb="md">
    {`A backup from ${dates.dayAndTime(pause.backup_taken_at)} was restored, and some of the waiting messages may have been sent since. Waiting: ${unsentInWords(pause)}. Your administrator can resume sending with `}
    <code>npm run resume</code>.
  </Alert>
);

const BYTES_OF_MB = 1_000_000;

/** Such as "0.4 MB" or "12 MB". */
const sizeInWords = (bytes: number): string => {
  const megabytes = bytes / BYTES_OF_MB;
  return `${megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes)} MB`;
};

const Backups = ({ backups }: { backups: BackupsState }) => (
  <Box component="dl" mt="sm">
    <Fact label="Last backup">
      {backups.succeeded_at === null || backups.bytes === null ? (
        'None yet'
      ) : (
        <span>
          <RelativeTime at={backups.succeeded_at} />
          {`, ${sizeInWords(backups.bytes)}; ${counted(backups.kept, 'backup')} kept`}
        </span>
      )}
    </Fact>
    {backups.failed_at === null ? null : (
      <Fact label="Last failure">
        <LastFailure at={backups.failed_at} failure={backups.failure} />
      </Fact>
    )}
  </Box>
);
