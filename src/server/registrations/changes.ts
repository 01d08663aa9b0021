import { type RawBuilder, sql } from 'kysely';
import type { Registration } from '#contract/registrations/places.ts';
import {
  type Change,
  type ChangeActor,
  type ChangeDetails,
  type ChangeKind,
  CONSEQUENCES,
} from '#contract/registrations/registration-changes.ts';
import { type Db, numberOf, rowsOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { wakeWorkers } from '#server/db/notify.ts';
import type { Row, SubmissionRow } from '#server/db/tables.ts';
import { asksFor, bitsOf } from '#server/steps/fan-out.ts';
import type { Actor, Write } from '#server/write.ts';

const isOfEvent = sql`(change.event_id = registration.event_id or change.details -> 'added' ? registration.event_id::text)`;

/** Whether the `registration` had a place at sign-up, in which case the confirmation brings the entry. */
const HAD_PLACE_AT_SIGN_UP = sql`coalesce((
  select change.kind not in ('joined', 'updated', 'events_changed') from registration_changes as change
  where change.submission_id = registration.submission_id and ${isOfEvent} and change.kind not in ('here', 'not_here')
  order by change.at, change.id limit 1
), true)`;

const HAD_PLACE_WHEN_MAILED = sql`coalesce((
  select change.kind not in ('joined', 'offered', 'withdrawn') from registration_changes as change
  where change.submission_id = registration.submission_id and ${isOfEvent} and change.at <= mailed.at
    and change.kind in ('joined', 'offered', 'withdrawn', 'accepted', 'promoted', 'restored', 'events_changed')
  order by change.at desc, change.id desc limit 1
), true)`;

/** Whether a `series` has, or had, calendar entries switched on. */
export const HAD_ENTRIES = sql<boolean>`(series.calendar_entries or series.field_versions ? 'calendar_entries')`;

/** Whether a mail may have brought the calendar entry of a `registration` by a `submission`. */
export const MAY_HAVE_ENTRY = sql<boolean>`(
  submission.asks_for & ${bitsOf(['email'])} <> 0 and ${HAD_PLACE_AT_SIGN_UP}
  or exists (
    select from submission_steps as step join registration_changes as mailed on mailed.id = step.change_id
    where step.submission_id = registration.submission_id and step.step = 'email' and (step.state = 'succeeded' or step.attempts > 0)
      and not step.is_skipped
      and (mailed.kind in ('accepted', 'promoted', 'restored') or mailed.details -> 'added' ? registration.event_id::text or mailed.kind = 'announced' and mailed.event_id = registration.event_id and mailed.details ->> 'mail' is distinct from 'event_cancelled' and not mailed.details ? 'undated' and ${HAD_PLACE_WHEN_MAILED})
  )
)`;

/** For all registrations of a submission's address for an event, which share a calendar entry: whether one has a place, and the most changes, which add to its sequence. */
export const entryOfAddress: RawBuilder<unknown> = sql`
  select bool_or(same.status = 'confirmed') as is_coming, max((
      select count(*) from registration_changes as change
      where change.submission_id = other.id and (change.event_id = event.id or change.event_id is null)
    )) as changes
  from submissions as other join registrations as same on same.submission_id = other.id and same.event_id = event.id
  where other.form_id = submission.form_id and other.email_key = submission.email_key`;

/** The sequence of the entry of an `event`, from `entryOfAddress` as `kept`. */
export const SEQUENCE: RawBuilder<number> = sql`(event.calendar_sequence + kept.changes)::integer`;

/** The sequence of an event's entry in the calendar of the person who made a submission. */
export const sequenceOf = (db: Db, submissionId: string, eventId: string): Promise<number> => numberOf(db)`
  select ${SEQUENCE} as sequence
  from submissions as submission join events as event on event.id = ${eventId} cross join lateral (${entryOfAddress}) as kept
  where submission.id = ${submissionId}`;

/** A change of a registration, and who made it. */
export type MadeChange = Change & {
  /** By default the person who writes; someone else for what follows automatically, or is settled later on behalf of a person. */
  readonly actor?: ChangeActor;
  /** The member of staff who asked for it earlier. */
  readonly actorName?: string | undefined;
};

export type RegistrationChange = MadeChange & {
  /** Where it was given before. */
  readonly id?: string;
  readonly seriesId: string;
  /** Null if its row is deleted in the same transaction; then `details` has everything its mail needs. */
  readonly submissionId: string | null;
  /** Null for a change of the whole submission. */
  readonly eventId: string | null;
};

const CRM = bitsOf(['crm']);

/** Whether its event has a tag; for a change of the whole submission, whether any of its events has one, or an event that the change left. */
const HAS_TAG = sql`event.copper_tag is not null or event_id is null and services & ${CRM} <> 0 and exists (
  select from registrations as registration join events as held on held.id = registration.event_id
  where registration.submission_id = given.submission_id and held.copper_tag is not null
    and (registration.status = 'confirmed' or given.details -> 'left' ? registration.event_id::text))`;

/** Whether the person of a sign-up has an address, which a walk-in may lack; true for a deleted sign-up. */
export const hasAddress = (idColumn: string) =>
  sql<boolean>`not exists (select from submissions as person where person.id = ${sql.ref(idColumn)} and person.email = '')`;

/** Whether a sign-up lost its registration for an event because the address was registered before. */
export const isDroppedRepeat = (submissionColumn: string, eventColumn: string) => sql<boolean>`exists (
  select from registration_changes as change
  where change.submission_id = ${sql.ref(submissionColumn)} and change.event_id = ${sql.ref(eventColumn)} and change.details ->> 'reason' = 'repeat')`;

/** The steps of a change: its mail to the person, and the services to notify if the series asks for it. */
function asksOf(kind: ChangeKind, actor: ChangeActor, details: ChangeDetails): { readonly mail: number; readonly services: number } {
  const { mail, by = [], slack, crm } = CONSEQUENCES[kind];
  const isMailed = mail !== undefined && (details.tell ?? by.includes(actor));
  const isReported = slack !== undefined && actor !== 'staff' && details.with_first !== true;
  return {
    mail: bitsOf(isMailed ? ['email'] : []),
    services: bitsOf([...(isReported ? (['slack', 'forward'] as const) : []), ...(crm === undefined ? [] : (['crm'] as const))]),
  };
}

/** The actor of a change, and the name of a member of staff. */
export const actorOf = ({ kind, name }: Actor): readonly [ChangeActor, string | null] => {
  if (kind === 'visitor') return ['visitor', null];
  return kind === 'server' ? ['automatic', null] : ['staff', name];
};

/** A sign-up as an audit names it. */
export const aboutSignUp = ({ id, first_name: first, last_name: last }: Pick<SubmissionRow, 'id' | 'first_name' | 'last_name'>) => ({
  type: 'submission',
  id,
  title: `${first} ${last}`.trim(),
});

/** The details of several promotions, or cancellations, of one sign-up: they share the mail of the first, and cancellations its messages too. */
function detailsOfShared(changes: readonly RegistrationChange[]): ReadonlyMap<RegistrationChange, ChangeDetails> {
  const shareable = changes.filter(({ kind }) => kind === 'offered' || kind === 'promoted' || kind === 'cancelled');
  const shared = [...Map.groupBy(shareable, ({ kind, submissionId }) => `${kind} ${submissionId}`).values()].filter(
    (same) => same.length > 1,
  );
  return new Map(
    shared.flatMap((same) => {
      const eventIds = same.flatMap(({ eventId }) => eventId ?? []);
      return same.map((change, index) => {
        const [ofFirst, ofOthers] =
          change.kind === 'cancelled' ? [{ left: eventIds }, { tell: false, with_first: true }] : [{ promoted: eventIds }, { tell: false }];
        return [change, { ...change.details, ...(index === 0 ? ofFirst : ofOthers) }] as const;
      });
    }),
  );
}

/** Writes changes to the history of registrations, from which workers take the mails and messages. @returns their ids, in the same order */
export async function recordChanges(w: Write, changes: readonly RegistrationChange[]): Promise<string[]> {
  if (changes.length === 0) return [];
  const [by, byName] = actorOf(w.by);
  const shared = detailsOfShared(changes);
  const rows = changes.map((change) => {
    const { id = newId(), seriesId, submissionId, eventId, kind, actor, actorName } = change;
    const details: ChangeDetails = shared.get(change) ?? change.details ?? {};
    return {
      id,
      form_id: seriesId,
      submission_id: submissionId,
      event_id: eventId,
      kind,
      actor: actor ?? by,
      actor_name: actor === undefined ? byName : (actorName ?? null),
      details,
      ...asksOf(kind, actor ?? by, details),
    };
  });
  // Decided now, as settings may change before a worker writes the steps. All changes are one parameter, since an upload or a deletion may have thousands.
  await sql`
    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, actor_name, details, asks_for)
    select given.id, given.form_id, submission_id, event_id, given.kind, actor, actor_name, details,
      case when mail <> 0 and ${hasAddress('given.submission_id')} then mail else 0 end | (services & (${sql.raw(asksFor('series'))} | case when ${HAS_TAG} then ${CRM} else 0 end))
    from json_to_recordset(${JSON.stringify(rows)}) as given (
      id uuid, form_id uuid, submission_id uuid, event_id uuid, kind text, actor text, actor_name text, details jsonb, mail integer, services integer
    ) left join forms as series on series.id = given.form_id left join events as event on event.id = given.event_id`.execute(w);
  await wakeWorkers(w, 'changes');
  return rows.map(({ id }) => id);
}

interface DeletedRecipient extends Pick<Row<'announcements'>, 'form_id' | 'event_id' | 'actor_name' | 'note'> {
  readonly announcement: string;
  readonly title: string;
  readonly person: NonNullable<ChangeDetails['person']>;
}

/** If staff asked to notify people, records for these submissions that an event is deleted, just before their registrations are. */
export async function recordAnnouncements(w: Write, submissionIds: readonly string[], eventId?: string): Promise<void> {
  const rows = await rowsOf<DeletedRecipient>(w)`
    select announcement.id as announcement, announcement.form_id, announcement.event_id, announcement.actor_name, announcement.note, announcement.content ->> 'title' as title,
      json_build_object('first_name', submission.first_name, 'last_name', submission.last_name, 'email', submission.email,
        'has_entry', registration.status = 'confirmed' and ${MAY_HAVE_ENTRY}) as person
    from announcements as announcement
    join registrations as registration on registration.event_id = announcement.event_id and registration.status = any(announcement.audience)
    join unnest(${submissionIds}::uuid[]) as given (id) on given.id = registration.submission_id
    join submissions as submission on submission.id = given.id
    where announcement.kind = 'deleted' and ${hasAddress('submission.id')} and ${eventId === undefined ? sql`true` : sql`announcement.event_id = ${eventId}`}
    order by registration.submitted_at, submission.id`;
  const changes = rows.map(
    ({ form_id: seriesId, event_id: eventId, actor_name, announcement, title, note, person }): RegistrationChange => ({
      seriesId,
      submissionId: null,
      eventId,
      kind: 'announced',
      actor: 'staff',
      actorName: actor_name ?? undefined,
      details: { mail: 'event_cancelled', event: title, announcement, person, ...(note === null ? {} : { note }) },
    }),
  );
  await recordChanges(w, changes);
}

/** The first answer to a sign-up, by event, whatever happened since: a place or a position. Null when nothing is left. Registrations whose first change is that they were added came after the sign-up. */
export const firstAnswer = (submissionId: RawBuilder<unknown>): RawBuilder<Registration[] | null> => sql`(
  select json_agg(json_build_object(
    'event_id', registration.event_id, 'status', case when earliest.position is null then 'confirmed' else 'waiting' end,
    'position', earliest.position) order by registration.event_id)
  from registrations as registration
  left join lateral (
    select (change.details ->> 'position')::integer as position,
      (change.kind = 'joined' and change.at > registration.submitted_at or change.details -> 'added' ? registration.event_id::text) as is_addition
    from registration_changes as change
    where change.submission_id = registration.submission_id and (
      change.event_id = registration.event_id or change.details -> 'added' ? registration.event_id::text
      or change.details -> 'left' ? registration.event_id::text
    ) and change.kind not in ('here', 'not_here')
    order by change.at, change.id limit 1
  ) as earliest on true
  where registration.submission_id = ${submissionId} and earliest.is_addition is not true)`;
