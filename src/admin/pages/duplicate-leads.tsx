import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DuplicateGroups, LeadsLoading } from '#admin/messages/duplicate-leads/duplicate-groups.tsx';
import { duplicateLeadsQuery } from '#admin/messages/duplicate-leads/lead-queries.ts';
import { paths } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { EmptyState } from '#admin/ui/feedback/page-state.tsx';
import { IconPlugConnectedX } from '#admin/ui/layout/icons.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { LoadFailure } from './frame/loaded.tsx';

const NOTHING_READ = { read: 0, total: null };

/** `/getduplicatesleads`: leads of the CRM that share an address. */
export const DuplicateLeadsRoute = () => (
  <Page>
    <PageHeader
      back={{ to: paths.home, label: 'Events Hub' }}
      title="Duplicate leads"
      subtitle="Leads in Copper CRM that share an email address"
    />
    <Leads />
  </Page>
);

function Leads() {
  const read = useQuery(duplicateLeadsQuery());
  const copper = useQuery(connectionsQuery()).data?.find(({ service }) => service === 'copper');
  if (copper?.is_configured === false) return <NotConfigured />;
  if (read.isError) return <LoadFailure read={read} />;
  if (read.data?.state !== 'done') return <LeadsLoading progress={read.data?.progress ?? NOTHING_READ} />;
  return <DuplicateGroups leads={read.data.leads} />;
}

const NotConfigured = () => (
  <EmptyState
    icon={IconPlugConnectedX}
    level={2}
    title="Copper CRM is not configured"
    text="This server cannot read leads. Ask whoever runs it to connect Copper."
    action={
      <Button component={Link} to={paths.connections} variant="default">
        See all connections
      </Button>
    }
  />
);
