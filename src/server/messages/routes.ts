import type { FastifyInstance } from 'fastify';
import { announcementPreviewCalls } from '#contract/events/announcement-preview.ts';
import type { AttentionScope } from '#contract/steps/attention.ts';
import { connectionCalls } from '#contract/steps/connections.ts';
import { leadCalls } from '#contract/steps/duplicate-leads.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { slackChannelIn } from '#contract/steps/steps.ts';
import type { FormCache } from '#server/form-store/form-cache.ts';
import { digestOfMail, keepInSetup, type SetupValues } from '#server/forms/setup.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { formsOf } from '#server/steps/staff/queries.ts';
import { seriesPath } from '#server/wire-names.ts';
import { type Actor, write } from '#server/write.ts';
import { listConnections, testConnection, testMail, testSlack } from './connections.ts';
import { getDuplicateLeads, readLeads } from './duplicate-leads.ts';
import { readChange } from './read-change.ts';
import { readSentMail } from './sent-mail.ts';

/** Records that the settings of a series or form were tested, unless it was deleted in the meantime. */
async function rememberTest(context: Context, by: Actor, tested: AttentionScope, test: SetupValues): Promise<void> {
  for (const form of formsOf(tested)) await write(context, by, (w) => keepInSetup(w, form, test));
}

/** What is sent to people, Slack and Copper, and the connections used. */
export function messageRoutes(app: FastifyInstance, context: Context & { readonly signUps: { readonly forms: FormCache } }): void {
  const { db, services, config, signUps } = context;
  const mails = { ...config, ...services, db, forms: signUps.forms };
  serve(app, announcementPreviewCalls.getEventChange, async ({ params, query: { cancelled } }) =>
    readChange(mails, seriesPath(params), cancelled === undefined ? undefined : cancelled === 'true'),
  );
  serve(app, sideEffectCalls.readMail, async ({ params }) => readSentMail(mails, params.stepId));
  serve(app, connectionCalls.listConnections, async () => listConnections(db, services));
  serve(app, connectionCalls.getSlackChannel, async ({ query }) => {
    const channel = slackChannelIn(query.channel_id);
    return { name: channel === undefined ? null : ((await services.slack?.channelName(channel)) ?? null) };
  });
  serve(app, connectionCalls.testSlack, async ({ body, by }) => {
    const channel = slackChannelIn(body.channel_id) ?? body.channel_id.trim();
    const message = await testSlack(context, channel, by);
    await rememberTest(context, by, body, { slack_tested_at: new Date(), tested_channel: channel });
    return { message };
  });
  serve(app, connectionCalls.testMail, async ({ body, by }) => {
    const message = await testMail(context, body, by);
    // The setup list is about the confirmation.
    if (body.kind === undefined) await rememberTest(context, by, body, { mail_tested_at: new Date(), tested_mail: digestOfMail(body) });
    return { message };
  });
  serve(app, connectionCalls.testConnection, async ({ params }) => ({ message: await testConnection(context, params.service) }));
  // One call waits for the result, the other gives the progress.
  serve(app, leadCalls.getDuplicateLeads, async ({ request, by }) => getDuplicateLeads(context, by, () => request.socket.destroyed));
  serve(app, leadCalls.readLeads, async ({ query, by }) => readLeads(context, by, query.reading));
}
