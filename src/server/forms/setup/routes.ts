import type { FastifyInstance } from 'fastify';
import { callsOf } from '#contract/calls-of.ts';
import { FORM_KINDS } from '#contract/form-ref.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { dismissSetup } from './commands.ts';
import { listHosts, readSetup, type SetupDeps } from './queries.ts';

export function setupRoutes(app: FastifyInstance, deps: SetupDeps): void {
  const { db, visitReports } = deps;
  for (const kind of FORM_KINDS) {
    const { setup, hosts } = callsOf[kind];
    serve(app, setup.read, async ({ params: { id } }) => readSetup(deps, { kind, id }));
    serve(app, { ...setup.dismiss, tells: tells.formOf(kind) }, async ({ params: { id }, body }) =>
      dismissSetup(db, { kind, id }, body.dismissed),
    );
    serve(app, hosts, async ({ params: { id } }) => ({ is_on: visitReports, hosts: await listHosts(db, { kind, id }) }));
  }
}
