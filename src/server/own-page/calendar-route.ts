import type { FastifyInstance } from 'fastify';
import { calendarService } from '#contract/calendar.ts';
import * as words from '#contract/texts/words/own-page.ts';
import { contentDisposition, inFileName } from '#server/csv-file.ts';
import { AppError } from '#server/errors.ts';
import { publishedFile } from '#server/events/calendar/calendar-file.ts';
import { serviceAddress } from '#server/events/calendar/calendar-links.ts';
import { visitorEntry } from '#server/events/calendar/visitor-entry.ts';
import { queryOf } from '#server/pages/page-requests.ts';
import { sequenceOf } from '#server/registrations/calendar-entries.ts';
import { findOwn } from '#server/registrations/own/change-own.ts';
import { eventOf, OWN_PATH, type OwnPageHost, type OwnRoute } from './own-page-host.ts';

/** An event for the calendar of a person who has a place in it, with the link to join. */
export function calendarRoute(app: FastifyInstance, { commandDeps: { db }, deps: { settings } }: OwnPageHost): void {
  app.get<OwnRoute>(`${OWN_PATH}/calendar`, { schema: { hide: true } }, async (request, reply) => {
    const own = await findOwn(db, request.params.token);
    const event = eventOf(request, own);
    const { id, title, calendar_entries: hasEntries } = own.series;
    if (event === undefined || event.startsAt === null || event.status !== 'confirmed' || !hasEntries) {
      throw new AppError('not_found', words.LINK_ENDED);
    }
    // The mails have the same entry, and calendars take over only what is newer.
    const sequence = await sequenceOf(db, own.row.id, event.id);
    const entry = visitorEntry({ ...event, startsAt: event.startsAt, sequence, seriesId: id, seriesTitle: title }, settings);
    const to = calendarService.safeParse(queryOf(request).get('to'));
    if (to.success) return reply.redirect(serviceAddress(to.data, entry));
    return reply
      .type('text/calendar; charset=utf-8; method=PUBLISH')
      .header('content-disposition', contentDisposition(`${inFileName(entry.title)}.ics`))
      .send(publishedFile(entry));
  });
}
