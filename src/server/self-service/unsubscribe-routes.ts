import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as words from '#contract/texts/words/self-service.ts';
import { AppError } from '#server/errors.ts';
import { setHeaderProfile } from '#server/http/headers/security-headers.ts';
import { isOverLimit, limitPublicCalls, tooMany } from '#server/http/limits/rate-limit.ts';
import { postedPages, queryOf } from '#server/pages/page-requests.ts';
import { digestOfUnsubscribe, isSuppressed, subscribeAgain, unsubscribe } from '#server/registrations/suppressions.ts';
import type { PageContext } from '#server/sign-up/page/form-page.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';
import { VISITOR, write } from '#server/write.ts';
import { SelfServiceHost, type OwnRoute, postedTexts } from './self-service-host.ts';

const PATH = `${TOKEN_PATHS.unsubscribe}:token`;
const BODY_MAX = 10 * 1024;
/** What mail programs post for their one click (RFC 8058). */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' };

type Said = Readonly<Record<'question', string>> & {
  readonly text?: string;
  readonly act?: { readonly label: string; readonly again: boolean };
};

/** Some mail programs post their click as a form of several parts, or do not say as what. */
function readOtherClicks(app: FastifyInstance): void {
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, body, done) => {
    done(null, String(body).includes(ONE_CLICK.name) ? { [ONE_CLICK.name]: [ONE_CLICK.value] } : {});
  });
}

/** Pages on which people unsubscribe from marketing emails; reading them changes nothing, since scanners of mails open each link. Mail programs in browsers post from pages of their own, and the token is all that a post needs. */
export async function unsubscribePages(app: FastifyInstance, context: PageContext): Promise<void> {
  const host = new SelfServiceHost(context);
  const { db } = host.commandDeps;
  const { organisation } = host.settings;
  setHeaderProfile(app, 'selfService');
  // Providers post thousands of clicks from one network.
  limitPublicCalls(app, { limit: context.limits.calls, appliesTo: ({ method }) => method !== 'POST' });

  const say = (request: FastifyRequest<OwnRoute>, reply: FastifyReply, { question, text, act }: Said): FastifyReply => {
    const path = `${TOKEN_PATHS.unsubscribe}${request.params.token}`;
    const posted = act && { label: act.label, href: act.again ? `${path}?again=1` : path, isUndo: act.again };
    return host.send(reply, undefined, question, host.render.question({ organisation, question, text, act: posted }));
  };
  const sayStopped = (request: FastifyRequest<OwnRoute>, reply: FastifyReply): FastifyReply =>
    say(request, reply, { question: words.noMoreMarketing(organisation.name), act: { label: words.GET_THEM_AGAIN, again: true } });

  await postedPages(app, (request, reply, error) => {
    if (error.code !== 'not_found') return host.sendMessage(request, reply, error);
    const question = words.LINK_ENDED;
    return host.send(reply.status(404), undefined, question, host.render.question({ organisation, question }));
  });
  readOtherClicks(app);

  const { calls } = context.limits;
  const digestOf = async ({ params, ip }: FastifyRequest<OwnRoute>): Promise<Buffer> => {
    const digest = await digestOfUnsubscribe(db, params.token);
    if (digest !== undefined) return digest;
    const isFlood = isOverLimit(calls, ip, Date.now(), (network) => `unsubscribe ${network}`);
    throw isFlood ? tooMany(calls) : new AppError('not_found', words.LINK_ENDED);
  };
  const schema = { hide: true };
  app.get<OwnRoute>(PATH, { schema }, async (request, reply) => {
    if (await isSuppressed(db, await digestOf(request))) return sayStopped(request, reply);
    return say(request, reply, {
      question: words.stopMarketing(organisation.name),
      text: words.STILL_GET,
      act: { label: words.STOP_THEM, again: false },
    });
  });
  app.post<OwnRoute>(PATH, { schema }, async (request, reply) => {
    const digest = await digestOf(request);
    const posted = postedTexts(request);
    const isOneClick = posted(ONE_CLICK.name).includes(ONE_CLICK.value);
    const isAgain = !isOneClick && (queryOf(request).get('again') ?? posted('again')[0]) === '1';
    await write(host.commandDeps, VISITOR, (w) => (isAgain ? subscribeAgain(w, digest) : unsubscribe(w, digest)));
    if (isOneClick) return reply.send('');
    return isAgain ? say(request, reply, { question: words.marketingAgain(organisation.name) }) : sayStopped(request, reply);
  });
}
