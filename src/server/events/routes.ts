import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { copiedFormSchema, copyCalls } from '#contract/forms/copy.ts';
import { announcementCalls } from '#contract/registrations/announcement-calls.ts';
import { REPEATED_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import type { Db } from '#server/db/connection.ts';
import { presentEvent } from '#server/event-fields.ts';
import { getSeries } from '#server/forms/series/queries.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import { changesOf, type Tell } from '#server/live/change.ts';
import * as tells from '#server/live/tells.ts';
import { announcementOf } from '#server/registrations/announcements.ts';
import type { Services } from '#server/services/services.ts';
import { addEvent, deleteEvent, editEvent, showEvents } from './commands.ts';
import { copyEvent } from './copy-event.ts';
import { type CopiedEvent, copiedEvents, copyForm } from './copy-form.ts';
import { withUntold } from './pending-change.ts';
import { countDuplicatesInSeries, countEventLosses } from './queries.ts';
import { tellOfChange } from './tell.ts';

interface EventRoutesDeps {
  readonly db: Db;
  /** The zone of dates without one. */
  readonly timeZone: string;
  readonly services: Pick<Services, 'mail'>;
  readonly tell: Tell;
}

export function eventRoutes(app: FastifyInstance, { db, timeZone, services, tell }: EventRoutesDeps): void {
  const places = { db, canMail: services.mail !== undefined };
  serve(app, { ...api.addEvent, tells: tells.series }, async ({ params, body, idempotencyKey }) => {
    const callId = { scope: `event_series/${params.id}/event/add`, key: idempotencyKey, bodyHash: bodyHash(body) };
    return presentEvent(await addEvent(db, params.id, { input: body, timeZone, callId }));
  });
  serve(app, { ...api.editEvent, tells: tells.series }, async ({ params: { id: seriesId, eventId }, body, ifMatch }) => {
    const { event, promoted } = await editEvent(places, { seriesId, eventId }, { input: body, timeZone, ifMatch });
    tell(...changesOf(promoted));
    const [pending] = await withUntold(db, [event]);
    const [first] = promoted;
    return { ...presentEvent(event), ...pending, ...(first === undefined ? {} : { _promoted: promoted.length, _promoted_as: first.as }) };
  });
  serve(app, { ...copyCalls.copyEvent, tells: tells.series }, async ({ params: { id: seriesId, eventId }, body, idempotencyKey }) => {
    const callId = { scope: `event_series/${seriesId}/event/${eventId}/copy`, key: idempotencyKey, bodyHash: bodyHash(body) };
    const events = await copyEvent(db, { seriesId, eventId }, { input: body, timeZone, callId });
    return { events: events.map(presentEvent) };
  });
  serve(app, { ...copyCalls.showEvents, tells: tells.series }, async ({ params, body }) => {
    const { events, promoted } = await showEvents(places, params.id, body.event_ids, body.show_on_form);
    tell(...changesOf(promoted));
    return { events: events.map(presentEvent) };
  });
  serve(app, { ...api.deleteEvent, tells: tells.series }, async ({ params: { id: seriesId, eventId }, body, request }) => ({
    id: eventId,
    ...(await deleteEvent(db, { seriesId, eventId }, announcementOf(body, callerOf(request)))),
  }));
  serve(
    app,
    { ...announcementCalls.tellOfChange, tells: tells.series },
    async ({ params: { id: seriesId, eventId }, body, idempotencyKey, request }) => {
      const scope = `event_series/${seriesId}/event/${eventId}/change/tell`;
      const callId = { scope, key: idempotencyKey, bodyHash: bodyHash(body) };
      return { told: await tellOfChange(db, { seriesId, eventId }, { input: body, by: callerOf(request), callId, timeZone }) };
    },
  );
  serve(app, api.countEventLosses, async ({ params: { id: seriesId, eventId }, query }) =>
    countEventLosses(db, { seriesId, eventId }, query.count_max),
  );
  serve(app, api.countSeriesDuplicates, async ({ params }) => {
    await getSeries(db, params.id);
    return countDuplicatesInSeries(db, params.id, REPEATED_COUNTED_MAX);
  });
}

/** Copies of forms; those of series have events. */
export function copyRoutes(app: FastifyInstance, { db, timeZone }: Pick<EventRoutesDeps, 'db' | 'timeZone'>): void {
  serve(app, { ...copyCalls.copySeries, tells: tells.series }, async ({ params: { id }, body, idempotencyKey }) => {
    const callId = { scope: `event_series/${id}/copy`, key: idempotencyKey, bodyHash: bodyHash(body) };
    const choose = (events: readonly CopiedEvent[]) => copiedEvents(events, body, timeZone);
    return copyForm(db, { kind: 'series', id }, { title: body.title, callId, choose });
  });
  serve(app, { ...copyCalls.copyForm, tells: tells.form }, async ({ params: { id }, body, idempotencyKey }) => {
    const callId = { scope: `form/${id}/copy`, key: idempotencyKey, bodyHash: bodyHash(body) };
    return copiedFormSchema.parse(await copyForm(db, { kind: 'marketing', id }, { title: body.title, callId, choose: () => [] }));
  });
}
