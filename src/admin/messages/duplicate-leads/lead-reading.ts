import { experimental_streamedQuery as streamedQuery, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call, follow } from '#admin/session/call.ts';
import { api } from '#contract/api.ts';
import { type DuplicateLeads, LEAD_PROGRESS_PATH, type LeadProgress, leadProgressSchema } from '#contract/steps/duplicate-leads.ts';

export type LeadReading =
  | { readonly state: 'reading'; readonly progress: LeadProgress }
  | { readonly state: 'done'; readonly leads: DuplicateLeads };

const UNAVAILABLE = 503;

/**
 * Follows the reading to its end, then fetches the result, which is ready by then.
 * @throws ApiError with the server's message when the leads cannot be read, or `unreachable` when the events break off
 */
export async function* followLeadReading(
  events: AsyncIterable<ServerEvent>,
  readResult: () => Promise<DuplicateLeads>,
): AsyncGenerator<LeadReading> {
  for await (const { event, data } of events) {
    if (event === 'progress') yield { state: 'reading', progress: leadProgressSchema.parse(JSON.parse(data)) };
    if (event === 'failed') {
      const { message: detail } = z.object({ message: z.string() }).parse(JSON.parse(data));
      throw new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: '', status: UNAVAILABLE, detail } });
    }
    if (event !== 'done') continue;
    yield { state: 'done', leads: await readResult() };
    return;
  }
  throw new ApiError({ kind: 'unreachable' });
}

/** As long as the server caches its result. */
const FRESH_MS = 300_000;
const RETRIES = 2;

/** The duplicate leads, or the progress of reading them. */
export const duplicateLeadsQuery = () =>
  queryOptions({
    queryKey: queryKeys.duplicateLeads,
    queryFn: streamedQuery<LeadReading, LeadReading>({
      streamFn: ({ signal }) => followLeadReading(follow(LEAD_PROGRESS_PATH, signal), async () => call(api.getDuplicateLeads, { signal })),
      reducer: (_before, now) => now,
      initialValue: { state: 'reading', progress: { read: 0, total: null } },
    }),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // The server has already retried; after a lost connection the next call joins the same reading.
    retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.kind !== 'answered' && error.isTemporary,
  });
