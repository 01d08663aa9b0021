import type { FastifyInstance } from 'fastify';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import type { Db } from '#server/db/connection.ts';
import { callerOf, serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import { changesOf, type Tell } from '#server/live/change.ts';
import * as tells from '#server/live/tells.ts';
import type { Services } from '#server/services/open-services.ts';
import { cancelRegistration, restoreRegistration, withdrawOffer } from './commands.ts';
import { moveRegistration } from './move.ts';
import { promoteNext, promoteRegistration } from './promote.ts';

interface WaitingListDeps {
  readonly db: Db;
  readonly services: Pick<Services, 'mail'>;
  readonly tell: Tell;
}

interface PathParams {
  readonly id: string;
  readonly eventId: string;
  readonly submissionId: string;
}

const pathOf = ({ id: seriesId, eventId, submissionId }: PathParams) => ({ seriesId, eventId, submissionId });

export function waitingListRoutes(app: FastifyInstance, { db, services, tell }: WaitingListDeps): void {
  const places = { db, canMail: services.mail !== undefined };
  serve(app, { ...waitingListCalls.promoteRegistration, tells: tells.series }, async ({ params, body, request }) =>
    promoteRegistration(places, pathOf(params), body, callerOf(request)),
  );
  serve(
    app,
    { ...waitingListCalls.promoteNext, tells: tells.series },
    async ({ params: { id: seriesId, eventId }, body, idempotencyKey, request }) => {
      const scope = `event_series/${seriesId}/event/${eventId}/promote`;
      const callId = { scope, key: idempotencyKey, bodyHash: bodyHash(body) };
      const { promoted, as } = await promoteNext(places, { seriesId, eventId }, { input: body, by: callerOf(request), callId });
      tell(...changesOf(promoted.map((submissionId) => ({ eventId, submissionId }))));
      return { promoted: [...promoted], as };
    },
  );
  serve(app, { ...waitingListCalls.moveRegistration, tells: tells.series }, async ({ params, body }) =>
    moveRegistration(db, pathOf(params), body.position),
  );
  serve(app, { ...waitingListCalls.cancelRegistration, tells: tells.series }, async ({ params, body, request }) => {
    const { submission, promoted } = await cancelRegistration(places, pathOf(params), body, callerOf(request));
    tell(...changesOf(promoted));
    return submission;
  });
  serve(app, { ...waitingListCalls.restoreRegistration, tells: tells.series }, async ({ params, request }) => {
    const { submission, promoted } = await restoreRegistration(places, pathOf(params), callerOf(request));
    tell(...changesOf(promoted));
    return submission;
  });
  serve(app, { ...waitingListCalls.withdrawOffer, tells: tells.series }, async ({ params, request }) =>
    withdrawOffer(db, pathOf(params), callerOf(request)),
  );
}
