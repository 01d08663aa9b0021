import type { FastifyInstance } from 'fastify';
import { formCalls } from '#contract/forms/form-calls.ts';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import { ownPageUrl } from '#server/forms/form-address.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { seriesPath } from '#server/wire-names.ts';
import { announcementOf } from './announcements.ts';
import { deleteForm } from './deletions.ts';
import { makeLink } from './links.ts';

/** The links that staff make, and the deletion of forms with their registrations. */
export function registrationRoutes(app: FastifyInstance, context: Context): void {
  serve(app, { ...registrationCalls.makeLink, tells: tells.series }, async ({ params, body, by }) => {
    const token = await makeLink(context, by, seriesPath(params), body);
    return { url: token === null ? null : ownPageUrl(context.config.eventsServerUrl, token) };
  });
  serve(app, { ...formCalls.deleteEventSeries, tells: tells.series }, async ({ params, body, by }) =>
    deleteForm(context, by, { kind: 'series', id: params.id }, announcementOf(body)),
  );
  serve(app, { ...formCalls.deleteForm, tells: tells.form }, async ({ params, by }) =>
    deleteForm(context, by, { kind: 'marketing', id: params.id }),
  );
}
