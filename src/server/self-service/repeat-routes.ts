import type { FastifyInstance, FastifyReply } from 'fastify';
import { eventLine } from '#contract/rules/event-line.ts';
import { changeWithArrow } from '#contract/rules/mail/mail-items.ts';
import * as words from '#contract/texts/words/self-service.ts';
import { queryOf } from '#server/pages/page-requests.ts';
import { changesAnything, confirmConsent, listUndos, undoRepeats, type UndoableChange } from '#server/registrations/repeats/undo.ts';
import type { QuestionView } from '#signup/self-service/view.ts';
import { doneAt, formPage, type SelfServiceHost, type OwnRequest, postedTexts } from './self-service-host.ts';
import type { SelfServiceContext } from './self-service-view.ts';

function undoView({ organisation, path, settings }: SelfServiceContext, undos: readonly UndoableChange[]): QuestionView {
  const shown = { organisation, keep: { label: words.BACK, href: path } };
  if (undos.length === 0) return { ...shown, question: words.NOTHING_TO_UNDO, text: words.UNDO_LASTS };
  return {
    ...shown,
    question: words.UNDO_QUESTION,
    text: words.WHAT_UNDO_DOES,
    choices: undos.map(({ id, at, changes }) => ({
      id,
      label: words.changedOn(eventLine(at.toISOString(), settings.timeZone)),
      lines: changes.map(changeWithArrow),
    })),
    act: { label: words.UNDO, href: `${path}/undo` },
  };
}

/** The pages that the mail about a repeat leads to: they ask, and then undo what the repeat changed, or accept what it ticked. They work with self-service pages off. */
export function repeatRoutes(app: FastifyInstance, host: SelfServiceHost): void {
  const { commandDeps: deps } = host;

  const getUndo = async (request: OwnRequest, reply: FastifyReply) => {
    const context = await host.contextOf(request);
    const view = undoView(context, (await listUndos(deps.db, context.own.row.id)).filter(changesAnything));
    return host.send(reply, context.form, view.question, host.render.question(view));
  };

  const postUndo = async (request: OwnRequest, reply: FastifyReply) =>
    host.change(request, reply, async () => {
      const left = await undoRepeats(deps, request.params.token, postedTexts(request)('change'));
      return { done: doneAt('undone'), note: left.length === 0 ? undefined : words.undoneBut(left) };
    });

  const getConsent = async (request: OwnRequest, reply: FastifyReply) => {
    const { own, form, organisation, path } = await host.contextOf(request);
    const consent = (await listUndos(deps.db, own.row.id)).find((undo) => undo.consent !== null)?.consent ?? null;
    if (consent === null) return reply.redirect(path, 303);
    const act = { label: words.CONFIRM, href: `${path}/consent?confirmed=1` };
    const asked = { organisation, question: words.MAY_WE_EMAIL, text: words.signedUpAndTicked(consent), act };
    return host.send(reply, form, words.MAY_WE_EMAIL, host.render.question({ ...asked, keep: { label: words.BACK, href: path } }));
  };

  const postConsent = async (request: OwnRequest, reply: FastifyReply) => {
    // The post of a mail scanner, to the address in the mail, confirms nothing.
    if (!queryOf(request).has('confirmed')) return getConsent(request, reply);
    return host.change(request, reply, async () => {
      await confirmConsent(deps, request.params.token);
      return { done: doneAt('consent') };
    });
  };

  formPage(app, 'undo', { get: getUndo, post: postUndo });
  formPage(app, 'consent', { get: getConsent, post: postConsent });
}
