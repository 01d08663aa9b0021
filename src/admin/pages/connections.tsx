import { Alert, Anchor, Box, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { ConnectionCards, ConnectionCardsSkeleton } from '#admin/messages/connections/connection-cards.tsx';
import { paths } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { RelativeTime, useDates } from '#admin/ui/format/dates-context.tsx';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconRefresh } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { type BackupsState, COUNTED_MAX, type Finding, type ServerState } from '#contract/server-state.ts';
import { SERVICE_NAMES, SERVICES } from '#contract/steps/steps.ts';
import { counted } from '#contract/texts/counts.ts';
import card from '#admin/ui/cards/fact-card.module.css';
import { Loaded, readState } from './frame/loaded.tsx';
import found from './needs-attention/finding-list.module.css';
import { serverCheckQuery, serverStateQuery } from './needs-attention/server-state-queries.ts';

const STATE_HEIGHT = 58;

/** `/connections`: the outside services, the outcome of their last calls, and a test of each. */
export function ConnectionsRoute() {
  const read = useQuery(connectionsQuery());
  const { data: state, isError: isStateUnknown } = useQuery(serverStateQuery());
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="Connections"
        subtitle="The services that sign-ups are sent to. They are set up on the server; secrets are never shown here."
        isLoading={readState(read) === 'loading'}
      />
      <Loaded read={read} skeleton={<ConnectionCardsSkeleton />}>
        {(connections) => (
          <>
            {state === undefined ? null : <ServerStateCard state={state} />}
            {state === undefined && !isStateUnknown ? <Skeleton h={STATE_HEIGHT} mb={16} radius="md" /> : null}
            <ConnectionCards connections={connections} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** `/connections/check`: what `npm run doctor` checks, for staff. */
export function ServerCheckRoute() {
  const read = useQuery(serverCheckQuery());
  return (
    <Page>
      <PageHeader
        back={{ to: paths.connections, label: 'Connections' }}
        title="Check of the server"
        subtitle="Settings, database, queues, certificates and services. Nothing is sent."
        isLoading={readState(read) === 'loading'}
        actions={
          <Button variant="default" leftSection={<IconRefresh />} loading={read.isFetching} onClick={() => void read.refetch()}>
            Check again
          </Button>
        }
      />
      <Loaded read={read} skeleton={<Skeleton h={SKELETON_ROWS * 56} radius="md" />}>
        {(findings) => <FindingList findings={findings} />}
      </Loaded>
    </Page>
  );
}

const STATES = [
  ['bad', 'Bad', IconAlertCircle],
  ['warning', 'Warning', IconAlertTriangle],
  ['good', 'Good', IconCircleCheck],
] as const;

const SKELETON_ROWS = 10;

/** Such as "1 bad, 2 warnings, 9 good". */
function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  if (count('bad') + count('warning') === 0) return 'All is well.';
  return `${count('bad')} bad, ${counted(count('warning'), 'warning')}, ${count('good')} good`;
}

/** What the check found, the worst first. */
const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <>
    <Box component="p" mb={12} variant="second" role="status">
      {summaryOf(findings)}
    </Box>
    <ul data-box="card" data-ruled>
      {STATES.flatMap(([state, word, Sign]) =>
        findings
          .filter((finding) => finding.state === state)
          .map(({ area, text, advice }) => (
            <li key={`${area} ${text}`} className={found.finding}>
              <Sign aria-hidden="true" className={found.sign} data-variant={state === 'warning' ? 'second' : state} />
              <div data-breaks>
                <span className={found.state} data-variant={state === 'bad' ? 'bad' : 'second'}>
                  {word}
                </span>
                <span data-variant="strong">{area}</span>
                <p>{text}</p>
                {advice === null ? null : <p data-variant="second">{advice}</p>}
              </div>
            </li>
          )),
      )}
    </ul>
  </>
);

/** What the server itself tells: whether sending is paused, and how its backups did. */
function ServerStateCard({ state: { sending_pause: pause, backups } }: { state: ServerState }) {
  const titleId = useId();
  return (
    <>
      {pause === null ? null : <PauseAlert pause={pause} />}
      <Box component="section" className={card.card} mb={16} aria-labelledby={titleId}>
        <div className={card.head} data-row="wrap between">
          <h2 id={titleId} data-variant="title">
            This server
          </h2>
          <Anchor component={Link} to={paths.serverCheck} inherit>
            Check the server
          </Anchor>
        </div>
        {backups === null ? null : <Backups backups={backups} />}
      </Box>
    </>
  );
}

const countedUpTo = (...[count, singular, plural]: Parameters<typeof counted>): string =>
  `${count >= COUNTED_MAX ? 'at least ' : ''}${counted(count, singular, plural)}`;

/** What waits, such as "3 Slack messages, 12 mails". */
function waitingInWords({ unsent, outbox }: NonNullable<ServerState['sending_pause']>): string {
  const parts = SERVICE_NAMES.filter((service) => (unsent[service] ?? 0) > 0).map((service) =>
    countedUpTo(unsent[service] ?? 0, ...SERVICES[service].sent),
  );
  return (
    [...parts, ...(outbox === 0 ? [] : [`what follows ${countedUpTo(outbox, 'sign-up or change', 'sign-ups or changes')}`])].join(', ') ||
    'nothing yet'
  );
}

function PauseAlert({ pause }: { pause: NonNullable<ServerState['sending_pause']> }) {
  const dates = useDates();
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title="Nothing is sent at the moment" mb="md">
      A backup of {dates.dayAndTime(pause.backup_taken_at)} was restored, and some of what waits may have been sent since. Waiting:{' '}
      {waitingInWords(pause)}. Whoever runs this server lets it go on with <code>npm run resume</code>.
    </Alert>
  );
}

const BYTES_OF_MB = 1_000_000;

/** Such as "0.4 MB" or "12 MB". */
const sizeInWords = (bytes: number): string => {
  const megabytes = bytes / BYTES_OF_MB;
  return `${megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes)} MB`;
};

const Backups = ({ backups }: { backups: BackupsState }) => (
  <Box component="dl" mt="sm">
    <div className={card.fact}>
      <dt>Last backup</dt>
      <dd>
        {backups.succeeded_at === null || backups.bytes === null ? (
          'None yet'
        ) : (
          <>
            <RelativeTime at={backups.succeeded_at} />, {sizeInWords(backups.bytes)}; {counted(backups.kept, 'backup')} kept
          </>
        )}
      </dd>
    </div>
    {backups.failed_at === null ? null : (
      <div className={card.fact}>
        <dt>Last failure</dt>
        <dd>
          <RelativeTime at={backups.failed_at} />
          <span className={card.failure}>{backups.failure}</span>
        </dd>
      </div>
    )}
  </Box>
);
