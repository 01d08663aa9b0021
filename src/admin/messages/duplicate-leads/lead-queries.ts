import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { leadCalls, type LeadReading } from '#contract/steps/duplicate-leads.ts';

/** As long as the server keeps its result. */
const FRESH_MS = 300_000;
const RETRIES = 2;

/** The duplicate leads, or how far reading them is. */
export const duplicateLeadsQuery = () =>
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
