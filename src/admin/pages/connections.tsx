import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ConnectionCards, ConnectionCardsSkeleton } from '#admin/messages/connections/connection-cards.tsx';
import { FindingList } from '#admin/messages/connections/finding-list.tsx';
import { ServerStateCard } from '#admin/messages/connections/server-state-card.tsx';
import { paths } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { serverCheckQuery, serverStateQuery } from '#admin/reads/server-state-queries.ts';
import { IconRefresh } from '#admin/ui/layout/icons.tsx';
import { ReadPage } from '#admin/ui/layout/page.tsx';

const STATE_HEIGHT = 58;
const SKELETON_ROWS = 10;

/** `/connections`: the outside services, the outcome of their last calls, and a test of each. */
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
