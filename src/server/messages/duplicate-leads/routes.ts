import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { LEAD_PROGRESS_PATH } from '#contract/side-effects/duplicate-leads.ts';
import { AppError } from '#server/errors.ts';
import { serve } from '#server/http/serve.ts';
import { type DuplicateLeadsDeps, followRead, getDuplicateLeads } from './commands.ts';
import type { LeadRead } from './lead-reads.ts';

const writeEvent = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function eventOf(read: LeadRead): string {
  if (read.state === 'reading') return writeEvent('progress', { read: read.read, total: read.total });
  return read.state === 'done' ? writeEvent('done', {}) : writeEvent('failed', { message: read.failure });
}

async function* eventsOf(reads: AsyncIterable<LeadRead>): AsyncGenerator<string> {
  try {
    for await (const read of reads) yield eventOf(read);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield writeEvent('failed', { message: error.message });
  }
}

function isGone(request: FastifyRequest): () => boolean {
  return () => request.socket.destroyed;
}

/** The call waits for the result; a stream of events beside it reports the progress. */
export function duplicateLeadRoutes(app: FastifyInstance, deps: Omit<DuplicateLeadsDeps, 'log'>): void {
  const full = { ...deps, log: app.log };
  serve(app, api.getDuplicateLeads, async ({ request }) => getDuplicateLeads(full, isGone(request)));
  app.route({
    method: 'GET',
    url: `/api${LEAD_PROGRESS_PATH}`,
    config: { access: 'staff' },
    compress: false, // It would buffer the events.
    schema: { summary: 'How far the reading of all leads has come, as server-sent events' },
    handler: async (request, reply) =>
      reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(eventsOf(followRead(full, isGone(request))))),
  });
}
