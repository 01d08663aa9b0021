import type { FastifyInstance } from 'fastify';
import { refuseOtherOrigins } from '#server/http/guard.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { limitPublicCalls } from '#server/http/limits/rate-limit.ts';
import { postedPages } from '#server/pages/page-requests.ts';
import { queryOf } from '#server/pages/page-requests.ts';
import { resendLink } from '#server/registrations/own/commands.ts';
import { calendarRoute } from './calendar-route.ts';
import { formRoutes } from './form-routes.ts';
import { lostLinkRoute } from './lost-link-route.ts';
import { doneAt, noteOf } from './notes.ts';
import { CHANGE, OWN_PATH, type OwnPageDeps, OwnPageHost, type OwnRoute, pathOf } from './own-page-host.ts';
import { questionRoutes } from './question-routes.ts';

/** Pages by which people see and change their sign-up: without script and cookie, and reading them changes nothing. */
export async function ownRegistrationPages(app: FastifyInstance, deps: OwnPageDeps): Promise<void> {
  const host = new OwnPageHost(deps);
  setHeaderProfile(app, 'ownPage');
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    done();
  });
  refuseOtherOrigins(app);
  limitPublicCalls(app, { perMinute: deps.publicRateLimit, counts: deps.callCounts });
  await postedPages(app, (request, reply, error) => host.sendMessage(request, reply, error));

  const schema = { hide: true };
  app.get<OwnRoute>(OWN_PATH, { schema }, async (request, reply) => {
    const context = await host.contextOf(request);
    const text = await noteOf(host.commandDeps.db, context.own, queryOf(request));
    return host.sendPage(reply, context, text === undefined ? undefined : { text, isProblem: false });
  });
  app.post<OwnRoute>(`${OWN_PATH}/resend`, CHANGE, async (request, reply) =>
    host.change(request, reply, async () => ({ change: await resendLink(host.commandDeps, request.params.token), done: doneAt('sent') })),
  );
  // After a post that was refused its address may be opened; mail programs add a slash.
  app.get<OwnRoute>(`${OWN_PATH}/*`, { schema }, (request, reply) => reply.redirect(pathOf(request), 303));
  questionRoutes(app, host);
  formRoutes(app, host);
  calendarRoute(app, host);
  lostLinkRoute(app, host);
}
