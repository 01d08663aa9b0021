import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import { useProgress } from '#admin/live/use-progress.ts';
import { CopperNotConfigured, DuplicateGroups, LeadsLoading } from '#admin/messages/duplicate-leads/duplicate-groups.tsx';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { LoadFailure } from '#admin/ui/feedback/loaded.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { leadCalls, type LeadReading } from '#contract/steps/duplicate-leads.ts';

/** As long as the server keeps its result. */
const FRESH_MS = 300_000;
const RETRIES = 2;

const duplicateLeadsQuery = () =>
  queryOptions({
    queryKey: queryKeys.duplicateLeads,
    queryFn: ({ client, queryKey, signal }) => {
      const before = client.getQueryState<LeadReading>(queryKey);
      // After a failure, and once a result is old, the leads are read again from the start.
      const reading = before?.status === 'success' && before.data?.result === null ? before.data.id : undefined;
      return call(leadCalls.readLeads, { query: reading === undefined ? {} : { reading }, signal });
    },
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // The server has already retried; after a lost connection the next call joins the same reading.
    retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.kind !== 'answered' && error.isTemporary,
  });

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
