import { useQuery } from '@tanstack/react-query';
import { ConnectionCards, ConnectionCardsSkeleton } from '#admin/features/connections/connection-cards.tsx';
import { connectionsQuery } from '#admin/features/connections/connection-queries.ts';
import { paths } from '#admin/paths.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { Loaded, readState } from '../loaded.tsx';

/** `/connections`: the outside services, the outcome of their last calls, and a test of each. */
export function ConnectionsRoute() {
  const read = useQuery(connectionsQuery());
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="Connections"
        subtitle="The services that sign-ups are sent to. They are set up on the server; secrets are never shown here."
        isLoading={readState(read) === 'loading'}
      />
      <Loaded read={read} skeleton={<ConnectionCardsSkeleton />}>
        {(connections) => <ConnectionCards connections={connections} />}
      </Loaded>
    </Page>
  );
}
