import { experimental_streamedQuery as streamedQuery, queryOptions } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call, follow } from '#admin/session/call.ts';
import { LEAD_PROGRESS_PATH, leadCalls } from '#contract/steps/duplicate-leads.ts';
import { followLeadReading, type LeadReading } from './lead-reading.ts';

/** As long as the server caches its result. */
const FRESH_MS = 300_000;
const RETRIES = 2;

const START: LeadReading = { state: 'reading', progress: { read: 0, total: null } };

/** The duplicate leads, or the progress of reading them. */
export const duplicateLeadsQuery = () =>
  queryOptions({
    queryKey: queryKeys.duplicateLeads,
    queryFn: streamedQuery<LeadReading, LeadReading>({
      streamFn: ({ signal }) =>
        followLeadReading(follow(LEAD_PROGRESS_PATH, signal), async () => call(leadCalls.getDuplicateLeads, { signal })),
      reducer: (_before, now) => now,
      initialValue: START,
    }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // The server has already retried; after a lost connection the next call joins the same reading.
    retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.kind !== 'answered' && error.isTemporary,
  });
