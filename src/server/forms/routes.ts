import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { copiedFormSchema, copyCalls } from '#contract/forms/copy.ts';
import { formCalls, formCallsOf } from '#contract/forms/form-calls.ts';
import { FORM_KINDS, type FormRef } from '#contract/forms/form-ref.ts';
import { seriesMailCalls } from '#contract/forms/series-mails.ts';
import { setupCallsOf } from '#contract/forms/setup.ts';
import { announcementOf } from '#server/events/announcements.ts';
import { checkForm } from '#server/form-store/form-rows.ts';
import type { Context } from '#server/http/context.ts';
import { STAFF_COOKIE } from '#server/http/guard.ts';
import { isOverLimit } from '#server/http/limits/rate-limit.ts';
import { serve } from '#server/http/serve.ts';
import { addForm, deleteForm, editForm } from './commands.ts';
import { type CopiedEvent, copiedEvents, copyForm } from './copy-form.ts';
import { addFields, deleteField, editField } from './fields/commands.ts';
import { embeddingHost, formHosts } from './hosts.ts';
import * as queries from './queries.ts';
import { editSeriesMail, listSeriesMails } from './series-mails.ts';
import { dismissSetup, listHosts, readSetup } from './setup.ts';
import { isKnownBot, viewCounter } from './views.ts';

/** Both kinds of forms, with their copies, fields and setup lists. */
export function formRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  serve(app, formCalls.listEventSeries, async () => queries.listSeriesCards(db, new Date()));
  serve(app, formCalls.addEventSeries, async ({ body: { title }, callId, by }) =>
    queries.presentSeriesSettings(await addForm(context, by, 'series', title, callId)),
  );
  serve(app, formCalls.editEventSeries, async ({ params, body, ifMatch, by }) =>
    queries.presentSeriesSettings(await editForm(context, by, { kind: 'series', id: params.id }, body, ifMatch)),
  );
  serve(app, seriesMailCalls.listSeriesMails, async ({ params }) => listSeriesMails(db, params.id));
  serve(app, seriesMailCalls.editSeriesMail, async ({ params, body, ifMatch, by }) =>
    editSeriesMail(context, by, params.id, body, ifMatch),
  );
  serve(app, formCalls.countSeriesLosses, async ({ params }) => queries.countSeriesLosses(db, params.id));
  serve(app, formCalls.listForms, async () => queries.listFormCards(db));
  serve(app, formCalls.addForm, async ({ body: { title }, callId, by }) =>
    queries.presentFormSettings(await addForm(context, by, 'marketing', title, callId)),
  );
  serve(app, formCalls.editForm, async ({ params, body, ifMatch, by }) =>
    queries.presentFormSettings(await editForm(context, by, { kind: 'marketing', id: params.id }, body, ifMatch)),
  );
  serve(app, formCalls.addSeriesFields, async ({ params: { id }, body, callId, by }) =>
    addFields(context, by, { kind: 'series', id }, body, callId),
  );
  serve(app, formCalls.addFormFields, async ({ params: { id }, body, callId, by }) =>
    addFields(context, by, { kind: 'marketing', id }, body.formFields, callId),
  );
  serve(app, formCalls.deleteEventSeries, async ({ params, body, by }) =>
    deleteForm(context, by, { kind: 'series', id: params.id }, announcementOf(body)),
  );
  serve(app, formCalls.deleteForm, async ({ params, by }) => deleteForm(context, by, { kind: 'marketing', id: params.id }));
  serve(app, copyCalls.copySeries, async ({ params: { id }, body, callId, by }) => {
    const choose = (events: readonly CopiedEvent[]) => copiedEvents(events, body, config.timeZone);
    return copyForm(context, by, { kind: 'series', id }, { title: body.title, callId, choose });
  });
  serve(app, copyCalls.copyForm, async ({ params: { id }, body: { title }, callId, by }) =>
    copiedFormSchema.parse(await copyForm(context, by, { kind: 'marketing', id }, { title, callId, choose: () => [] })),
  );
  for (const kind of FORM_KINDS) {
    const { editField: edit, deleteField: remove } = formCallsOf[kind];
    serve(app, edit, async ({ params: { id, fieldId }, body, ifMatch, by }) =>
      editField(context, by, { form: { kind, id }, fieldId }, body, ifMatch),
    );
    serve(app, remove, async ({ params: { id, fieldId }, by }) => deleteField(context, by, { form: { kind, id }, fieldId }));
    const { read, dismiss, hosts } = setupCallsOf[kind];
    serve(app, read, async ({ params: { id } }) => readSetup(context, { kind, id }));
    serve(app, dismiss, async ({ params: { id }, body, by }) => dismissSetup(context, by, { kind, id }, body.dismissed));
    serve(app, hosts, async ({ params: { id } }) => ({ is_on: config.visitReports, hosts: await listHosts(db, { kind, id }) }));
  }
}

/** The calls that give staff a whole form, and visitors what its public page needs (D15). */
export function sharedFormRoutes(app: FastifyInstance, { db, config: { timeZone } }: Context): void {
  serve(app, formCalls.getEventSeries, async ({ params, query, request }) =>
    request.user === null ? queries.readPublicSeries(db, params.id, timeZone) : queries.readSeries(db, params.id, query),
  );
  serve(app, formCalls.getForm, async ({ params, request }) =>
    request.user === null ? queries.readPublicForm(db, params.id, timeZone) : queries.readForm(db, params.id),
  );
}

/** Counts a load of a public form, unless by staff or a known bot. */
export async function viewRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limits, notify } = context;
  const { db } = context.visitors;
  await app.register(fastifyCookie);
  const ownHost = new URL(config.publicUrl).host;
  const views = viewCounter({ ...context, db });
  const mayAdd = (address: string) => !isOverLimit(limits.newHosts, address, Date.now(), (network) => `new host ${network}`);
  const noteHost = config.visitReports ? formHosts({ db, notify, mayAdd }) : undefined;

  const view = async (form: FormRef, request: FastifyRequest, key: string | undefined) => {
    if (isKnownBot(request.headers['user-agent'])) await checkForm(db, form);
    else if (request.cookies[STAFF_COOKIE] !== undefined) await views.lookAt(form);
    else {
      await views.count({ form, key });
      const host = embeddingHost(request.headers['visit-source'], [ownHost, request.host]);
      if (host !== undefined) noteHost?.({ form, host, address: request.ip });
    }
    return {};
  };

  for (const kind of FORM_KINDS) {
    serve(app, formCallsOf[kind].view, async ({ params: { id }, request, idempotencyKey }) => view({ kind, id }, request, idempotencyKey));
  }
}
