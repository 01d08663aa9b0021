import type { FastifyInstance } from 'fastify';
import { eventCalls } from '#contract/events/event-calls.ts';
import { REPEATED_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { presentEvent } from '#server/event-fields.ts';
import { checkForm } from '#server/form-store/form-rows.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { seriesPath } from '#server/wire-names.ts';
import { announcementOf } from './announcements.ts';
import { addEvent, announceChange, cancelEvent, deleteEvent, editEvent, showEvents } from './commands.ts';
import { copyEvent } from './copy-event.ts';
import { countDuplicatesInSeries, countEventLosses, describeEvent } from './queries.ts';

export function eventRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, eventCalls.addEvent, async ({ params, body: input, callId, by }) =>
    presentEvent(await addEvent(context, by, params.id, { input, callId })),
  );
  serve(app, eventCalls.editEvent, async ({ params, body, ifMatch, by }) => {
    const { event, promoted } = await editEvent(context, by, seriesPath(params), body, ifMatch);
    const [first] = promoted;
    return { ...(await describeEvent(db, event)), ...(first && { _promoted: promoted.length, _promoted_as: first.as }) };
  });
  serve(app, eventCalls.copyEvent, async ({ params, body: input, callId, by }) => {
    return { events: (await copyEvent(context, by, seriesPath(params), { input, callId })).map(presentEvent) };
  });
  serve(app, eventCalls.showEvents, async ({ params, body, by }) => ({
    events: (await showEvents(context, by, params.id, body)).map(presentEvent),
  }));
  for (const isCancelled of [true, false]) {
    serve(app, isCancelled ? eventCalls.cancelEvent : eventCalls.reinstateEvent, async ({ params, body, by }) => {
      const { event, told } = await cancelEvent(context, by, seriesPath(params), isCancelled, body);
      return { ...(await describeEvent(db, event)), told };
    });
  }
  serve(app, eventCalls.deleteEvent, async ({ params, body, by }) => ({
    id: params.eventId,
    ...(await deleteEvent(context, by, seriesPath(params), announcementOf(body))),
  }));
  serve(app, eventCalls.announceChange, async ({ params, body: input, callId, by }) => ({
    told: await announceChange(context, by, seriesPath(params), { input, callId }),
  }));
  serve(app, eventCalls.countEventLosses, async ({ params, query }) => countEventLosses(db, seriesPath(params), query.count_max));
  serve(app, eventCalls.countSeriesDuplicates, async ({ params: { id } }) => {
    await checkForm(db, { kind: 'series', id });
    return countDuplicatesInSeries(db, id, REPEATED_COUNTED_MAX);
  });
}
