import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { hasOptions } from '#contract/rules/field-types.ts';
import { activeFields, type PublicEvent, type PublicField } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/self-service.ts';
import { type Db, hasRows, rowsOf, valuesOf } from '#server/db/connection.ts';
import type { FormRow, SubmissionRow } from '#server/db/tables.ts';
import { EVENT_DETAILS, type EventDetails } from '#server/event-fields.ts';
import { listPublicFields } from '#server/form-store/fields.ts';
import { SELF_SERVICE_COLUMNS } from '#server/form-store/form-rows.ts';
import { isDroppedRepeat } from '../changes.ts';
import { HAS_BEGUN } from '../status.ts';
import { addressDigest, isSuppressed } from '../suppressions.ts';
import { POSITION, PROMOTES_AUTOMATICALLY } from '../waiting-list.ts';

/** An event of a sign-up, and the state of its registration. */
export interface OwnEvent extends EventDetails {
  readonly id: string;
  readonly isBrunch: boolean;
  readonly price: string | null;
  readonly isOnForm: boolean;
  readonly hasBegun: boolean;
  readonly status: RegistrationStatus;
  readonly position: number | null;
  readonly offerEndsAt: Date | null;
  readonly hasOfferEnded: boolean;
  /** Until when the place can be changed or given up; null: at any time. */
  readonly changesUntil: Date | null;
  readonly areChangesOver: boolean;
  readonly attendedAt: Date | null;
  /** Whether someone is waiting who gets a place that becomes free, on a server that sends mail. */
  readonly isNextWaiting: boolean;
  /** For an offer: whether newcomers get its place once it has ended, since nobody is waiting for it. */
  readonly isFreeWithoutOffer: boolean;
  /** The kind of change that last ended it, if any. */
  readonly lastEnding: ChangeKind | null;
  /** Whether staff cancelled it: then the person cannot rejoin. */
  readonly isEndedByStaff: boolean;
  /** Whether the person has ever been on its waiting list. */
  readonly hasWaited: boolean;
}

const SERIES_COLUMNS = [
  'id',
  'title',
  'email_from',
  'calendar_entries',
  'check_in_codes',
  'code_key',
  ...SELF_SERVICE_COLUMNS,
  'self_service_hours',
] as const;

/** A sign-up with everything its self-service page shows, in its current state. */
export interface OwnSignUp {
  /** The stored row, except that people who have unsubscribed do not accept marketing. */
  readonly row: SubmissionRow;
  readonly series: Pick<FormRow, (typeof SERIES_COLUMNS)[number]>;
  readonly fields: readonly PublicField[];
  /** Its events by date. */
  readonly events: readonly OwnEvent[];
  /** Events that would be a repeat here: another sign-up of the address is registered for them. */
  readonly repeats: readonly string[];
}

const listEvents = (db: Db, submissionId: string, hours: number): Promise<OwnEvent[]> => rowsOf<OwnEvent>(db)`
  select event.id, ${EVENT_DETAILS}, event.is_brunch as "isBrunch", event.price, event.is_on_form as "isOnForm",
    ${HAS_BEGUN} as "hasBegun", registration.status, ${POSITION} as position,
    entry.offer_ends_at as "offerEndsAt", coalesce(entry.offer_ends_at <= now(), false) as "hasOfferEnded",
    event.starts_at - make_interval(hours => ${hours}) as "changesUntil",
    coalesce(event.starts_at - make_interval(hours => ${hours}) <= now(), false) as "areChangesOver",
    registration.attended_at as "attendedAt",
    ${PROMOTES_AUTOMATICALLY}
      and coalesce(places.waiting > places.unreachable and places.taken <= places.capacity, false) as "isNextWaiting",
    coalesce(places.waiting <= places.unreachable and places.taken <= places.capacity, false) as "isFreeWithoutOffer",
    ending.kind as "lastEnding", coalesce(registration.status = 'cancelled' and ending.actor = 'staff', false) as "isEndedByStaff",
    exists (select from registration_changes as change
      where change.submission_id = registration.submission_id and change.event_id = event.id and kind in ('joined', 'offered')) as "hasWaited"
  from registrations as registration join events as event on event.id = registration.event_id
  left join waiting_entries as entry on entry.event_id = registration.event_id and entry.submission_id = registration.submission_id
  left join event_places as places on places.event_id = event.id
  left join lateral (
    select kind, actor from registration_changes as change
    where change.submission_id = registration.submission_id and (
      change.event_id = event.id and kind in ('cancelled', 'declined', 'expired') or change.details -> 'left' ? event.id::text)
    order by at desc, change.id desc limit 1
  ) as ending on true
  where registration.submission_id = ${submissionId}
  order by event.starts_at nulls last, event.id`;

/** Events held by another sign-up with the address instead of this one: all of them if the series allows no repeats, otherwise those dropped here as repeats. */
const listRepeats = (db: Db, submissionId: string): Promise<string[]> => valuesOf<string>(db)`
  select distinct standing.event_id as id
  from submissions as own join forms as series on series.id = own.form_id
  join submissions as other on other.form_id = own.form_id and other.email_key = own.email_key and other.id <> own.id
  join registrations as standing on standing.submission_id = other.id and standing.status <> 'cancelled'
  left join registrations as held on held.submission_id = own.id and held.event_id = standing.event_id
  where own.id = ${submissionId} and coalesce(held.status, 'cancelled') = 'cancelled' and (series.repeat_policy <> 'allow' or ${isDroppedRepeat('own.id', 'standing.event_id')})`;

/** Whether the person has made a change of one of these kinds within ten minutes. */
export const hasJustMade = (db: Db, submissionId: string, kinds: readonly ChangeKind[]): Promise<boolean> => hasRows(db)`
  select from registration_changes
  where submission_id = ${submissionId} and actor = 'visitor' and kind = any(${kinds})
    and at > now() - interval '10 minutes' limit 1`;

/** With the answer added as an option if staff have since renamed or removed it; only its person may replace it. */
function withAnswer(field: PublicField, { answers }: SubmissionRow): PublicField {
  const answer = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
  const isGone = hasOptions(field) && typeof answer === 'string' && !field.options.includes(answer);
  return isGone ? { ...field, options: [answer, ...field.options] } : field;
}

/** A sign-up to a series as its self-service page shows it; undefined when it was deleted. */
export async function readOwnSignUp(db: Db, submissionId: string): Promise<OwnSignUp | undefined> {
  const stored = await db.selectFrom('submissions').selectAll().where('id', '=', submissionId).executeTakeFirst();
  if (stored === undefined) return undefined;
  // People who have unsubscribed see no tick, so that ticking it again is a change.
  const consents = stored.accepts_marketing && !(await isSuppressed(db, addressDigest(stored.email_key)));
  const row = { ...stored, accepts_marketing: consents };
  const series = await db.selectFrom('forms').select(SERIES_COLUMNS).where('id', '=', row.form_id).executeTakeFirst();
  if (series === undefined) return undefined;
  const fields = (await listPublicFields(db, { kind: 'series', id: series.id })).map((field) => withAnswer(field, row));
  return { row, series, fields, events: await listEvents(db, row.id, series.self_service_hours), repeats: await listRepeats(db, row.id) };
}

/** The events in which the person has a place, an offer or a position on the waiting list. */
export const heldEvents = ({ events }: OwnSignUp): OwnEvent[] => events.filter(({ status }) => status !== 'cancelled');

/** Whether an event can be given up here: people can leave a list or decline an offer at any time. */
export const canGiveUp = ({ series }: OwnSignUp, { status, areChangesOver, attendedAt }: OwnEvent): boolean =>
  status === 'waiting' ||
  status === 'offered' ||
  (status === 'confirmed' && series.self_service && series.self_service_cancel && !areChangesOver && attendedAt === null);

const isAnyOpen = (held: readonly OwnEvent[]): boolean => held.some(({ areChangesOver }) => !areChangesOver);

/** Whether answers can be corrected: until changes close for the last event. */
export const canCorrect = (own: OwnSignUp): boolean =>
  own.series.self_service && own.series.self_service_answers && isAnyOpen(heldEvents(own));

export function canChangeEvents(own: OwnSignUp): boolean {
  const held = heldEvents(own);
  return own.series.self_service && own.series.self_service_events && (held.length === 0 || isAnyOpen(held));
}

/** Whether another event may be taken in any case, because a held event was cancelled. */
export const mayTakeAnother = (own: OwnSignUp): boolean =>
  own.series.self_service && heldEvents(own).some(({ cancelledAt }) => cancelledAt !== null);

/** Whether an event is held by an expired offer that no worker has ended yet. */
export const hasEndedOffer = ({ status, hasOfferEnded }: OwnEvent): boolean => status === 'offered' && hasOfferEnded;

const OFFER_ENDINGS: ReadonlySet<ChangeKind | null> = new Set(['declined', 'expired']);

/** Events that the person cannot choose: another sign-up of the address holds them, or staff cancelled them. */
export const barredEvents = ({ events, repeats }: OwnSignUp): Set<string> =>
  new Set([...repeats, ...events.filter(({ isEndedByStaff }) => isEndedByStaff).map(({ id }) => id)]);

/** Whether someone can rejoin an event they gave up, or whose offer ended, as far as its own times and places allow. */
export const canJoinAgain = (own: OwnSignUp, event: OwnEvent): boolean =>
  (event.status === 'cancelled' || hasEndedOffer(event)) &&
  !barredEvents(own).has(event.id) &&
  event.isOnForm &&
  !event.hasBegun &&
  ((own.series.self_service && own.series.self_service_events) || hasEndedOffer(event) || OFFER_ENDINGS.has(event.lastEnding));

/** Whether the choice of events does not affect this one. */
export const isFixed = ({ status, isOnForm, areChangesOver, hasBegun, cancelledAt, attendedAt }: OwnEvent): boolean =>
  !isOnForm || hasBegun || cancelledAt !== null || (status === 'confirmed' && (areChangesOver || attendedAt !== null));

/** Why something cannot be changed here: the person is at the event, it is too late, or they must write to the organiser. */
export function whyNot({ series }: OwnSignUp, events: readonly OwnEvent[], timeZone: string): string {
  if (events.some(({ attendedAt }) => attendedAt !== null)) return words.CHECKED_IN_ALREADY;
  const over = events.find(({ areChangesOver }) => areChangesOver);
  if (!series.self_service || over === undefined || over.changesUntil === null) return words.writeTo(series.email_from);
  return words.changesWerePossible(eventLine(over.changesUntil.toISOString(), timeZone), series.email_from);
}

/** Events by which the questions of a form are chosen. */
export const asPublicEvents = (events: readonly OwnEvent[]): PublicEvent[] =>
  events.map(({ id, title, startsAt, isBrunch }) => ({
    id,
    event_title: title,
    date: startsAt?.toISOString() ?? null,
    brunch_event: isBrunch,
  }));

export type TitledEvent = Pick<OwnEvent, 'id' | 'title' | 'startsAt'> & Partial<Pick<OwnEvent, 'status'>>;

/** How each of these events is named: by its title, and where others share that, as dates of one course do, by its date too. */
export const namesAmong = (events: readonly TitledEvent[], timeZone: string) => {
  const isShared = ({ id, title }: TitledEvent): boolean => events.some((other) => other.title === title && other.id !== id);
  return (event: TitledEvent): string =>
    isShared(event) ? `${event.title} (${eventLine(event.startsAt?.toISOString() ?? null, timeZone)})` : event.title;
};

/** Whether everything can be given up together. */
export function canGiveUpAll(own: OwnSignUp): boolean {
  const held = heldEvents(own);
  return held.length > 1 && held.every((event) => canGiveUp(own, event));
}

/** The fields asked for the events that the person holds or is waiting for. */
export function fieldsOf(own: OwnSignUp): PublicField[] {
  const held = asPublicEvents(heldEvents(own));
  const ids = held.map(({ id }) => id);
  return activeFields(own.fields, held, ids);
}
