import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { announcementCalls } from '#contract/events/announcement-calls.ts';
import { connectionCalls } from '#contract/steps/connections.ts';
import { LEAD_PROGRESS_PATH, leadCalls } from '#contract/steps/duplicate-leads.ts';
import { AppError } from '#server/errors.ts';
import { digestOfMail, keepInSetup, type SetupValues } from '#server/forms/setup.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { seriesPath } from '#server/wire-names.ts';
import { type Actor, write } from '#server/write.ts';
import { listConnections, testConnection, testMail, testSlack } from './connections.ts';
import { followRead, getDuplicateLeads, type LeadRead } from './duplicate-leads.ts';
import { readChange } from './read-change.ts';

/** The mail that would announce a change. */
export function messageRoutes(app: FastifyInstance, context: Context): void {
  const { db, services, config } = context;
  const mails = { db, timeZone: config.timeZone, pagesUrl: config.eventsServerUrl, sender: services.sender };
  serve(app, announcementCalls.getEventChange, async ({ params }) => readChange(mails, seriesPath(params)));
}

interface TestedForm {
  readonly series_id?: string | undefined;
  readonly form_id?: string | undefined;
}

/** Keeps that the settings of a series or form were tested; for one deleted in the meantime nothing is kept. */
async function rememberTest(context: Context, by: Actor, tested: TestedForm, test: SetupValues): Promise<void> {
  const forms = [
    { kind: 'series', id: tested.series_id },
    { kind: 'marketing', id: tested.form_id },
  ] as const;
  for (const { kind, id } of forms) if (id !== undefined) await write(context, by, (w) => keepInSetup(w, { kind, id }, test));
}

export function connectionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, connectionCalls.listConnections, async () => listConnections(context.db, context.services));
  serve(app, connectionCalls.getSlackChannel, async ({ query }) => ({
    name: (await context.services.slack?.channelName(query.channel_id.trim())) ?? null,
  }));
  serve(app, { ...connectionCalls.testSlack, tells: tells.dashboard }, async ({ body, by }) => {
    const channel = body.channel_id.trim();
    const message = await testSlack(context, channel, by);
    await rememberTest(context, by, body, { slack_tested_at: new Date(), tested_channel: channel });
    return { message };
  });
  serve(app, { ...connectionCalls.testMail, tells: tells.dashboard }, async ({ body, by }) => {
    const message = await testMail(context, body, by);
    // The setup list is about the confirmation.
    if (body.kind === undefined) await rememberTest(context, by, body, { mail_tested_at: new Date(), tested_mail: digestOfMail(body) });
    return { message };
  });
  serve(app, { ...connectionCalls.testConnection, tells: tells.dashboard }, async ({ params }) => ({
    message: await testConnection(context, params.service),
  }));
}

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
export function duplicateLeadRoutes(app: FastifyInstance, context: Context): void {
  serve(app, leadCalls.getDuplicateLeads, async ({ request }) => getDuplicateLeads(context, isGone(request)));
  app.route({
    method: 'GET',
    url: `/api${LEAD_PROGRESS_PATH}`,
    config: { access: 'staff', needs: 'edit' },
    compress: false, // It would buffer the events.
    schema: { summary: 'How far the reading of all leads has come, as server-sent events' },
    handler: async (request, reply) =>
      reply
        .type('text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(eventsOf(followRead(context, isGone(request))))),
  });
}
