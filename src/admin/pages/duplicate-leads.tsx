import { useQuery } from '@tanstack/react-query';
import { CopperNotConfigured, DuplicateGroups, LeadsLoading } from '#admin/messages/duplicate-leads/duplicate-groups.tsx';
import { duplicateLeadsQuery } from '#admin/messages/duplicate-leads/lead-queries.ts';
import { paths } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { LoadFailure } from './frame/loaded.tsx';

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
  if (copper?.is_configured === false) return <CopperNotConfigured />;
  if (read.isError) return <LoadFailure read={read} />;
  if (read.data?.state !== 'done') return <LeadsLoading progress={read.data?.progress} />;
  return <DuplicateGroups leads={read.data.leads} />;
}
