import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { FormRef } from '#contract/form-ref.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { dismissSetup } from './commands.ts';
import { listHosts, readSetup, type SetupDeps } from './queries.ts';

export function setupRoutes(app: FastifyInstance, deps: SetupDeps): void {
  const { db, visitReports } = deps;
  const readHosts = async (form: FormRef) => ({ is_on: visitReports, hosts: await listHosts(db, form) });
  serve(app, api.getSeriesSetup, async ({ params: { id } }) => readSetup(deps, { kind: 'series', id }));
  serve(app, api.getFormSetup, async ({ params: { id } }) => readSetup(deps, { kind: 'marketing', id }));
  serve(app, { ...api.dismissSeriesSetup, tells: tells.series }, async ({ params: { id }, body }) =>
    dismissSetup(db, { kind: 'series', id }, body.dismissed),
  );
  serve(app, { ...api.dismissFormSetup, tells: tells.form }, async ({ params: { id }, body }) =>
    dismissSetup(db, { kind: 'marketing', id }, body.dismissed),
  );
  serve(app, api.listSeriesHosts, async ({ params: { id } }) => readHosts({ kind: 'series', id }));
  serve(app, api.listFormHosts, async ({ params: { id } }) => readHosts({ kind: 'marketing', id }));
}
