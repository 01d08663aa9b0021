import * as words from '#contract/texts/words/own-page.ts';
import { canCancel, canCancelAll, heldEvents, type OwnEvent } from '#server/registrations/own/queries.ts';
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
  const goesOn = isGivenOn(context, event) ? words.GOES_TO_NEXT : undefined;
  if (page === 'accept') return { question: words.takePlaceAt(title), act: words.TAKE_IT };
  if (page === 'decline') return { question: words.declinePlaceAt(title), text: goesOn, act: words.DECLINE_IT };
  if (page === 'join')
    return { question: again?.label === words.TAKE_A_PLACE ? words.takePlaceAt(title) : words.joinListOf(title), act: again?.label ?? '' };
  if (status === 'waiting') return { question: words.leaveListOf(title), act: words.LEAVE };
  return { question: words.cancelPlaceAt(title), text: goesOn, act: words.CANCEL_MY_PLACE };
}

const keepOf = ({ path }: OwnPageContext, label: string): Act => ({ label, href: path });

/** Which places go to the next people; the events are named unless all places do. */
function allGoTo(context: OwnPageContext): string | undefined {
  const held = heldEvents(context.own);
  const given = held.filter((event) => isGivenOn(context, event));
  if (given.length === 0) return undefined;
  return given.length === held.length ? words.GO_TO_NEXT : given.map(({ title }) => words.goesToNextAt(title)).join(' ');
}

/** Asks whether everything is to be given up. */
export function cancelAllView(context: OwnPageContext): QuestionView {
  return {
    organisation: context.organisation,
    question: words.CANCEL_ALL_OF_IT,
    when: words.titlesAsAnswer(heldEvents(context.own).map(({ title }) => title)),
    text: allGoTo(context),
    act: cancelAllAct(context.path),
    keep: keepOf(context, words.KEEP_ALL),
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
      name: words.actAt(act, event.title),
      href: `${context.path}/${page}?event=${event.id}${event.status === 'waiting' ? '&was=waiting' : ''}`,
    },
    keep: keepOf(context, page === 'cancel' ? words.KEEP_IT : words.BACK),
    further: page === 'cancel' && canCancelAll(context.own) ? cancelAllAct(context.path) : undefined,
  };
}

/** What is shown of an offer that has ended: how the event can still be had. */
export const endedOfferView = (context: OwnPageContext, event: OwnEvent): QuestionView => ({
  organisation: context.organisation,
  question: words.OFFER_HAS_ENDED,
  when: `${event.title}, ${whenOf(event, context.timeZone)}`,
  text: undefined,
  act: undefined,
  keep: keepOf(context, words.BACK),
  further: againOf(context, event),
});
