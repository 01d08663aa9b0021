import { allSignUpErrors, arrivalAt, waitsOf } from '#contract/rules/check-sign-up.ts';
import { SHOWN_DATES_NAME, shownDate, WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { Answer, Payload } from '#contract/rules/sign-up.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import type { Tx } from '#server/db/connection.ts';
import { AppError, invalid } from '#server/errors.ts';
import { fullRefusal, listPlaceCounts, listStoredForms, shownPlaces, type StoredForm } from '#server/form-store/public-form.ts';
import type { Write } from '#server/write.ts';
import { type EventsChange, writeEventsChange } from '../change-events.ts';
import { givenAnswers, mergeAnswers } from '../edits.ts';
import { endRegistrations, type Joined, joinEvents } from '../waiting-list.ts';
import { changeOwn, countChange, findOwn, type OwnDeps, ownEvent } from './commands.ts';
import {
  canChangeEvents,
  canJoinAgain,
  hasEndedOffer,
  heldEvents,
  isFixed,
  mayTakeAnother,
  type OwnEvent,
  type OwnSignUp,
  whyNot,
} from './queries.ts';

interface Choice extends Pick<EventsChange, 'left' | 'added'> {
  readonly form: StoredForm;
  readonly answers: Payload;
}

export interface ChosenEvents {
  readonly events: readonly string[];
  readonly _waiting_list: readonly string[];
  /** The events held when the form was read: only those of them that are not chosen are given up. */
  readonly held: readonly string[];
}

interface EventChoice extends ChosenEvents {
  /** To the questions of new events. */
  readonly answers: Payload;
}

function choiceOf(own: OwnSignUp, form: StoredForm, { events, _waiting_list: waits, answers, held: seen }: EventChoice): Choice {
  const chosen = new Set([...events, ...waits]);
  const held = heldEvents(own);
  return {
    form,
    left: held.filter((event) => !isFixed(event) && !chosen.has(event.id) && seen.includes(event.id)),
    added: [...chosen].filter((id) => !held.some((event) => event.id === id) && !seen.includes(id)),
    answers,
  };
}

const questionsOf = (fields: readonly PublicField[], eventIds: readonly string[]): PublicField[] =>
  fields.filter((field) => field.brunch_event && field.brunch_event_id !== null && eventIds.includes(field.brunch_event_id));

/** @throws AppError `conflict` when this person may not choose so, `invalid` by the rules of the form */
function check(own: OwnSignUp, { form, left, added, answers }: Choice, timeZone: string): void {
  const held = heldEvents(own);
  const repeated = form.events.filter(({ id }) => added.includes(id) && own.repeats.includes(id));
  if (repeated.length > 0) throw new AppError('conflict', pageWords.alreadyRegistered(repeated.map(({ event_title: title }) => title)));
  const isAgain = (id: string): boolean => own.events.some((event) => event.id === id && canJoinAgain(own, event));
  if (own.events.some(({ id, isEndedByStaff }) => isEndedByStaff && added.includes(id)))
    throw new AppError('conflict', whyNot(own, held, timeZone));
  const mayAdd = mayTakeAnother(own) || added.every(isAgain);
  if (!canChangeEvents(own) && (left.length > 0 || !mayAdd)) throw new AppError('conflict', whyNot(own, held, timeZone));
  if (held.length + added.length === left.length) throw invalid([{ path: 'events', message: pageWords.ONE_MUST_STAY }]);
  const events = form.events.filter(({ id }) => added.includes(id));
  const payload = { ...own.row, ...own.row.answers, ...answers, events: added, [WAITING_LIST_NAME]: [] };
  const questions = questionsOf(form.fields, added);
  const isAsked = (path: string): boolean => (path === 'events' && added.length > 0) || questions.some(({ name }) => name === path);
  const errors = allSignUpErrors({ ...form, events }, payload, arrivalAt(Date.now(), timeZone)).filter(({ path }) => isAsked(path));
  if (errors.length > 0) throw invalid(errors);
}

/** @throws AppError `invalid` with the current places if an event is full */
async function join(w: Write, own: OwnSignUp, { form, added }: Choice, waits: readonly string[]): Promise<Joined> {
  const now = Date.now();
  const open = waitsOf(form.events, waits, now);
  const wishes = added.map((eventId) => ({ eventId, mayWait: open.includes(eventId) }));
  const joined = await joinEvents(w, own.series.id, own.row.id, wishes);
  if (joined.full.length === 0) return joined;
  throw fullRefusal(form, joined.full, shownPlaces(form, await listPlaceCounts(w, [form.id]), now));
}

/** Drops the answers to questions of events that were given up, and stores those for new events. */
async function writeAnswers(tx: Tx, { row }: OwnSignUp, { form, left, added, answers }: Choice): Promise<void> {
  const leftIds = left.map(({ id }) => id);
  const dropped = questionsOf(form.fields, leftIds).map(({ name }): [string, null] => [name, null]);
  const edited = new Map<string, Answer | null>([...dropped, ...givenAnswers(questionsOf(form.fields, added), answers)]);
  if (edited.size === 0) return;
  const merged = mergeAnswers(row, edited);
  await tx.updateTable('submissions').set({ answers: merged }).where('id', '=', row.id).execute();
}

/** @returns the events on whose waiting list it now is */
async function change(w: Write, own: OwnSignUp, input: EventChoice, { timeZone }: OwnDeps): Promise<readonly string[]> {
  const [form] = await listStoredForms(w, [own.series.id], timeZone);
  if (form === undefined) throw new AppError('conflict', whyNot(own, [], timeZone));
  const choice = choiceOf(own, form, input);
  const { left, added } = choice;
  if (left.length === 0 && added.length === 0) return [];
  check(own, choice, timeZone);
  await countChange(w, own);
  const { waiting } = await join(w, own, choice, input._waiting_list);
  await writeAnswers(w, own, choice);
  const before = heldEvents(own);
  const titled = form.events.map(({ id, event_title: title, date }) => ({ id, title, startsAt: date === null ? null : new Date(date) }));
  const now = [...before.filter((event) => !left.includes(event)), ...titled.filter(({ id }) => added.includes(id))];
  await writeEventsChange(w, own, { left, added, before, now, waiting, timeZone });
  return waiting;
}

/** Changes the events of a sign-up, all or nothing; those that cannot be changed, or are not on the form, stay. @throws AppError `not_found`, `invalid`, `conflict` or `too_many` */
export async function changeEvents(deps: OwnDeps, token: string, input: EventChoice): Promise<void> {
  await changeOwn(deps, token, (w, own) => change(w, own, input, deps));
}

/** Rejoins an event that was given up, or whose offer ended: with a place, or the last position. @returns the event now @throws AppError as `changeEvents` */
export const joinAgain = (deps: OwnDeps, token: string, eventId: string): Promise<OwnEvent> =>
  changeOwn(deps, token, async (w, own) => {
    const input = { events: [], _waiting_list: [eventId], answers: {}, held: [] };
    const event = ownEvent(own, eventId);
    const hasEnded = hasEndedOffer(event);
    // As a worker would do: the place goes to the next person before this one waits again.
    if (hasEnded) {
      const registrations = [{ eventId, submissionId: own.row.id }];
      const details = { reason: 'expired', tell: false } as const;
      await endRegistrations(w, own.series.id, { registrations, kind: 'expired', actor: 'automatic', details });
    }
    const waiting = await change(w, hasEnded ? await findOwn(w, token) : own, input, deps);
    return { ...event, status: event.status === 'waiting' || waiting.includes(eventId) ? 'waiting' : 'confirmed' };
  });

/** Takes a place in another event, or the last position on its list. `date`: as the page showed it. @returns the event, with what was got @throws AppError as `changeEvents` */
export const takeEvent = (deps: OwnDeps, token: string, id: string, date?: string): Promise<Pick<OwnEvent, 'id' | 'status'>> =>
  changeOwn(deps, token, async (w, own) => {
    const answers = date === undefined ? {} : { [SHOWN_DATES_NAME]: [shownDate({ id, date })] };
    const waiting = await change(w, own, { events: [], _waiting_list: [id], answers, held: [] }, deps);
    return { id, status: waiting.includes(id) ? 'waiting' : 'confirmed' };
  });
