import { Alert, Anchor, Box } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { RelativeTime, useDates } from '#admin/ui/format/dates-context.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { type BackupsState, countedUpTo, type ServerState } from '#contract/server-state.ts';
import { SERVICE_NAMES, SERVICES } from '#contract/steps/steps.ts';
import { counted } from '#contract/texts/counts.ts';
import { Fact, FactCard, LastFailure } from './fact-card.tsx';

export const ServerStateCard = ({ state: { sending_pause: pause, backups } }: { state: ServerState }) => (
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
      {`A backup of ${dates.dayAndTime(pause.backup_taken_at)} was restored, and some of what waits may have been sent since. Waiting: ${waitingInWords(pause)}. Your administrator can resume sending with `}
      <code>npm run resume</code>.
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
