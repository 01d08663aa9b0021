import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  formSubmissionRoutes,
  importRoutes,
  personRoutes,
  searchRoutes,
  submissionRoutes,
  waitingListRoutes,
} from '#server/attendees/routes.ts';
import type { Db } from '#server/db/connection.ts';
import { sampleDataRoutes } from '#server/demo/routes.ts';
import type { Examined } from '#server/doctor/examine.ts';
import { notFound } from '#server/errors.ts';
import { calendarFeedRoutes, eventCalendarRoutes } from '#server/events/feeds/routes.ts';
import { copyRoutes, eventRoutes } from '#server/events/routes.ts';
import type { FeedbackWriter } from '#server/feedback/commands.ts';
import { feedbackIntakeRoutes, feedbackRoutes } from '#server/feedback/routes.ts';
import { formRoutes, setupRoutes, sharedMarketingFormRoutes, viewRoutes } from '#server/forms/routes.ts';
import type { FormHosts, ViewCounter } from '#server/forms/views.ts';
import { compressAnswers } from '#server/http/compress-answers.ts';
import { guardStaff, openToAll, recogniseStaff, type VerifyToken } from '#server/http/guard.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { acceptJsonOnly } from '#server/http/json-body.ts';
import { limitSignUps, type SignUpLimits } from '#server/http/limits/limit-sign-ups.ts';
import type { PeriodCounts } from '#server/http/limits/period-counts.ts';
import { limitPublicCalls } from '#server/http/limits/rate-limit.ts';
import type { Tell } from '#server/live/change.ts';
import { liveRoutes } from '#server/live/routes.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import { connectionRoutes, duplicateLeadRoutes, messageRoutes } from '#server/messages/routes.ts';
import { overviewRoutes, serverStateRoutes, sharedEventSeriesRoutes } from '#server/overview/routes.ts';
import { registrationRoutes } from '#server/registrations/routes.ts';
import type { Services } from '#server/services/services.ts';
import { meRoutes } from '#server/session/routes.ts';
import { signUpRoutes } from '#server/sign-up/routes.ts';
import type { SignUpService } from '#server/sign-up/sign-up-service.ts';
import { statisticsRoutes } from '#server/statistics/routes.ts';
import { stepRoutes } from '#server/steps/staff/routes.ts';

export interface ApiDeps {
  readonly db: Db;
  /** For statistics, search and exports; they may go to a replica, and are as new as those of `db`. Default: `db`. */
  readonly reads?: Db | undefined;
  /** The connections of `db`, for prepared statements. */
  readonly pool: pg.Pool;
  readonly verifyToken: VerifyToken;
  /** The zone of event times that are sent without one (setting TIME_ZONE). */
  readonly timeZone: string;
  readonly signUps: SignUpService;
  readonly views: ViewCounter;
  /** Absent: it is not kept where forms are seen (setting VISIT_REPORTS). */
  readonly formHosts?: FormHosts;
  readonly publicUrl: string;
  /** Where public pages are (setting EVENTS_SERVER_URL). */
  readonly pagesUrl: string;
  readonly feedback: FeedbackWriter;
  readonly services: Services;
  /** What the check of the server looks at. */
  readonly examined: Examined;
  /** Public calls per minute, network address and form (setting PUBLIC_RATE_LIMIT). */
  readonly publicRateLimit: number;
  /** Absent: the calls are counted for each scope alone. */
  readonly callCounts?: PeriodCounts;
  readonly signUpLimits?: SignUpLimits;
  /** Tells open screens what changed. */
  readonly tell: Tell;
  readonly live: LiveStreams;
  /** In production there is no sample data. */
  readonly isProduction?: boolean;
}

async function staffRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  guardStaff(app, deps.verifyToken);
  await compressAnswers(app);
  meRoutes(app);
  overviewRoutes(app, deps);
  formRoutes(app, deps);
  eventRoutes(app, deps);
  copyRoutes(app, deps);
  submissionRoutes(app, deps);
  waitingListRoutes(app, deps);
  registrationRoutes(app, deps);
  importRoutes(app, deps);
  formSubmissionRoutes(app, deps);
  statisticsRoutes(app, { db: deps.reads ?? deps.db });
  feedbackRoutes(app, deps);
  searchRoutes(app, { db: deps.reads ?? deps.db });
  personRoutes(app, deps);
  stepRoutes(app, deps);
  messageRoutes(app, deps);
  connectionRoutes(app, deps);
  serverStateRoutes(app, deps);
  setupRoutes(app, { ...deps, visitReports: deps.formHosts !== undefined });
  duplicateLeadRoutes(app, deps);
  sampleDataRoutes(app, deps);
  liveRoutes(app, deps);
  calendarFeedRoutes(app, deps);
}

/** Reads that answer visitors with what the public form needs, and staff with everything. */
async function sharedRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  recogniseStaff(app, deps.verifyToken);
  limitPublicCalls(app, { perMinute: deps.publicRateLimit, counts: deps.callCounts });
  sharedEventSeriesRoutes(app, deps);
  sharedMarketingFormRoutes(app, deps);
}

async function publicRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  openToAll(app);
  const { countLimited: onBlocked } = deps.signUps;
  limitPublicCalls(app, { perMinute: deps.publicRateLimit, counts: deps.callCounts, onBlocked });
  limitSignUps(app, { limits: deps.signUpLimits, onBlocked });
  signUpRoutes(app, deps.signUps);
  eventCalendarRoutes(app, deps);
  feedbackIntakeRoutes(app, deps);
  await app.register(viewRoutes, deps);
}

/** Everything under `/api`. */
export async function apiRoutes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  app.decorate('tell', deps.tell);
  acceptJsonOnly(app);
  setHeaderProfile(app, 'api');
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  await app.register(staffRoutes, deps);
  await app.register(sharedRoutes, deps);
  await app.register(publicRoutes, deps);
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/*',
    schema: { hide: true },
    handler: async () => {
      throw notFound('Call');
    },
  });
}
