import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { copyCalls } from '#contract/copy.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import { REPEATED_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import type { Db } from '#server/db/connection.ts';
import { countDuplicatesInSeries } from '#server/events/queries.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import * as tells from '#server/live/tells.ts';
import { announcementOf } from '#server/registrations/announcements.ts';
import { addForm, deleteForm, editForm } from '../commands.ts';
import { type CopiedEvent, copyForm } from '../copy-form.ts';
import { copiedEvents } from './copied-events.ts';
import { countSeriesLosses, getSeries, listSeriesCards } from './queries.ts';
import { presentSeriesSettings, readPublicSeries, readSeries } from './read-series.ts';
import { editSeriesMail, listSeriesMails } from './series-mails.ts';

export function eventSeriesRoutes(app: FastifyInstance, { db, timeZone }: { db: Db; timeZone: string }): void {
  serve(app, api.listEventSeries, async () => listSeriesCards(db, new Date()));
  serve(app, { ...api.addEventSeries, tells: tells.dashboard }, async ({ body, idempotencyKey }) =>
    presentSeriesSettings(
      await addForm(db, 'series', body.title, { scope: 'event_series/add', key: idempotencyKey, bodyHash: bodyHash(body) }),
    ),
  );
  serve(app, { ...api.editEventSeries, tells: tells.series }, async ({ params, body, ifMatch }) =>
    presentSeriesSettings(await editForm(db, { kind: 'series', id: params.id }, body, ifMatch)),
  );
  serve(app, { ...copyCalls.copySeries, tells: tells.series }, async ({ params: { id }, body, idempotencyKey }) => {
    const callId = { scope: `event_series/${id}/copy`, key: idempotencyKey, bodyHash: bodyHash(body) };
    const choose = (events: readonly CopiedEvent[]) => copiedEvents(events, body, timeZone);
    return copyForm(db, { kind: 'series', id }, { title: body.title, callId, choose });
  });
  serve(app, registrationCalls.listSeriesMails, async ({ params }) => listSeriesMails(db, params.id));
  serve(app, { ...registrationCalls.editSeriesMail, tells: tells.series }, async ({ params, body, ifMatch }) =>
    editSeriesMail(db, params.id, body, ifMatch),
  );
  serve(app, { ...api.deleteEventSeries, tells: tells.series }, async ({ params, body, request }) =>
    deleteForm(db, { kind: 'series', id: params.id }, announcementOf(body, callerOf(request))),
  );
  serve(app, api.countSeriesLosses, async ({ params }) => countSeriesLosses(db, params.id));
  serve(app, api.countSeriesDuplicates, async ({ params }) => {
    await getSeries(db, params.id);
    return countDuplicatesInSeries(db, params.id, REPEATED_COUNTED_MAX);
  });
}

/** The call that gives staff the whole series, and visitors what the public form needs (D15). */
export function sharedEventSeriesRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, api.getEventSeries, async ({ params, query, request }) =>
    request.user === null ? readPublicSeries(db, params.id) : readSeries(db, params.id, query),
  );
}
