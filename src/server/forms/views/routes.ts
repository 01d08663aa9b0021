import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callsOf } from '#contract/calls-of.ts';
import { FORM_KINDS, type FormRef } from '#contract/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { serve } from '#server/http/serve.ts';
import type { Tell } from '#server/live/change.ts';
import type { ViewCounter } from './commands.ts';
import { embeddingHost, type FormHosts } from './form-hosts.ts';
import { isKnownBot } from './known-bots.ts';
import { STAFF_COOKIE } from './staff-cookie.ts';

interface ViewDeps {
  readonly views: ViewCounter;
  /** Absent: it is not kept where forms are seen (setting VISIT_REPORTS). */
  readonly formHosts?: FormHosts;
  readonly publicUrl: string;
  readonly tell: Tell;
}

/** Counts a load of a public form, unless by staff or a known bot. */
export async function viewRoutes(app: FastifyInstance, { views, formHosts, publicUrl, tell }: ViewDeps): Promise<void> {
  await app.register(fastifyCookie);
  const ownHost = new URL(publicUrl).host;

  const view = async (form: FormRef, request: FastifyRequest, key: string | undefined) => {
    if (isKnownBot(request.headers['user-agent'])) await views.check(form);
    else if (request.cookies[STAFF_COOKIE] !== undefined) {
      if (await views.lookAt(form)) tell({ topic: topicOf(form) });
    } else {
      await views.count({ form, key });
      const host = embeddingHost(request.headers['visit-source'], [ownHost, request.host]);
      if (host !== undefined) formHosts?.saw({ form, host });
    }
    return {};
  };

  for (const kind of FORM_KINDS) {
    serve(app, callsOf[kind].trackViews, async ({ params: { id }, request, idempotencyKey }) =>
      view({ kind, id }, request, idempotencyKey),
    );
  }
}
