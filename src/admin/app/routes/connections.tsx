import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '#admin/api/connections-query.ts';
import { ConnectionCards, ConnectionCardsBones } from '#admin/features/connections/connection-cards.tsx';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';

/** `/connections`: the outside services, how each did lately, and a test of each. */
export function ConnectionsRoute() {
  const read = useQuery(connectionsQuery());
  const state = readState(read);
  return (
    <Page>
      <PageHeader
        back={{ to: paths.home, label: 'Events Hub' }}
        title="Connections"
        subtitle="The services that sign-ups are sent to. They are set up on the server; secrets are never shown here."
        note={state === 'loading' ? <LoadingNote /> : undefined}
      />
      {state === 'loading' ? <ConnectionCardsBones /> : null}
      {state === 'failed' ? <LoadFailure read={read} /> : null}
      {read.data === undefined ? null : <ConnectionCards connections={read.data} />}
    </Page>
  );
}
