import type { FastifyInstance } from 'fastify';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import type { Db } from '#server/db/connection.ts';
import { ownPageUrl } from '#server/forms/form-address.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { makeLink } from './staff-link.ts';

/** The links that staff make. */
export function staffLinkRoutes(app: FastifyInstance, { db, pagesUrl }: { readonly db: Db; readonly pagesUrl: string }): void {
  serve(
    app,
    { ...registrationCalls.makeLink, tells: tells.series },
    async ({ params: { id: seriesId, eventId, submissionId }, body, request }) => {
      const token = await makeLink(db, { seriesId, eventId, submissionId }, body, callerOf(request).displayName);
      return { url: token === null ? null : ownPageUrl(pagesUrl, token) };
    },
  );
}
