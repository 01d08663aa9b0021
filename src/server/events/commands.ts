import { sql } from 'kysely';
import { type Announcement, audience, type ShownEvents } from '#contract/events/event-calls.ts';
import { CLOSING_AFTER_OPENING, END_AFTER_START, type EventEdit, type NewEvent, OPENING_BEFORE_END } from '#contract/events/event.ts';
import type { WithMail } from '#contract/registrations/note.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { numberOf, type Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventRow } from '#server/db/tables.ts';
import { AppError, invalid, notFound, orNotFound } from '#server/errors.ts';
import {
  ANNOUNCED_COLUMNS,
  EVENT_NAMES,
  type EventColumns,
  FORM_COLUMNS,
  presentEvent,
  timedMails,
  toEventColumns,
} from '#server/event-fields.ts';
import { bumpFormVersion, lockForm, lockFormOrThrow, lockFormShared } from '#server/form-store/form-rows.ts';
import { type StaffAdd, writeOnce } from '#server/idempotency.ts';
import { fitPlaces, recountEvents } from '#server/registrations/counters.ts';
import { removePart } from '#server/registrations/deletions.ts';
import { extendOffers, promoteWaiting, fitOffers, withdrawUnsentOffers } from '#server/registrations/waiting-list.ts';
import { resumeSkipped } from '#server/steps/staff/commands.ts';
import { checkEdit, sentFields } from '#server/versioned-edit.ts';
import { type EventPath, momentsAsText } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps, type ZonedDeps } from '#server/write.ts';
import { announcedDetailsAfter, announceDeletion, announcePending, type DeletionAnnouncement } from './announcements.ts';
import { countEventLosses, selectEvent } from './queries.ts';

/** @throws AppError `invalid` for an event that is to close when full but has no maximum */
function requireMaximum({ closes_when_full: isLimited, maximum_participants: maximum = null }: EventColumns): void {
  if (isLimited === true && maximum === null)
    throw invalid([{ path: 'maximum_participants', message: 'Please enter a maximum, or switch off Close when full' }]);
}

/** @throws AppError `conflict` if the limit is to be removed while someone is waiting for a place, or `invalid` for a limit without a maximum */
async function checkLimit(tx: Tx, before: EventRow, now: EventRow): Promise<void> {
  if (before.closes_when_full && (!now.closes_when_full || now.maximum_participants === null)) {
    const waiting = await numberOf(tx)`
      select count(*)::integer as count from registrations where event_id = ${now.id} and status in ('waiting', 'offered')`;
    const many = `${formatCount(waiting)} people are waiting or have an offer. Give them places or remove them first.`;
    const one = '1 person is waiting or has an offer. Give them a place or remove them first.';
    if (waiting > 0) throw new AppError('conflict', waiting === 1 ? one : many);
  }
  requireMaximum(now);
}

/** Columns that the counters of a limited event depend on, and those whose edit may give places to people waiting. */
const PLACE_COLUMNS = ['closes_when_full', 'maximum_participants', 'waiting_list'] as const;
const PROMOTING_COLUMNS = [...PLACE_COLUMNS, 'cancelled_at', 'starts_at', 'is_on_form'] as const;

/** Whether an event that closes when it ends would only open after that. */
const opensTooLate = ({ starts_at: start, ends_at: end, opens_at: opening, closes_at: closing }: EventColumns, timeZone: string): boolean =>
  !!opening && !closing && opening.getTime() >= endOf(momentsAsText({ date: start ?? null, end_date: end }), timeZone);

/** @throws AppError `invalid` at an end that is not after the start, and at an opening or closing time that leaves no time between them */
function checkTimes(columns: EventColumns, timeZone: string): void {
  const { starts_at: start, ends_at: end, opens_at: opening, closes_at: closing } = columns;
  const isWrongEnd = !!end && !(start && end > start);
  const isWrongClosing = !!opening && !!closing && closing <= opening;
  const errors = [
    ...(isWrongEnd ? [{ path: 'end_date', message: END_AFTER_START }] : []),
    ...(isWrongClosing ? [{ path: 'closes_at', message: CLOSING_AFTER_OPENING }] : []),
    ...(opensTooLate(columns, timeZone) ? [{ path: 'opens_at', message: OPENING_BEFORE_END }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
}

const aboutEvent = ({ id, title }: Pick<EventRow, 'id' | 'title'>) => ({ type: 'event', id, title });

async function insertEvent(w: Write, seriesId: string, input: NewEvent, timeZone: string): Promise<EventRow> {
  const columns = toEventColumns(input, timeZone);
  checkTimes(columns, timeZone);
  requireMaximum(columns);
  await lockFormOrThrow(w, { kind: 'series', id: seriesId });
  const row = { ...columns, id: newId(), form_id: seriesId, title: input.event_title.trim() };
  const event = await w.insertInto('events').values(row).returningAll().executeTakeFirstOrThrow();
  await fitPlaces(w, [event.id]);
  await bumpFormVersion(w, seriesId);
  w.did({ about: aboutEvent(event) });
  return event;
}

/** A date without a zone is read in the server's. @throws AppError `not_found` when the series does not exist */
export const addEvent = async (deps: ZonedDeps, by: Actor, seriesId: string, { input, callId }: StaffAdd<NewEvent>) =>
  writeOnce(deps, by, callId, {
    add: (w) => insertEvent(w, seriesId, input, deps.config.timeZone),
    find: (w, eventId) => selectEvent(w, { seriesId, eventId }).executeTakeFirst(),
  });

/** Locks events of a series. Returns each once, in this order. @throws AppError `not_found` if one of them does not exist */
async function lockEvents(tx: Tx, seriesId: string, eventIds: readonly string[]): Promise<EventRow[]> {
  if (!(await lockForm(tx, { kind: 'series', id: seriesId }))) throw notFound('Event');
  const events = tx.selectFrom('events').selectAll().where('id', 'in', eventIds).where('form_id', '=', seriesId);
  const rows = await events.orderBy('id').forUpdate().execute();
  return [...new Set(eventIds)].map((eventId) => {
    const event = rows.find(({ id }) => id === eventId);
    return orNotFound(event, 'Event');
  });
}

const lockEvent = async (tx: Tx, { seriesId, eventId }: EventPath): Promise<EventRow> =>
  orNotFound((await lockEvents(tx, seriesId, [eventId]))[0], 'Event');

interface EventsEdit {
  readonly eventIds: readonly string[];
  readonly columns: EventColumns;
  readonly ifMatchOf: (eventId: string) => number | undefined;
  /** For edits that may change their times. */
  readonly timeZone?: string | undefined;
}

interface EditedEvent {
  readonly event: EventRow;
  readonly changed: ReadonlySet<string>;
}

/** Moves the ends of an event's door links along with its end, or the time 6 hours after its start; an own link that was replaced stays closed. */
async function moveDoorLinks(tx: Tx, before: EventRow, now: EventRow): Promise<void> {
  const end = (of: EventRow) => sql`coalesce(${of.ends_at}::timestamptz, ${of.starts_at}::timestamptz + interval '6 hours')`;
  await sql`update door_links set ends_at = ends_at + coalesce(${end(now)} - ${end(before)}, interval '0')
    where event_id = ${now.id} and not (is_own and ends_at <= now())`.execute(tx);
}

/** Requires `lockEvents`. @throws AppError `conflict` or `invalid` */
async function applyEdit(w: Write, event: EventRow, { columns, ifMatchOf, timeZone }: EventsEdit): Promise<EditedEvent> {
  const ifMatch = ifMatchOf(event.id);
  const accepted = checkEdit(w, { about: aboutEvent(event), row: event, sent: sentFields(event, columns, EVENT_NAMES), ifMatch });
  if (accepted === undefined) return { event, changed: new Set() };
  const asSent = { ...event, ...columns };
  if (timeZone !== undefined) checkTimes(asSent, timeZone);
  await checkLimit(w, event, asSent);
  const isEntryChanged = ANNOUNCED_COLUMNS.some((column) => accepted.changed.has(column));
  const details = isEntryChanged ? await announcedDetailsAfter(w, event, columns) : undefined;
  const values = {
    ...columns,
    ...accepted.versions,
    calendar_sequence: event.calendar_sequence + Number(isEntryChanged),
    ...(details === undefined ? {} : { announced_details: details && JSON.stringify(details) }),
    ...timedMails(accepted.changed),
  };
  const edited = await w.updateTable('events').set(values).where('id', '=', event.id).returningAll().executeTakeFirstOrThrow();
  if (accepted.changed.has('starts_at') || accepted.changed.has('ends_at')) await moveDoorLinks(w, event, edited);
  return { event: edited, changed: accepted.changed };
}

/** Edits all of these events, in order, or none. @returns them, and the people promoted as a result @throws AppError `not_found`, `conflict` or `invalid` */
async function applyEdits(w: Write, seriesId: string, edit: EventsEdit) {
  const edits: EditedEvent[] = [];
  for (const event of await lockEvents(w, seriesId, edit.eventIds)) edits.push(await applyEdit(w, event, edit));
  const editedIn = (names: readonly string[]) =>
    edits.filter(({ changed }) => names.some((name) => changed.has(name))).map(({ event }) => event.id);
  // Pages only read whether there is a link to join.
  if (editedIn([...FORM_COLUMNS, 'join_url']).length > 0) await bumpFormVersion(w, seriesId);
  await fitPlaces(w, editedIn(PLACE_COLUMNS));
  await recountEvents(w, seriesId, editedIn(['is_on_form']));
  await fitOffers(w, editedIn(['starts_at']));
  return { events: edits.map(({ event }) => event), promoted: await promoteWaiting(w, seriesId, editedIn(PROMOTING_COLUMNS)) };
}

/** @throws AppError `not_found`, `conflict` or `invalid` */
export async function editEvent(
  deps: ZonedDeps,
  by: Actor,
  { seriesId, eventId }: EventPath,
  input: EventEdit,
  ifMatch: number | undefined,
) {
  const { timeZone } = deps.config;
  const edit = { eventIds: [eventId], columns: toEventColumns(input, timeZone), timeZone, ifMatchOf: () => ifMatch };
  const { events, promoted } = await write(deps, by, (w) => applyEdits(w, seriesId, edit));
  return { event: orNotFound(events[0], 'Event'), promoted };
}

/** Puts events on the form, or takes them off: all or none. @throws AppError `not_found` or `conflict` */
export async function showEvents(deps: WriteDeps, by: Actor, seriesId: string, shown: ShownEvents): Promise<readonly EventRow[]> {
  const { event_ids: eventIds, versions = [], show_on_form: isOnForm } = shown;
  const edit = { eventIds, columns: { is_on_form: isOnForm }, ifMatchOf: (id: string) => versions[eventIds.indexOf(id)] };
  return (await write(deps, by, (w) => applyEdits(w, seriesId, edit))).events;
}

/** Resumes what was waiting while an event was cancelled. Requires `lockEvents`. */
async function resumeOffersAndSteps(w: Write, { seriesId, eventId }: EventPath, since: Date | null): Promise<void> {
  if (since === null) return;
  await extendOffers(w, since, eventId);
  await withdrawUnsentOffers(w, seriesId, eventId);
  await resumeSkipped(w, eventId, since);
}

/** Cancels an event, which keeps its registrations, or reinstates it with its offers. @returns the event, and to how many it is announced @throws AppError `not_found`, or `conflict` once it has ended */
export async function cancelEvent(deps: ZonedDeps, by: Actor, path: EventPath, isCancelled: boolean, input: WithMail) {
  const { seriesId, eventId } = path;
  const { timeZone } = deps.config;
  return write(deps, by, async (w) => {
    const before = await lockEvent(w, path);
    if (endOf(presentEvent(before), timeZone) <= Date.now()) throw new AppError('conflict', 'This event is over.');
    const { cancelled_at: since } = before;
    if (!isCancelled) await resumeOffersAndSteps(w, path, since);
    const columns = { cancelled_at: isCancelled ? (since ?? new Date()) : null };
    const { events } = await applyEdits(w, seriesId, { eventIds: [eventId], columns, ifMatchOf: () => undefined });
    const event = orNotFound(events[0], 'Event');
    const everyone = { note: input.note, audience: [...audience.options] };
    // A repeated call does not announce other changes that are waiting to be announced.
    const isNews = (since !== null) !== isCancelled || Boolean(event.announced_details?.cancelled_at) !== isCancelled;
    const announced = input.tell && isNews ? await announcePending(w, event, everyone, timeZone) : undefined;
    return announced === undefined ? { event, told: 0 } : { event: { ...event, announced_details: null }, told: announced.told };
  });
}

/** Announces a change, to the first people now, to the others through a worker; one key never mails anyone twice. @returns how many @throws AppError `not_found`, `malformed` without a key, or `conflict` */
export async function announceChange(deps: ZonedDeps, by: Actor, path: EventPath, { input, callId }: StaffAdd<Announcement>) {
  const { told } = await writeOnce(deps, by, callId, {
    add: async (w) => {
      await lockFormShared(w, { kind: 'series', id: path.seriesId });
      const event = orNotFound(await selectEvent(w, path).forNoKeyUpdate().executeTakeFirst(), 'Event');
      if (callId.key === undefined) throw new AppError('malformed', 'Idempotency-Key is missing');
      const announced = await announcePending(w, event, input, deps.config.timeZone);
      if (announced === undefined) throw new AppError('conflict', 'Everyone already knows');
      return announced;
    },
    find: (w, id) => w.selectFrom('announcements').select(['id', 'told']).where('id', '=', id).executeTakeFirst(),
  });
  return told;
}

/** Its brunch fields stay (D17). @param announcement goes to people registered, unless it has begun @returns the deleted submissions, and to how many it is announced @throws AppError `not_found` */
export async function deleteEvent(deps: WriteDeps, by: Actor, path: EventPath, announcement: DeletionAnnouncement | undefined) {
  const { submissions_lost: lost } = await countEventLosses(deps.db, path); // Counted before the lock, which others wait for.
  return write(deps, by, async (w) => {
    w.did({ about: aboutEvent(await lockEvent(w, path)) });
    const answer = announcement === undefined ? {} : { told: await announceDeletion(w, path, announcement) };
    await w.deleteFrom('events').where('id', '=', path.eventId).execute();
    await bumpFormVersion(w, path.seriesId);
    await removePart(w, path.eventId);
    return { submissions_deleted: lost, ...answer };
  });
}
