import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FindingList, FindingListSkeleton } from '#admin/features/server-state/finding-list.tsx';
import { serverCheckQuery } from '#admin/features/server-state/server-state-queries.ts';
import { paths } from '#admin/paths.ts';
import { IconRefresh } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { Loaded, readState } from '../loaded.tsx';

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
      <Loaded read={read} skeleton={<FindingListSkeleton />}>
        {(findings) => <FindingList findings={findings} />}
      </Loaded>
    </Page>
  );
}
