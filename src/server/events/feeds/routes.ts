import type { FastifyInstance, FastifyReply } from 'fastify';
import { calendarCalls, type CalendarService } from '#contract/events/calendar.ts';
import { contentDisposition, inFileName } from '#server/csv-file.ts';
import { AppError, orNotFound } from '#server/errors.ts';
import { formPath } from '#server/form-store/form-address.ts';
import { compressAnswers } from '#server/http/compress-answers.ts';
import type { Context } from '#server/http/context.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { limitPublicCalls } from '#server/http/limits/rate-limit.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';
import { type CalendarEntry, FEED_SECONDS, publishedFile, serviceAddress, visitorEntry } from '../calendar.ts';
import { addFeed, deleteFeed, seenOwners } from './commands.ts';
import { feedReader } from './feed.ts';
import { getPublicEntry, listFeeds } from './queries.ts';

const FEED_PATH = `${TOKEN_PATHS.feed}:token(^[\\w-]{22}).ics`;
const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

/** Answers with an entry for a visitor's calendar: as a file, or with the address where a service adds it. */
export function sendEntry(reply: FastifyReply, entry: CalendarEntry, to: CalendarService | undefined): FastifyReply {
  if (to !== undefined) return reply.redirect(serviceAddress(to, entry));
  return reply
    .type(`${CALENDAR_TYPE}; method=PUBLISH`)
    .header('content-disposition', contentDisposition(`${inFileName(entry.title)}.ics`))
    .send(publishedFile(entry));
}

export function eventCalendarRoutes(app: FastifyInstance, { db, config }: Context): void {
  serve(app, calendarCalls.getEventCalendar, async ({ params: { id: seriesId, eventId }, query: { to }, request, reply }) => {
    const event = await getPublicEntry(db, { seriesId, eventId }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'not_found' && request.headers.accept?.includes('text/html'))) throw error;
    });
    // Visitors are shown the form, which says that the event no longer has a date.
    if (event === undefined) return reply.redirect(config.publicUrl + formPath({ kind: 'series', id: seriesId, title: '' }));
    return sendEntry(reply, visitorEntry(event, config), to);
  });
}

/** The feeds of the calling member of staff; each call in this scope shows that their owner is still active. */
export function calendarFeedRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context;
  const noteOwner = seenOwners(db);
  app.addHook('onRequest', (request, _reply, done) => {
    noteOwner(callerOf(request));
    done();
  });
  serve(app, calendarCalls.listCalendarFeeds, async ({ request }) => listFeeds(db, callerOf(request)));
  serve(app, calendarCalls.addCalendarFeed, async ({ body, by, request }) => {
    const { id, token } = await addFeed(context, by, callerOf(request), body.series_id ?? null);
    return { id, url: `${config.publicUrl}${TOKEN_PATHS.feed}${token}.ics` };
  });
  serve(app, calendarCalls.deleteCalendarFeed, async ({ params: { id }, by, request }) =>
    deleteFeed(context, by, { id, owner: callerOf(request) }),
  );
}

/** The feeds as calendars read them, at `/calendar/{token}.ics`. */
export async function calendarFeedPage(app: FastifyInstance, { db, config, limits }: Context): Promise<void> {
  setHeaderProfile(app, 'download');
  limitPublicCalls(app, { limit: limits.calls });
  await compressAnswers(app);
  const findFeed = feedReader(db, config);
  app.get<{ Params: { token: string } }>(FEED_PATH, { schema: { hide: true } }, async (request, reply) => {
    const feed = orNotFound(await findFeed(request.params.token), 'Calendar');
    const toKeep = { 'cache-control': `private, max-age=${FEED_SECONDS}` };
    if (request.headers['if-none-match']?.split(',').some((each) => each.trim() === feed.etag))
      return reply
        .headers({ ...toKeep, etag: feed.etag })
        .status(304)
        .send();
    const { etag, text } = await feed.write();
    return reply
      .headers({ ...toKeep, etag })
      .type(CALENDAR_TYPE)
      .send(text);
  });
}
