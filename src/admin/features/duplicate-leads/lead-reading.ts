import { z } from 'zod';
import { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { type DuplicateLeads, type LeadProgress, leadProgressSchema } from '#contract/duplicate-leads.ts';

/** How the reading of all leads stands: under way, or finished. */
export type LeadReading =
  | { readonly state: 'reading'; readonly progress: LeadProgress }
  | { readonly state: 'done'; readonly leads: DuplicateLeads };

const failureSchema = z.object({ message: z.string() });
const UNAVAILABLE = 503;

/**
 * Follows the reading to its end, then fetches its result, which is there at once by then (decision 39).
 * @throws ApiError with what the server says when the leads cannot be read, or `unreachable` when the events break off
 */
export async function* followLeadReading(
  events: AsyncIterable<ServerEvent>,
  readResult: () => Promise<DuplicateLeads>,
): AsyncGenerator<LeadReading> {
  for await (const { event, data } of events) {
    if (event === 'progress') yield { state: 'reading', progress: leadProgressSchema.parse(JSON.parse(data)) };
    if (event === 'failed') {
      const { message: detail } = failureSchema.parse(JSON.parse(data));
      throw new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: '', status: UNAVAILABLE, detail } });
    }
    if (event !== 'done') continue;
    yield { state: 'done', leads: await readResult() };
    return;
  }
  throw new ApiError({ kind: 'unreachable' });
}
