import { z } from 'zod';
import { ApiError } from '#admin/api/api-error.ts';
import type { ServerEvent } from '#admin/api/server-events.ts';
import { type DuplicateLeads, type LeadProgress, leadProgressSchema } from '#contract/steps/duplicate-leads.ts';

export type LeadReading =
  | { readonly state: 'reading'; readonly progress: LeadProgress }
  | { readonly state: 'done'; readonly leads: DuplicateLeads };

const failureSchema = z.object({ message: z.string() });
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
      const { message: detail } = failureSchema.parse(JSON.parse(data));
      throw new ApiError({ kind: 'answered', problem: { type: 'about:blank', title: '', status: UNAVAILABLE, detail } });
    }
    if (event !== 'done') continue;
    yield { state: 'done', leads: await readResult() };
    return;
  }
  throw new ApiError({ kind: 'unreachable' });
}
