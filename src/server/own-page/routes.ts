import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressSchema } from '#contract/attendees/submission.ts';
import { calendarService } from '#contract/events/calendar.ts';
import * as words from '#contract/texts/words/own-page.ts';
import { id } from '#contract/wire-text.ts';
import { AppError } from '#server/errors.ts';
import { visitorEntry } from '#server/events/calendar/calendar-entry.ts';
import { sendEntry } from '#server/events/feeds/routes.ts';
import { formPath, linkPath } from '#server/form-store/form-address.ts';
import { refuseOtherOrigins } from '#server/http/guard.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { limitSignUps } from '#server/http/limits/limit-sign-ups.ts';
import { limitPublicCalls } from '#server/http/limits/rate-limit.ts';
import { postedPages, queryOf } from '#server/pages/page-requests.ts';
import { sequenceOf } from '#server/registrations/changes.ts';
import { takeEvent } from '#server/registrations/own/change-events.ts';
import { askForLink, findOwn, resendLink } from '#server/registrations/own/commands.ts';
import { organisationOf } from '#server/sign-up/page/form-view.ts';
import type { PageContext } from '#server/sign-up/page/page-context.ts';
import { editRoutes } from './edit-routes.ts';
import { CHANGE, doneAt, eventOf, noteOf, OWN_PAGE, OWN_PATH, OwnPageHost, type OwnRoute, pathOf, postedTexts } from './own-page-host.ts';
import { questionRoutes } from './question-routes.ts';
import { repeatRoutes } from './repeat-routes.ts';

const params = z.object({ slug: z.string(), id });

/** The page on which people ask for a lost link. Its answer is the same for all addresses. */
function lostLinkRoute(app: FastifyInstance, host: OwnPageHost): void {
  const formOf = async (request: FastifyRequest) => {
    const form = await host.context.signUps.forms.current({ kind: 'series', id: params.parse(request.params).id });
    if (form?.givesLinks !== true) throw new AppError('not_found', words.LINK_ENDED);
    return form;
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, typed: { email: string; error?: string; sent?: string }) => {
    const form = await formOf(request);
    const content = host.render.link({
      organisation: organisationOf(form, host.settings.organisation),
      title: words.GET_YOUR_LINK,
      ...typed,
      act: { label: words.SEND_LINK, href: linkPath(form) },
      keep: { label: words.BACK_TO_FORM, href: formPath(form) },
    });
    return host.send(reply, form, words.GET_YOUR_LINK, content);
  };

  const url = '/:slug/events-series/:id/link';
  const schema = { params, hide: true };
  app.get(url, { schema }, async (request, reply) => send(request, reply, { email: '' }));
  app.post(url, { schema, config: { limit: 'link' } }, async (request, reply) => {
    const [email = ''] = postedTexts(request)('email');
    const parsed = addressSchema.safeParse({ email });
    if (!parsed.success) {
      return send(request, reply.status(422), { email, error: parsed.error.issues[0]?.message ?? '' });
    }
    const { id: seriesId } = await formOf(request);
    await askForLink(host.commandDeps, seriesId, parsed.data.email);
    return send(request, reply, { email, sent: words.linkMayBeSent(parsed.data.email) });
  });
}

/** An event for the calendar of a person who has a place in it, with the link to join. */
function calendarRoute(app: FastifyInstance, { commandDeps: { db }, settings }: OwnPageHost): void {
  app.get<OwnRoute>(`${OWN_PATH}/calendar`, { schema: { hide: true } }, async (request, reply) => {
    const own = await findOwn(db, request.params.token);
    const event = eventOf(request, own);
    const { id, title, calendar_entries: hasEntries } = own.series;
    if (event === undefined || event.startsAt === null || event.status !== 'confirmed' || event.cancelledAt !== null || !hasEntries) {
      throw new AppError('not_found', words.LINK_ENDED);
    }
    // The mails have the same entry, and calendars take over only what is newer.
    const sequence = await sequenceOf(db, own.row.id, event.id);
    const entry = visitorEntry({ ...event, startsAt: event.startsAt, sequence, seriesId: id, seriesTitle: title }, settings);
    return sendEntry(reply, entry, calendarService.safeParse(queryOf(request).get('to')).data);
  });
}

/** Pages by which people see and change their sign-up: without script and cookie, and reading them changes nothing. */
export async function ownRegistrationPages(app: FastifyInstance, context: PageContext): Promise<void> {
  const host = new OwnPageHost(context);
  setHeaderProfile(app, 'ownPage');
  refuseOtherOrigins(app);
  limitPublicCalls(app, { limit: context.limits.calls });
  limitSignUps(app, context.limits);
  await postedPages(app, (request, reply, error) => host.sendMessage(request, reply, error));

  const schema = { hide: true };
  app.get<OwnRoute>(OWN_PAGE, { schema }, async (request, reply) => {
    const context = await host.contextOf(request);
    const text = await noteOf(host.commandDeps.db, context.own, queryOf(request));
    return host.sendPage(reply, context, text === undefined ? undefined : { text, isProblem: false });
  });
  app.post<OwnRoute>(`${OWN_PATH}/resend`, CHANGE, async (request, reply) =>
    host.change(request, reply, async () => {
      const note = await resendLink(host.commandDeps, request.params.token);
      return { done: doneAt('sent'), note };
    }),
  );
  app.post<OwnRoute>(`${OWN_PATH}/take`, CHANGE, async (request, reply) =>
    host.change(request, reply, async () => {
      const query = queryOf(request);
      const event = await takeEvent(host.commandDeps, request.params.token, query.get('event') ?? '', query.get('date') ?? undefined);
      const waits = query.get('was') === 'full' ? 'joined' : 'filled';
      return { done: doneAt(event.status === 'waiting' ? waits : 'taken', event) };
    }),
  );
  // After a post that was refused its address may be opened; mail programs add a slash.
  app.get<OwnRoute>(`${OWN_PATH}/*`, { schema }, (request, reply) => reply.redirect(pathOf(request), 303));
  questionRoutes(app, host);
  editRoutes(app, host);
  repeatRoutes(app, host);
  calendarRoute(app, host);
  lostLinkRoute(app, host);
}
