import type { FastifyInstance } from 'fastify';
import { personRoutes, registrationRoutes, submissionRoutes } from '#server/attendees/routes.ts';
import { sampleDataRoutes } from '#server/demo/routes.ts';
import { doorLinkRoutes, doorRoutes } from '#server/door/routes.ts';
import { notFound } from '#server/errors.ts';
import { calendarFeedRoutes, eventCalendarRoutes } from '#server/events/feeds/routes.ts';
import { eventRoutes } from '#server/events/routes.ts';
import { feedbackIntakeRoutes, feedbackRoutes } from '#server/feedback/routes.ts';
import { formRoutes, sharedFormRoutes, viewRoutes } from '#server/forms/routes.ts';
import { compressAnswers } from '#server/http/compress-answers.ts';
import { admitStaff, assertAccess } from '#server/http/guard.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { acceptJsonOnly } from '#server/http/json-body.ts';
import { limitPublicCalls, limitSignUps, refuseUnknown } from '#server/http/limits/rate-limit.ts';
import { liveRoutes } from '#server/live/routes.ts';
import { mailingRoutes } from '#server/mailings/routes.ts';
import { messageRoutes } from '#server/messages/routes.ts';
import { overviewRoutes } from '#server/overview/routes.ts';
import { pictureRoutes } from '#server/pictures/routes.ts';
import { meRoutes } from '#server/session/routes.ts';
import { previewRoutes } from '#server/sign-up/page/preview.ts';
import { signUpRoutes } from '#server/sign-up/routes.ts';
import { statisticsRoutes } from '#server/statistics/routes.ts';
import { stepRoutes } from '#server/steps/staff/routes.ts';
import type { WebContext } from './context.ts';

async function staffRoutes(app: FastifyInstance, context: WebContext): Promise<void> {
  admitStaff(app, 'staff', context.verifyToken);
  await compressAnswers(app);
  meRoutes(app);
  overviewRoutes(app, context);
  formRoutes(app, context);
  eventRoutes(app, context);
  submissionRoutes(app, context);
  registrationRoutes(app, context);
  statisticsRoutes(app, context);
  feedbackRoutes(app, context);
  personRoutes(app, context);
  stepRoutes(app, context);
  messageRoutes(app, context);
  mailingRoutes(app, context);
  previewRoutes(app, context);
  sampleDataRoutes(app, context);
  liveRoutes(app, context);
  doorLinkRoutes(app, context);
  calendarFeedRoutes(app, context);
  await app.register(pictureRoutes, context);
}

/** Reads that answer visitors with what the public form needs, and staff with everything. */
async function sharedRoutes(app: FastifyInstance, context: WebContext): Promise<void> {
  admitStaff(app, 'staff-or-public', context.verifyToken);
  limitPublicCalls(app, { limit: context.limits.calls });
  sharedFormRoutes(app, context);
}

async function publicRoutes(app: FastifyInstance, context: WebContext): Promise<void> {
  assertAccess(app, 'public');
  const { limits, signUps } = context;
  const onBlocked = signUps.countLimited;
  limitPublicCalls(app, { limit: limits.calls, onBlocked });
  limitSignUps(app, limits, onBlocked);
  signUpRoutes(app, signUps);
  eventCalendarRoutes(app, context);
  feedbackIntakeRoutes(app, context);
  await app.register(viewRoutes, context);
}

async function unknownCalls(app: FastifyInstance, { limits }: WebContext): Promise<void> {
  refuseUnknown(app, limits.calls, 'Call', () => true);
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/*',
    schema: { hide: true },
    handler: async () => {
      throw notFound('Call');
    },
  });
}

export async function apiRoutes(app: FastifyInstance, context: WebContext): Promise<void> {
  app.decorate('notify', context.notify);
  acceptJsonOnly(app);
  setHeaderProfile(app, 'api');
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  await app.register(staffRoutes, context);
  await app.register(sharedRoutes, context);
  await app.register(publicRoutes, context);
  await app.register(doorRoutes, context);
  await app.register(unknownCalls, context);
}
