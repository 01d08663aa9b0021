import type { FastifyInstance } from 'fastify';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import { mailingCallsOf } from '#contract/mailings/mailing-calls.ts';
import { checkAudience, countAudience } from '#server/attendees/audience.ts';
import type { Context } from '#server/http/context.ts';
import { countOrThrow } from '#server/http/limits/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { resumeMailing, sendMailing, stopMailing, undoMailing } from './commands.ts';
import { previewMailing, testMailing } from './preview.ts';
import { getMailing, listMailings, listPeopleOf, secondsFor } from './queries.ts';

/** What staff write to the people of a series or form. */
export function mailingRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  const { mailingsPerMinute: perMinute } = config;
  for (const kind of FORM_KINDS) {
    const calls = mailingCallsOf[kind];
    serve(app, calls.countAudience, async ({ params: { id }, body }) => {
      const counts = await countAudience(db, await checkAudience(db, { form: { kind, id }, ...body, at: new Date() }), config.timeZone);
      return { ...counts, seconds: secondsFor(counts.people, perMinute) };
    });
    serve(app, calls.previewMailing, async ({ params: { id }, body }) => previewMailing(context, { kind, id }, body));
    serve(app, calls.testMailing, async ({ params: { id }, body, by }) => {
      countOrThrow(context.limits.mailTests, `test ${by.email}`, 'At most 10 test emails a minute. Please wait a moment.');
      return { message: await testMailing(context, { kind, id }, body, by) };
    });
    serve(app, calls.sendMailing, async ({ params: { id }, body: input, callId, by }) =>
      sendMailing(context, by, { kind, id }, { input, callId }),
    );
    const refOf = ({ id, mailingId }: { readonly id: string; readonly mailingId: string }) => ({ form: { kind, id }, mailingId });
    serve(app, calls.undoMailing, async ({ params, by }) => undoMailing(context, by, refOf(params)));
    serve(app, calls.stopMailing, async ({ params, by }) => stopMailing(context, by, refOf(params)));
    serve(app, calls.resumeMailing, async ({ params, by }) => resumeMailing(context, by, refOf(params)));
    serve(app, calls.listMailings, async ({ params: { id }, query }) => listMailings(db, { kind, id }, query.cursor, perMinute));
    serve(app, calls.getMailing, async ({ params }) => getMailing(db, refOf(params), perMinute));
    serve(app, calls.listMailingPeople, async ({ params, query }) => listPeopleOf(db, refOf(params), query));
  }
}
