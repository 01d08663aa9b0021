import type { FastifyInstance } from 'fastify';
import { overviewCalls } from '#contract/overview.ts';
import { type Finding, serverStateCalls } from '#contract/server-state.ts';
import { examine } from '#server/doctor/examine.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { listFormsWithSignUps, listNextEvents, readServerState } from './queries.ts';

export function overviewRoutes(app: FastifyInstance, { db, services, config }: Context): void {
  serve(app, overviewCalls.getOverview, async ({ query }) => {
    const now = new Date();
    const [today, next] = await Promise.all([
      listFormsWithSignUps(db, query.today_from ?? `${now.toISOString().slice(0, 10)}T00:00:00Z`),
      listNextEvents(db, now),
    ]);
    return { today, next_events: next };
  });
  let running: Promise<Finding[]> | undefined;
  serve(app, serverStateCalls.getServerState, async () => readServerState(db));
  // Calls in the meantime get the result of the check in progress.
  serve(app, serverStateCalls.checkServer, async () => {
    running ??= examine({ db, services, config }).finally(() => {
      running = undefined;
    });
    return running;
  });
}
