import { sql } from 'kysely';
import type { ChangeDetails } from '#contract/registrations/registration-changes.ts';
import type { EventsEdit, EventsOfSignUp } from '#contract/registrations/waiting-list-calls.ts';
import { allSignUpErrors } from '#contract/rules/check-sign-up.ts';
import { WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { Answer, Payload } from '#contract/rules/sign-up.ts';
import { NOT_OF_SERIES, ONE_EVENT_MUST_STAY } from '#contract/texts/places.ts';
import { CHANGED_MEANWHILE } from '#contract/texts/staff.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/own-page.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { arrivalAt, fullRefusal, listPlaceCounts, listStoredForms, shownPlaces, type StoredForm } from '#server/forms/public-form.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import { recordChanges } from '../changes.ts';
import { givenAnswers, mergeAnswers } from '../edits.ts';
import { checkOver, POSITION } from '../places.ts';
import { lockRegistration, type RegistrationPath, setStatus } from '../status.ts';
import { endRegistrations, type Joined, joinEvents, promoteWaiting } from '../waiting-list.ts';
import { changeOwn, countChange, findOwn, keyOf, type OwnDeps } from './commands.ts';
import {
  canChangeEvents,
  canJoinAgain,
  hasEndedOffer,
  heldEvents,
  isFixed,
  type OwnEvent,
  type OwnSignUp,
  readOwnSignUp,
  whyNot,
} from './queries.ts';

interface Choice {
  readonly form: StoredForm;
  /** Held events that were left out. */
  readonly left: readonly OwnEvent[];
  /** Ids of events that are not held and were chosen. */
  readonly added: readonly string[];
  readonly answers: Payload;
}

export interface ChosenEvents {
  readonly events: readonly string[];
  readonly _waiting_list: readonly string[];
  /** The events that were held when the form was read: of these only those that are not chosen are given up. */
  readonly held: readonly string[];
}

interface EventChoice extends ChosenEvents {
  /** To the questions of events that are new. */
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
  if (repeated.length > 0) throw new AppError('conflict', pageWords.registeredBefore(repeated.map(({ event_title: title }) => title)));
  const isAgain = (id: string): boolean => own.events.some((event) => event.id === id && canJoinAgain(own, event));
  if (own.events.some(({ id, isEndedByStaff }) => isEndedByStaff && added.includes(id)))
    throw new AppError('conflict', whyNot(own, held, timeZone));
  if (!canChangeEvents(own) && (left.length > 0 || !added.every(isAgain))) throw new AppError('conflict', whyNot(own, held, timeZone));
  if (held.length + added.length === left.length) throw invalid([{ path: 'events', message: pageWords.ONE_MUST_STAY }]);
  const events = form.events.filter(({ id }) => added.includes(id));
  const payload = { ...own.row, ...own.row.answers, ...answers, events: added, [WAITING_LIST_NAME]: [] };
  const questions = questionsOf(form.fields, added);
  const isAsked = (path: string): boolean => (path === 'events' && added.length > 0) || questions.some(({ name }) => name === path);
  const errors = allSignUpErrors({ ...form, events }, payload, arrivalAt(Date.now(), timeZone)).filter(({ path }) => isAsked(path));
  if (errors.length > 0) throw invalid(errors);
}

/** @throws AppError `invalid` with the present places when an event is full */
async function join(w: Write, own: OwnSignUp, { form, added }: Choice, waits: readonly string[]): Promise<Joined> {
  const wishes = added.map((eventId) => ({ eventId, mayWait: waits.includes(eventId) }));
  const joined = await joinEvents(w, own.series.id, own.row.id, wishes);
  if (joined.full.length === 0) return joined;
  throw fullRefusal(form, joined.full, shownPlaces(form, await listPlaceCounts(w, [form.id])));
}

/** Drops the answers to questions of events that were left, and stores those of events that are new. */
async function writeAnswers(tx: Tx, { row }: OwnSignUp, { form, left, added, answers }: Choice): Promise<void> {
  const leftIds = left.map(({ id }) => id);
  const dropped = questionsOf(form.fields, leftIds).map(({ name }): [string, null] => [name, null]);
  const given = givenAnswers(questionsOf(form.fields, added), answers);
  const edited = new Map<string, Answer | null>([...dropped, ...given]);
  if (edited.size === 0) return;
  const merged = mergeAnswers(row, edited);
  await tx.updateTable('submissions').set({ answers: merged }).where('id', '=', row.id).execute();
}

const titles = (events: readonly { readonly title: string }[]): string => pageWords.titlesAsAnswer(events.map(({ title }) => title));

async function listPositions(tx: Tx, submissionId: string, eventIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ event_id: string; position: number }>`
    select event_id, ${POSITION} as position
    from registrations as registration join waiting_entries as entry using (event_id, submission_id)
    where registration.submission_id = ${submissionId} and registration.event_id = any(${eventIds}::uuid[])`.execute(tx);
  return new Map(rows.map(({ event_id: id, position }) => [id, position]));
}

interface EventsChange extends Pick<Choice, 'left' | 'added'> {
  /** Titles, before and now. */
  readonly before: readonly { readonly title: string }[];
  readonly now: readonly { readonly title: string }[];
  readonly waiting: readonly string[];
  /** Of all changes that it records. */
  readonly details?: ChangeDetails;
}

/** Gives up what was left out, records the change with the joining of lists that belongs to it, and promotes. */
async function leave(w: Write, own: OwnSignUp, { left, added, before, now, waiting, details: given }: EventsChange): Promise<void> {
  await setStatus(w, own.series.id, left.map(keyOf(own)), { status: 'cancelled' });
  const ofPerson = { seriesId: own.series.id, submissionId: own.row.id };
  // A person who only joins lists gets the positions instead of the change, in one mail.
  const onlyWaits = left.length === 0 && waiting.length === added.length;
  const changes = [{ label: formWords.EVENTS_LABEL, before: titles(before), now: titles(now) }];
  const { true: declined = [], false: others = [] } = Object.groupBy(left, ({ status }) => (status === 'offered' ? 'true' : 'false'));
  const place = added.filter((id) => !waiting.includes(id));
  const ended =
    others.length === 0 ? {} : ({ reason: w.by.kind === 'visitor' ? 'visitor' : 'staff', left: others.map(({ id }) => id) } as const);
  const positions = await listPositions(w, own.row.id, waiting);
  await recordChanges(w, [
    {
      ...ofPerson,
      eventId: null,
      kind: 'events_changed',
      details: { ...given, changes, ...ended, ...(place.length === 0 ? {} : { added: place }), ...(onlyWaits ? { tell: false } : {}) },
    },
    ...declined.map(({ id }) => ({ ...ofPerson, eventId: id, kind: 'declined', details: { reason: 'declined' } }) as const),
    ...waiting.map((eventId, index) => {
      const details = { tell: onlyWaits && index === 0, position: positions.get(eventId) };
      return { ...ofPerson, eventId, kind: 'joined', details } as const;
    }),
  ]);
  await promoteWaiting(w, { seriesId: own.series.id, eventIds: left.map(({ id }) => id) });
}

async function change(w: Write, own: OwnSignUp, input: EventChoice, { timeZone }: OwnDeps): Promise<void> {
  const seriesId = own.series.id;
  const [form] = await listStoredForms(w, [seriesId]);
  if (form === undefined) throw new AppError('conflict', whyNot(own, [], timeZone));
  const choice = choiceOf(own, form, input);
  const { left, added } = choice;
  if (left.length === 0 && added.length === 0) return;
  check(own, choice, timeZone);
  await countChange(w, own);
  const { waiting } = await join(w, own, choice, input._waiting_list);
  await writeAnswers(w, own, choice);
  const before = heldEvents(own);
  const titled = form.events.map(({ id, event_title: title }) => ({ id, title }));
  const now = [...before.filter((event) => !left.includes(event)), ...titled.filter(({ id }) => added.includes(id))];
  await leave(w, own, { left, added, before, now, waiting });
}

/**
 * Changes the events of a sign-up, all or nothing: what is left out is cancelled, what is new is signed up for as on the form. Events
 * that can no longer be changed, or are not on the form, stay as they are.
 * @throws AppError `not_found`, `invalid`, `conflict` or `too_many`
 */
export const changeEvents = (deps: OwnDeps, token: string, input: EventChoice): Promise<OwnSignUp> =>
  changeOwn(deps, token, (w, own) => change(w, own, input, deps));

/** Takes up an event again after it was given up or its offer ended: a place, or the last position on its list. @throws AppError as `changeEvents` */
export const joinAgain = (deps: OwnDeps, token: string, eventId: string): Promise<OwnSignUp> =>
  changeOwn(deps, token, async (w, own) => {
    const input = { events: [], _waiting_list: [eventId], answers: {}, held: [] };
    if (!own.events.some((event) => event.id === eventId && hasEndedOffer(event))) return change(w, own, input, deps);
    // As a worker would: the place goes to who is next, before this person waits again.
    const details = { reason: 'expired', tell: false } as const;
    const ending = { kind: 'expired', actor: 'automatic', details } as const;
    await endRegistrations(w, own.series.id, [{ eventId, submissionId: own.row.id }], ending);
    return change(w, await findOwn(w, token), input, deps);
  });

const VERSION = sql<number>`((
  select count(*) from registration_changes as change where change.submission_id = submission.id and change.kind not in ('corrected', 'told', 'link')
) + (select count(*) from registrations as each where each.submission_id = submission.id))::integer`;

/** The registrations of a sign-up in all its events. The version is another after each change of one. @throws AppError `not_found` */
export async function readEvents(db: Db, { seriesId, eventId, submissionId }: RegistrationPath): Promise<EventsOfSignUp> {
  const { rows } = await sql<EventsOfSignUp>`
    select ${VERSION} as version,
      (select json_agg(json_build_object('event_id', registration.event_id, 'status', registration.status, 'position', ${POSITION}))
        from registrations as registration left join waiting_entries as entry using (event_id, submission_id)
        where registration.submission_id = submission.id) as events,
      array(select distinct standing.event_id from submissions as other join registrations as standing on standing.submission_id = other.id
        where other.form_id = submission.form_id and other.email_key = submission.email_key and other.id <> submission.id
          and standing.status <> 'cancelled') as elsewhere
    from submissions as submission join registrations as own on own.submission_id = submission.id and own.event_id = ${eventId}
    where submission.id = ${submissionId} and submission.form_id = ${seriesId}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw notFound('Submission');
  return found;
}

/**
 * Gives a sign-up places in exactly these events of its series, whatever their times and places say; where it waits or has an offer and gets
 * no place, that stays.
 * @throws AppError `not_found`, `invalid`, or `conflict` when its registrations changed after `ifMatch`, or one is full that `over` lacks
 */
export async function changeEventsByStaff(
  deps: WriteDeps,
  by: Actor,
  path: RegistrationPath,
  { events: eventIds, over, tell }: EventsEdit,
  ifMatch: number | undefined,
): Promise<void> {
  const { seriesId, submissionId } = path;
  await write(deps, by, async (w) => {
    await lockRegistration(w, path);
    const current = await readEvents(w, path);
    if (ifMatch !== undefined && ifMatch !== current.version)
      throw new AppError('conflict', CHANGED_MEANWHILE, { current: { ...current } });
    const own = await readOwnSignUp(w, submissionId);
    if (own === undefined) throw notFound('Submission');
    const events = w.selectFrom('events').select(['id', 'title']).where('form_id', '=', seriesId).orderBy('starts_at').orderBy('id');
    const now = await events.where(sql<boolean>`id = any(${eventIds}::uuid[])`).execute();
    if (now.length < new Set(eventIds).size) throw invalid([{ path: 'events', message: NOT_OF_SERIES }]);
    const before = own.events.filter(({ status }) => status === 'confirmed');
    const left = before.filter(({ id }) => !eventIds.includes(id));
    const added = now.map(({ id }) => id).filter((id) => !before.some((event) => event.id === id));
    if (left.length === 0 && added.length === 0) return;
    if (now.length === 0 && heldEvents(own).length === left.length) throw invalid([{ path: 'events', message: ONE_EVENT_MUST_STAY }]);
    const offered = heldEvents(own).filter(({ status }) => status === 'offered');
    const agreed = new Set([...(over ?? added), ...offered.map(({ id }) => id)]);
    await checkOver(
      w,
      added.filter((id) => !agreed.has(id)),
    );
    await joinEvents(
      w,
      seriesId,
      submissionId,
      added.map((eventId) => ({ eventId, mayWait: false, isGiven: true })),
    );
    await leave(w, own, { left, added, before, now, waiting: [], details: { tell } });
  });
}
