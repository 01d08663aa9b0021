import type { FastifyInstance } from 'fastify';
import { ownRegistrationCalls } from '#contract/own-registration.ts';
import type { Db } from '#server/db/connection.ts';
import { ownPageUrl } from '#server/forms/form-address.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import type { Tell } from '#server/live/change.ts';
import type { Services } from '#server/services/open-services.ts';
import { askForLink } from './ask-for-link.ts';
import { changeEvents } from './change-events.ts';
import { findOwn, type OwnChange } from './change-own.ts';
import { acceptOwn, cancelOwn, declineOwn, resendLink } from './commands.ts';
import { correctOwn, refusalOf } from './correct.ts';
import { tellScreens } from './live-changes.ts';
import { presentOwn } from './present.ts';
import { makeLink } from './staff-link.ts';

/** What anybody may ask who has lost the link. */
export function lostLinkRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, ownRegistrationCalls.sendLink, async ({ params, body }) => {
    await askForLink(db, params.id, body.email);
    return {};
  });
}

/** The links that staff make. */
export function staffLinkRoutes(app: FastifyInstance, { db, pagesUrl }: { readonly db: Db; readonly pagesUrl: string }): void {
  serve(app, ownRegistrationCalls.makeLink, async ({ params: { id: seriesId, eventId, submissionId }, body, request }) => {
    const token = await makeLink(db, { seriesId, eventId, submissionId }, body, callerOf(request).displayName);
    return { url: token === null ? null : ownPageUrl(pagesUrl, token) };
  });
}

interface OwnRegistrationDeps {
  readonly db: Db;
  readonly services: Pick<Services, 'mail'>;
  readonly timeZone: string;
  readonly tell: Tell;
}

/** What people do by a link to their own page. */
export function ownRegistrationRoutes(app: FastifyInstance, { db, services, timeZone, tell }: OwnRegistrationDeps): void {
  const deps = { db, canMail: services.mail !== undefined, timeZone };
  const answer = (change: OwnChange) => {
    tellScreens(tell, change);
    return presentOwn(change.own);
  };
  serve(app, ownRegistrationCalls.getOwnRegistration, async ({ params }) => presentOwn(await findOwn(db, params.token)));
  serve(app, ownRegistrationCalls.correctRegistration, async ({ params, body, ifMatch }) => {
    const correction = await correctOwn(deps, params.token, body, ifMatch);
    const corrected = answer(correction);
    const refusal = refusalOf(correction);
    if (refusal !== undefined) throw refusal;
    return corrected;
  });
  serve(app, ownRegistrationCalls.cancelOwnRegistrations, async ({ params, body }) =>
    answer(await cancelOwn(deps, params.token, body.event_ids)),
  );
  serve(app, ownRegistrationCalls.changeOwnEvents, async ({ params, body }) => answer(await changeEvents(deps, params.token, body)));
  serve(app, ownRegistrationCalls.acceptOffer, async ({ params, body }) => answer(await acceptOwn(deps, params.token, body.event_id)));
  serve(app, ownRegistrationCalls.declineOffer, async ({ params, body }) => answer(await declineOwn(deps, params.token, body.event_id)));
  serve(app, ownRegistrationCalls.resendLink, async ({ params }) => answer(await resendLink(deps, params.token)));
}
