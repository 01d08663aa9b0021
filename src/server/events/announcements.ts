import { type RawBuilder, sql } from 'kysely';
import type { Announcement } from '#contract/events/event-calls.ts';
import type { AnnouncedValues, Deletion, PendingChange } from '#contract/events/event.ts';
import type { Theme } from '#contract/forms/public-face.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { announcedChanges, changesSeenBy, type EventInMail, valuesSeenBy } from '#contract/rules/mail/mail-items.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { type Db, oneRowOf, rowOf, rowsOf, type Tx, valuesOf } from '#server/db/connection.ts';
import { deleteInBatches, inBatches } from '#server/db/delete-in-batches.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventRow, Row } from '#server/db/tables.ts';
import { ANNOUNCED_COLUMNS, type AnnouncedColumns, announcedValuesOf } from '#server/event-fields.ts';
import { lockFormShared } from '#server/form-store/form-rows.ts';
import { withoutAddress } from '#server/registrations/attendance.ts';
import { HAD_ENTRIES, hasAddress, recordChanges, type RegistrationChange } from '#server/registrations/changes.ts';
import { HAS_BEGUN } from '#server/registrations/status.ts';
import { nextPart, type Write, type WriteDeps } from '#server/write.ts';

/*
 * What people knew about an event before it changed is kept in three places, one after another: for all in `announced_details` of the event until the change is announced,
 * in `content` of the announcement until everyone was reached, and for each person in `details.before` of the change that their mail is about.
 */

/** Whether a `registration` began before that moment, and its person has an address; one added on the self-service page began when it was added. */
export const registeredBefore = (
  moment: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(registration.submitted_at <= ${moment} and ${hasAddress('registration.submission_id')} and not exists (
  select from registration_changes as change where change.submission_id = registration.submission_id and change.at > ${moment}
    and (change.event_id = registration.event_id and change.kind = 'joined' or change.details -> 'added' ? registration.event_id::text)
))`;

/** Whether the last announcement to the person of a `registration` was that the event is cancelled. */
const KNOWS_CANCELLED = sql<boolean>`coalesce((
  select change.details ->> 'mail' = 'event_cancelled' from registration_changes as change
  where change.submission_id = registration.submission_id and change.event_id = registration.event_id and change.kind = 'announced'
  order by change.at desc, change.id desc limit 1
), false)`;

/** Whether the deletion of an `event` with its series is news: it has not begun, and its cancellation has not been announced. */
export const IS_DELETION_NEWS = sql<boolean>`(not ${HAS_BEGUN}
  and (event.cancelled_at is null or event.announced_details is not null and event.announced_details ->> 'cancelled_at' is null))`;

const isSame = (one: AnnouncedValues, other: AnnouncedValues): boolean =>
  announcedChanges(one, other, (date, end) => `${date} ${end ?? ''}`).length === 0;

/** What people know about an event once these columns are written; null if they know everything, or nobody is registered. Requires `lockForm`, since later sign-ups know more. */
export async function announcedDetailsAfter(
  db: Db,
  event: EventRow,
  columns: Partial<AnnouncedColumns>,
): Promise<EventRow['announced_details']> {
  const known = event.announced_details ?? announcedValuesOf(event);
  if (isSame(known, announcedValuesOf({ ...event, ...columns }))) return null;
  const { changed_at, has_registrations } = await oneRowOf<{ changed_at: string; has_registrations: boolean }>(db)`
    select to_jsonb(clock_timestamp()) as changed_at,
      exists (select from registrations where event_id = ${event.id} and status <> 'cancelled') as has_registrations`;
  return event.announced_details === null && !has_registrations ? null : { ...known, changed_at };
}

interface Counts extends Pick<PendingChange, 'confirmed' | 'offered' | 'waiting'> {
  readonly id: string;
}

/** How many people registered before each event's last change, by status; if it was only reinstated, how many know that it was cancelled. */
async function countUnannounced(db: Db, events: readonly EventRow[]): Promise<Map<string, Counts>> {
  const changed = events.flatMap(({ id, announced_details: known, ...event }) => {
    if (known === null) return [];
    const isOnlyReinstated = Boolean(known.cancelled_at) && isSame({ ...known, cancelled_at: null }, announcedValuesOf(event));
    return [{ id, changed_at: known.changed_at, is_only_reinstated: isOnlyReinstated }];
  });
  if (changed.length === 0) return new Map();
  const rows = await rowsOf<Counts>(db)`
    select event.id, counted.* from json_to_recordset(${JSON.stringify(changed)}) as event (id uuid, changed_at timestamptz, is_only_reinstated boolean) cross join lateral (
      select (count(*) filter (where status = 'confirmed'))::integer as confirmed, (count(*) filter (where status = 'offered'))::integer as offered,
        (count(*) filter (where status = 'waiting'))::integer as waiting
      from registrations as registration where event_id = event.id and ${registeredBefore(sql`event.changed_at`)}
        and (not event.is_only_reinstated or ${KNOWS_CANCELLED})
    ) as counted`;
  return new Map(rows.map((row) => [row.id, row]));
}

function unannouncedOf({ announced_details: details, ...event }: EventRow, counts: Counts | undefined): PendingChange | undefined {
  if (details === null || counts === undefined) return undefined;
  const { changed_at: _, ...before } = details;
  const now = announcedValuesOf(event);
  // Only people with a place learn how to join.
  const concernsAll = !isSame(valuesSeenBy('waiting', before), valuesSeenBy('waiting', now));
  const { confirmed, offered, waiting } = concernsAll ? counts : { ...counts, offered: 0, waiting: 0 };
  return confirmed + offered + waiting === 0 ? undefined : { changes: { before, now }, confirmed, offered, waiting };
}

/** What people do not know yet about these events, in order; undefined if there is nothing to announce. */
export async function listUnannounced(db: Db, events: readonly EventRow[]): Promise<(PendingChange | undefined)[]> {
  const counts = await countUnannounced(db, events);
  return events.map((event) => unannouncedOf(event, counts.get(event.id)));
}

export interface DeletionAnnouncement {
  readonly note: string | null;
}

export const announcementOf = (body: Deletion): DeletionAnnouncement | undefined =>
  body?.tell === true ? { note: trimmedOrNull(body.note) } : undefined;

/** The content of an announcement that an event is deleted. */
export interface DeletedEvent extends Omit<EventInMail, 'joinUrl'> {
  readonly seriesTitle: string;
  readonly from: string | null;
  readonly hasCalendarEntries: boolean;
  readonly theme: Theme | null;
  readonly sequence: number;
  readonly mail: { readonly subject: string; readonly template: string } | null;
}

/** Announces to everyone registered that these events are deleted, unless they have begun or, in a series, are known to be cancelled. Requires `lockForm`. @returns how many */
export async function announceDeletion(
  w: Write,
  { seriesId, eventId }: { readonly seriesId: string; readonly eventId?: string },
  { note }: DeletionAnnouncement,
): Promise<number> {
  // The highest number of changes of any person limits the sequence of all calendar entries.
  const told = await valuesOf<number>(w)`
    insert into announcements (id, kind, form_id, event_id, actor_name, note, audience, told, is_done, content)
    select gen_random_uuid(), 'deleted', event.form_id, event.id, ${w.by.name}, ${note}, array['confirmed', 'offered', 'waiting']::registration_status[],
      registered.count, true, jsonb_build_object('title', event.title, 'startsAt', event.starts_at, 'endsAt', event.ends_at, 'venue', event.venue,
        'venueAddress', event.venue_address, 'seriesTitle', series.title, 'from', series.email_from, 'hasCalendarEntries', ${HAD_ENTRIES}, 'theme', series.theme,
        'sequence', event.calendar_sequence + 1 + (
          select coalesce(max(changes.count), 0) from (
            select count(*) from registration_changes
            where submission_id = any(array(select submission_id from registrations where event_id = event.id)) group by submission_id
          ) as changes),
        'mail', (select json_build_object('subject', subject, 'template', template) from form_mails where form_id = series.id and kind = 'event_cancelled'))
    from events as event join forms as series on series.id = event.form_id
    cross join lateral (
      select count(*)::integer - ${withoutAddress(sql`event.id`)} as count from registrations where event_id = event.id and status <> 'cancelled') as registered
    where event.form_id = ${seriesId} and ${eventId === undefined ? IS_DELETION_NEWS : sql`event.id = ${eventId} and not ${HAS_BEGUN}`}
      and registered.count > 0
    returning told`;
  return told.reduce((sum, people) => sum + people, 0);
}

/** People per transaction. */
const PART = 500;

type StoredAnnouncement = Omit<Row<'announcements'>, 'content'> & { readonly content: AnnouncedValues };

interface Recipient {
  readonly submission_id: string;
  readonly status: RegistrationStatus;
  readonly knowsCancelled: boolean;
}

/** The next people it is announced to; the announcement then continues after them. */
const takePart = (tx: Tx, id: string): Promise<Recipient[]> => rowsOf<Recipient>(tx)`
  with part as (
    select registration.submission_id, registration.status, registration.submitted_at, ${KNOWS_CANCELLED} as "knowsCancelled"
    from announcements as announcement join registrations as registration on registration.event_id = announcement.event_id
    where announcement.id = ${id} and registration.status = any(announcement.audience) and ${registeredBefore(sql`announcement.changed_at`)}
      and (announcement.reached_at is null or (registration.submitted_at, registration.submission_id) > (announcement.reached_at, announcement.reached_id))
    order by registration.submitted_at, registration.submission_id limit ${PART}
  ), reached as (
    update announcements set is_done = (select count(*) < ${PART} from part),
      reached_at = coalesce(last.submitted_at, reached_at), reached_id = coalesce(last.submission_id, reached_id)
    from (select 1) as always left join (select submitted_at, submission_id from part order by submitted_at desc, submission_id desc limit 1) as last on true
    where announcements.id = ${id}
  )
  select submission_id, status, "knowsCancelled" from part`;

/** The change as the person may see it: people without a place are not told how to join, and a cancellation was not announced to everyone. */
function changeFor(
  { status, submission_id, knowsCancelled }: Recipient,
  announcement: StoredAnnouncement,
  now: AnnouncedValues,
  timeZone: string,
): RegistrationChange[] {
  const known = knowsCancelled ? announcement.content : { ...announcement.content, cancelled_at: null };
  const changes = changesSeenBy(status, known, now, (date, end) => eventLine(date, timeZone, end));
  if (changes.length === 0) return [];
  const { form_id: seriesId, event_id: eventId, actor_name, note } = announcement;
  const mail = now.cancelled_at === null ? {} : ({ mail: 'event_cancelled' } as const);
  const undated = now.date === null ? { undated: true } : {};
  const details = { changes, before: valuesSeenBy(status, known), ...undated, ...mail, ...(note === null ? {} : { note }) };
  const by = { actor: 'staff', actorName: actor_name ?? undefined } as const;
  return [{ ...by, seriesId, submissionId: submission_id, eventId, kind: 'announced', details }];
}

/** Announces an event's change to the next people, while sign-ups continue and nobody can be deleted. Requires `lockFormShared`. */
export async function announcePart(w: Write, id: string, timeZone: string): Promise<void> {
  const announcement = await rowOf<StoredAnnouncement>(w)`select * from announcements where id = ${id} and not is_done for update`;
  if (announcement === undefined) return;
  const event = await w.selectFrom('events').select(ANNOUNCED_COLUMNS).where('id', '=', announcement.event_id).executeTakeFirst();
  if (event === undefined) {
    await w.updateTable('announcements').set({ is_done: true }).where('id', '=', id).execute();
    return;
  }
  const now = announcedValuesOf(event);
  const changes = (await takePart(w, id)).flatMap((registration) => changeFor(registration, announcement, now, timeZone));
  await recordChanges(w, changes);
}

/** Announces an event's changes to the people who do not know about them. Requires its lock. @returns undefined if there is nobody */
export async function announcePending(w: Write, event: EventRow, { audience: statuses, note }: Announcement, timeZone: string) {
  const [pending] = await listUnannounced(w, [event]);
  const audience = [...new Set(statuses)];
  const count = pending === undefined ? 0 : audience.reduce((sum, status) => sum + pending[status], 0);
  if (pending === undefined || count === 0) return undefined;
  const announcement = {
    id: newId(),
    kind: 'changed',
    form_id: event.form_id,
    event_id: event.id,
    actor_name: w.by.name,
    note: trimmedOrNull(note),
    audience: sql<Announcement['audience']>`${audience}::registration_status[]`,
    content: JSON.stringify(pending.changes.before),
    told: count,
    changed_at: sql<Date>`(${JSON.stringify(event.announced_details)}::jsonb ->> 'changed_at')::timestamptz`,
  } as const;
  await w.insertInto('announcements').values(announcement).execute();
  await w.updateTable('events').set({ announced_details: null }).where('id', '=', event.id).execute();
  await announcePart(w, announcement.id, timeZone);
  w.did({ about: { type: 'announcement', id: announcement.id, title: event.title } });
  return { id: announcement.id, told: count };
}

/** Continues the oldest announcement. @returns whether there may be more */
export function announceNextPart(deps: WriteDeps, timeZone: string): Promise<boolean> {
  const findOldest = (db: Db) =>
    db.selectFrom('announcements').select(['id', 'form_id']).where('is_done', '=', false).orderBy('created_at').limit(1).executeTakeFirst();
  return nextPart(deps, findOldest, async (w, { id, form_id: seriesId }) => {
    await lockFormShared(w, { kind: 'series', id: seriesId });
    await announcePart(w, id, timeZone);
  });
}

const KEPT = sql`interval '24 hours'`;
const BATCH = 5_000;

/** Clears the data for mails to deleted people, 24 hours after the mails were sent or permanently failed, and deletes unneeded announcements; called hourly. */
export async function purgeAnnouncements(db: Db): Promise<void> {
  await inBatches(
    db,
    BATCH,
    (max) => sql`
      with over as (
        select change.id from registration_changes as change join submission_steps as step on step.change_id = change.id
        where change.submission_id is null and change.details <> '{}' and step.state in ('succeeded', 'failed') and step.updated_at < now() - ${KEPT}
        order by change.at limit ${max}
      ), gone as (
        delete from submission_steps as step using over where step.change_id = over.id
      )
      update registration_changes as change set details = '{}' from over where change.id = over.id`,
  );
  const where = sql<boolean>`is_done and created_at < now() - ${KEPT} and (kind = 'changed' or not exists (
    select from registrations where event_id = announcements.event_id
  ) and not exists (
    select from registration_changes as change where change.event_id = announcements.event_id and change.kind = 'announced' and change.submission_id is null and change.details <> '{}'
  ))`;
  await deleteInBatches(db, { table: 'announcements', where, by: 'created_at' });
}
