import type { FastifyInstance } from 'fastify';
import { registrationCalls } from '#contract/registrations/registration-calls.ts';
import { ownPageUrl } from '#server/form-store/form-address.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { seriesPath } from '#server/wire-names.ts';
import { makeLink } from './links.ts';

export function registrationRoutes(app: FastifyInstance, context: Context): void {
  serve(app, registrationCalls.makeLink, async ({ params, body, by }) => {
    const token = await makeLink(context, by, seriesPath(params), body);
    return { url: token === null ? null : ownPageUrl(context.config.eventsServerUrl, token) };
  });
}
