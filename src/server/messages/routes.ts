import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { announcementCalls } from '#contract/registrations/announcement-calls.ts';
import type { Db } from '#server/db/connection.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import type { Services } from '#server/services/services.ts';
import { correctAddress } from './correct-address.ts';
import { readChange } from './read-change.ts';

interface MessageRoutesDeps {
  readonly db: Db;
  readonly services: Services;
  readonly timeZone: string;
  readonly pagesUrl: string;
}

/** The mail that would announce a change, and the address of one that failed. */
export function messageRoutes(app: FastifyInstance, { db, services, timeZone, pagesUrl }: MessageRoutesDeps): void {
  const mails = { db, timeZone, pagesUrl, sender: services.sender };
  serve(app, announcementCalls.getEventChange, async ({ params: { id: seriesId, eventId } }) => readChange(mails, { seriesId, eventId }));
  serve(app, { ...api.correctAddress, tells: tells.stepsOf() }, async ({ params, body, ifMatch, request }) =>
    correctAddress({ db, canMail: services.mail !== undefined }, params.submissionId, body.email, { ifMatch, by: callerOf(request) }),
  );
}
