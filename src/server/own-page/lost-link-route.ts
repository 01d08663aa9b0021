import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressSchema } from '#contract/attendees/submission.ts';
import * as words from '#contract/texts/words/own-page.ts';
import { id } from '#contract/wire-text.ts';
import { AppError } from '#server/errors.ts';
import { formPath, linkPath } from '#server/forms/form-address.ts';
import { askForLink } from '#server/registrations/own/commands.ts';
import { CHANGE, type OwnPageHost, postedTexts } from './own-page-host.ts';

const params = z.object({ slug: z.string(), id });

/** The page on which people ask for a lost link. Its answer is the same for all addresses. */
export function lostLinkRoute(app: FastifyInstance, host: OwnPageHost): void {
  const formOf = async (request: FastifyRequest) => {
    const form = await host.deps.signUps.forms.current({ kind: 'series', id: params.parse(request.params).id });
    if (form?.hasOwnPages !== true) throw new AppError('not_found', words.LINK_ENDED);
    return form;
  };

  const send = async (request: FastifyRequest, reply: FastifyReply, typed: { email: string; error?: string; sent?: string }) => {
    const form = await formOf(request);
    const content = host.render.link({
      organisation: host.settings.organisation,
      title: words.GET_YOUR_LINK,
      error: undefined,
      sent: undefined,
      ...typed,
      act: { label: words.SEND_LINK, href: linkPath(form) },
      keep: { label: words.BACK_TO_FORM, href: formPath(form) },
    });
    return host.send(reply, words.GET_YOUR_LINK, content);
  };

  const url = '/:slug/events-series/:id/link';
  const schema = { params, hide: true };
  app.get(url, { schema }, async (request, reply) => send(request, reply, { email: '' }));
  app.post(url, { ...CHANGE, schema }, async (request, reply) => {
    const [email = ''] = postedTexts(request)('email');
    const parsed = addressSchema.safeParse({ email });
    if (!parsed.success) {
      return send(request, reply.status(422), { email, error: parsed.error.issues[0]?.message ?? '' });
    }
    const { id: seriesId } = await formOf(request);
    await askForLink(host.commandDeps.db, seriesId, parsed.data.email);
    return send(request, reply, { email, sent: words.linkMayBeSent(email.trim()) });
  });
}
