import { useQuery } from '@tanstack/react-query';
import { useProgress } from '#admin/live/use-progress.ts';
import { CopperNotConfigured, DuplicateGroups, LeadsLoading } from '#admin/messages/duplicate-leads/duplicate-groups.tsx';
import { duplicateLeadsQuery } from '#admin/messages/duplicate-leads/lead-queries.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { LoadFailure } from './frame/loaded.tsx';

/** `/getduplicatesleads`: leads of the CRM that share an address. */
export const DuplicateLeadsRoute = () => (
  <Page>
    <PageHeader title="Duplicate leads" subtitle="Leads in Copper CRM that share an email address" />
    <Leads />
  </Page>
);

function Leads() {
  const read = useQuery(duplicateLeadsQuery());
  useProgress(queryKeys.duplicateLeads, 'leads', read.isSuccess && read.data.result === null);
  const copper = useQuery(connectionsQuery()).data?.find(({ service }) => service === 'copper');
  if (copper?.is_configured === false) return <CopperNotConfigured />;
  if (read.isError) return <LoadFailure read={read} />;
  if (read.data === undefined || read.data.result === null) return <LeadsLoading reading={read.data} />;
  return <DuplicateGroups leads={read.data.result} />;
}
