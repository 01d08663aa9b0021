import * as texts from '#contract/texts/own-page.ts';
import { OFFER_HAS_ENDED } from '#contract/texts/waiting-list.ts';
import { canCancel, canCancelAll, heldEvents } from '#server/registrations/own/permissions.ts';
import type { OwnEvent } from '#server/registrations/own/queries.ts';
import type { Act, QuestionView } from '#signup/own-page/own-view.ts';
import { againOf, cancelAllAct, type OwnPageContext, whenOf } from './own-page-view.ts';

/** Pages that ask about one event. */
export const QUESTIONS = ['cancel', 'accept', 'decline', 'join'] as const;

export type Question = (typeof QUESTIONS)[number];

interface Words {
  readonly question: string;
  readonly text?: string | undefined;
  readonly act: string;
}

const isGivenOn = ({ canMail }: OwnPageContext, { status, isNextWaiting }: OwnEvent): boolean =>
  canMail && status !== 'waiting' && isNextWaiting;

function wordsOf(page: Question, context: OwnPageContext, event: OwnEvent): Words {
  const { title, status } = event;
  const again = againOf(context, event);
  const goesOn = isGivenOn(context, event) ? texts.GOES_TO_NEXT : undefined;
  if (page === 'accept') return { question: texts.takePlaceAt(title), act: texts.TAKE_IT };
  if (page === 'decline') return { question: texts.declinePlaceAt(title), text: goesOn, act: texts.DECLINE_IT };
  if (page === 'join')
    return { question: again?.label === texts.TAKE_A_PLACE ? texts.takePlaceAt(title) : texts.joinListOf(title), act: again?.label ?? '' };
  if (status === 'waiting') return { question: texts.leaveListOf(title), act: texts.LEAVE };
  return { question: texts.cancelPlaceAt(title), text: goesOn, act: texts.CANCEL_MY_PLACE };
}

const keepOf = ({ path }: OwnPageContext, label: string): Act => ({ label, href: path });

/** Which places go to the next people; the events are named unless all places do. */
function allGoTo(context: OwnPageContext): string | undefined {
  const held = heldEvents(context.own);
  const given = held.filter((event) => isGivenOn(context, event));
  if (given.length === 0) return undefined;
  return given.length === held.length ? texts.GO_TO_NEXT : given.map(({ title }) => texts.goesToNextAt(title)).join(' ');
}

/** Asks whether everything is to be given up. */
export function cancelAllView(context: OwnPageContext): QuestionView {
  return {
    organisation: context.organisation,
    question: texts.CANCEL_ALL_OF_IT,
    when: texts.titlesAsAnswer(heldEvents(context.own).map(({ title }) => title)),
    text: allGoTo(context),
    act: cancelAllAct(context.path),
    keep: keepOf(context, texts.KEEP_ALL),
    further: undefined,
  };
}

/** Whether the page can be asked of an event as it stands. */
export function isAsked(page: Question, context: OwnPageContext, event: OwnEvent): boolean {
  if (page === 'cancel') return event.status !== 'offered' && canCancel(context.own, event);
  return page === 'join'
    ? againOf(context, event) !== undefined
    : event.status === 'offered' && (page === 'decline' || !event.hasOfferEnded);
}

/** Asks before something is changed about one event. */
export function questionView(page: Question, context: OwnPageContext, event: OwnEvent): QuestionView {
  const { question, text, act } = wordsOf(page, context, event);
  return {
    organisation: context.organisation,
    question,
    when: whenOf(event, context.timeZone),
    text,
    act: {
      label: act,
      name: texts.actAt(act, event.title),
      href: `${context.path}/${page}?event=${event.id}${event.status === 'waiting' ? '&was=waiting' : ''}`,
    },
    keep: keepOf(context, page === 'cancel' ? texts.KEEP_IT : texts.BACK),
    further: page === 'cancel' && canCancelAll(context.own) ? cancelAllAct(context.path) : undefined,
  };
}

/** What is shown of an offer that has ended: how the event can still be had. */
export const endedOfferView = (context: OwnPageContext, event: OwnEvent): QuestionView => ({
  organisation: context.organisation,
  question: OFFER_HAS_ENDED,
  when: `${event.title}, ${whenOf(event, context.timeZone)}`,
  text: undefined,
  act: undefined,
  keep: keepOf(context, texts.BACK),
  further: againOf(context, event),
});
