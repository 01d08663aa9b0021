import { useQuery } from '@tanstack/react-query';
import { ConnectionCards, ConnectionCardsSkeleton } from '#admin/features/connections/connection-cards.tsx';
import { connectionsQuery } from '#admin/features/connections/connection-queries.ts';
import { paths } from '#admin/paths.ts';
import { LoadingNote } from '#admin/ui/feedback/loading-note.tsx';
import { PageHeader } from '#admin/ui/layout/page-header.tsx';
import { Page } from '#admin/ui/layout/page.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';

/** `/connections`: the outside services, the outcome of their last calls, and a test of each. */
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
      {state === 'loading' ? <ConnectionCardsSkeleton /> : null}
      {state === 'failed' ? <LoadFailure read={read} /> : null}
      {read.data === undefined ? null : <ConnectionCards connections={read.data} />}
    </Page>
  );
}
