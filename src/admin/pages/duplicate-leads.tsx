import { Anchor, Box, Button, Loader, Progress, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '#admin/api/api-error.ts';
import { copperSearchLink } from '#admin/api/settings.ts';
import { useProgress } from '#admin/live/use-progress.ts';
import { paths } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { NumberCard, NumberCards } from '#admin/ui/cards/number-card.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { outside } from '#admin/ui/layout/tool-button.tsx';
import { IconExternalLink, IconPlugConnectedX, IconUserCheck } from '#admin/ui/layout/tool-icons.tsx';
import { EmptyState, LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import { type DuplicateLeads, leadCalls, type LeadReading } from '#contract/steps/duplicate-leads.ts';
import { formatCount } from '#contract/texts/counts.ts';
import page from '#admin/ui/states/page-state.module.css';

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
    // The server has already retried; after a lost connection the next call joins the same read.
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
  if (read.isError || readState(read) === 'failed') return <LoadFailure read={read} />;
  if (read.data === undefined || read.data.result === null) return <LeadsLoading reading={read.data} />;
  return <DuplicateGroups leads={read.data.result} />;
}

/** Rendering thousands of groups at once would be slow. */
const SHOWN_AT_ONCE = 60;

const GROUPS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))', gap: 16, alignItems: 'start' };
const LEAD = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '0 16px', padding: '8px 16px', font: 'var(--t-type-sm)' };

function DuplicateGroups({ leads: { total, count, duplicates } }: { leads: DuplicateLeads }) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  // The answer is an object, whose keys have no order.
  const groups = Object.entries(duplicates).toSorted(([a], [b]) => a.localeCompare(b, 'en-GB'));
  return (
    <>
      <Box maw={576} mb={24}>
        <NumberCards kind="joined">
          <NumberCard label="Total Leads" value={formatCount(total)} note="in Copper CRM" />
          <NumberCard label="Duplicate Leads" value={formatCount(count)} note="share their email with another" />
        </NumberCards>
      </Box>
      {groups.length === 0 ? (
        <EmptyState icon={IconUserCheck} level={2} title="No duplicate leads" text="No two leads in Copper CRM share an email address." />
      ) : (
        <ul style={GROUPS}>
          {groups.slice(0, limit).map(([key, group]) => (
            <li key={key}>
              <Group name={key} leads={group} />
            </li>
          ))}
        </ul>
      )}
      {groups.length > limit ? (
        <Button mt={24} variant="default" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          {`Show more (${formatCount(groups.length - limit)} left)`}
        </Button>
      ) : null}
    </>
  );
}

const Group = ({ name, leads }: { name: string; leads: DuplicateLeads['duplicates'][string] }) => (
  <article data-box="card" aria-label={name}>
    <Box px={16} py={12} data-edge="bottom">
      <h2 data-text="heading">
        <bdi>{name}</bdi>
      </h2>
      <Anchor mt={4} fz="sm" lh="sm" data-row="inline close" href={copperSearchLink(name)} {...outside}>
        Open lead in Copper CRM <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
        <IconExternalLink size={14} />
      </Anchor>
    </Box>
    <ul data-ruled>
      {leads.map((lead) => (
        <li key={lead.id} style={LEAD}>
          <span data-text="strong" dir="auto">
            {lead.name ?? 'Unnamed Lead'}
          </span>
          <span data-text="second" dir="auto">
            {lead.company ?? 'No Company'}
          </span>
          <span style={{ gridArea: '1 / 2' }} data-text="count">
            {`ID: ${lead.id}`}
          </span>
        </li>
      ))}
    </ul>
  </article>
);

const ALL = 100;
const NOTHING_READ = { read: 0, total: null };

const LeadsLoading = ({ reading: { read, total } = NOTHING_READ }: { reading: Pick<LeadReading, 'read' | 'total'> | undefined }) => (
  <div className={page.state}>
    <Loader size="md" aria-hidden="true" />
    <div role="status">
      <Box component="p" mt={16} data-text="title">
        Loading duplicate lead data...
      </Box>
      <Box component="p" mt={4} data-text="second">
        This may take a moment to retrieve all records
      </Box>
    </div>
    <Box w="100%" maw={320} mih={40} mt={20} data-text="small-count">
      {total === null ? null : (
        <>
          <Progress mb={8} value={total === 0 ? ALL : (read / total) * ALL} aria-label="Leads read" />
          <span>{`${formatCount(read)} of ${formatCount(total)} leads read`}</span>
        </>
      )}
    </Box>
  </div>
);

const CopperNotConfigured = () => (
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
