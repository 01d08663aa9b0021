import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { topicOf } from '#contract/live.ts';
import type { Db } from '#server/db/connection.ts';
import { digestOfMail, keepInSetup, type SetupValues } from '#server/forms/form-setup.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import type { Tell } from '#server/live/change.ts';
import * as tells from '#server/live/tells.ts';
import type { Services } from '#server/services/services.ts';
import { testConnection, testMail, testSlack } from './commands.ts';
import { listConnections } from './queries.ts';

interface ConnectionDeps {
  readonly db: Db;
  readonly services: Services;
  readonly timeZone: string;
  readonly tell: Tell;
}

interface TestedForm {
  readonly series_id?: string | undefined;
  readonly form_id?: string | undefined;
}

/** Keeps that the settings of a series or form were tested; one that is gone meanwhile has nothing to keep. */
async function rememberTest({ db, tell }: ConnectionDeps, tested: TestedForm, test: SetupValues): Promise<void> {
  const forms = [
    { kind: 'series', id: tested.series_id },
    { kind: 'marketing', id: tested.form_id },
  ] as const;
  for (const { kind, id } of forms)
    if (id !== undefined && (await keepInSetup(db, { kind, id }, test))) tell({ topic: topicOf({ kind, id }) });
}

export function connectionRoutes(app: FastifyInstance, deps: ConnectionDeps): void {
  serve(app, api.listConnections, async () => listConnections(deps.db, deps.services));
  serve(app, api.getSlackChannel, async ({ query }) => ({
    name: (await deps.services.slack?.channelName(query.channel_id.trim())) ?? null,
  }));
  serve(app, { ...api.testSlack, tells: tells.dashboard }, async ({ body, request }) => {
    const channel = body.channel_id.trim();
    const message = await testSlack(deps, channel, callerOf(request));
    await rememberTest(deps, body, { slack_tested_at: new Date(), tested_channel: channel });
    return { message };
  });
  serve(app, { ...api.testMail, tells: tells.dashboard }, async ({ body, request }) => {
    const message = await testMail(deps, body, callerOf(request));
    // The setup list is about the confirmation.
    if (body.kind === undefined) await rememberTest(deps, body, { mail_tested_at: new Date(), tested_mail: digestOfMail(body) });
    return { message };
  });
  serve(app, { ...api.testConnection, tells: tells.dashboard }, async ({ params }) => ({
    message: await testConnection(deps, params.service),
  }));
}
