import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormRow, SubmissionRow } from '#server/db/tables.ts';
import { EVENT_DETAILS, type EventDetails } from '#server/event-fields.ts';
import { listPublicFields } from '#server/forms/fields/queries.ts';
import { POSITION, PROMOTES_BY_ITSELF } from '../places.ts';

/** An event of a sign-up, and how its registration stands. */
export interface OwnEvent extends EventDetails {
  readonly id: string;
  readonly isBrunch: boolean;
  readonly isOnForm: boolean;
  readonly hasBegun: boolean;
  readonly status: RegistrationStatus;
  readonly position: number | null;
  readonly offerEndsAt: Date | null;
  readonly hasOfferEnded: boolean;
  /** Until when the place can be changed or given up; null: at any time. */
  readonly changesUntil: Date | null;
  readonly areChangesOver: boolean;
  /** Whether somebody waits who gets a place that becomes free, on a server that sends mail. */
  readonly isNextWaiting: boolean;
  /** Of an offer: whether newcomers get its place once it has ended, since nobody waits for it. */
  readonly isFreeWithoutOffer: boolean;
  /** By which kind of change it was cancelled last, if it was. */
  readonly lastEnding: ChangeKind | null;
}

const SERIES_COLUMNS = [
  'id',
  'title',
  'email_from',
  'calendar_entries',
  'own_pages',
  'own_page_answers',
  'own_page_events',
  'own_page_cancel',
  'own_page_hours',
] as const;

/** A sign-up with all that its own page shows, as it stands now. */
export interface OwnSignUp {
  readonly row: SubmissionRow;
  readonly series: Pick<FormRow, (typeof SERIES_COLUMNS)[number]>;
  readonly fields: readonly PublicField[];
  /** In the order of their dates. */
  readonly events: readonly OwnEvent[];
  /** Events that would be a repeat here: another sign-up of the address stands in them. */
  readonly repeats: readonly string[];
}

async function listEvents(db: Db, submissionId: string, hours: number): Promise<OwnEvent[]> {
  const { rows } = await sql<OwnEvent>`
    select event.id, ${EVENT_DETAILS}, event.is_brunch as "isBrunch", event.is_on_form as "isOnForm",
      coalesce(event.starts_at <= now(), false) as "hasBegun", registration.status, ${POSITION} as position,
      entry.offer_ends_at as "offerEndsAt", coalesce(entry.offer_ends_at <= now(), false) as "hasOfferEnded",
      event.starts_at - make_interval(hours => ${hours}) as "changesUntil",
      coalesce(event.starts_at - make_interval(hours => ${hours}) <= now(), false) as "areChangesOver",
      ${PROMOTES_BY_ITSELF}
        and coalesce(places.waiting > places.unreachable and places.taken <= places.capacity, false) as "isNextWaiting",
      coalesce(places.waiting <= places.unreachable and places.taken <= places.capacity, false) as "isFreeWithoutOffer",
      (select kind from registration_changes as change
        where change.submission_id = registration.submission_id and change.event_id = event.id and kind in ('cancelled', 'declined', 'expired')
        order by at desc, change.id desc limit 1) as "lastEnding"
    from registrations as registration join events as event on event.id = registration.event_id
    left join waiting_entries as entry on entry.event_id = registration.event_id and entry.submission_id = registration.submission_id
    left join event_places as places on places.event_id = event.id
    where registration.submission_id = ${submissionId}
    order by event.starts_at nulls last, event.id`.execute(db);
  return rows;
}

/**
 * Events that this sign-up does not hold and another of its address does: all of them where the series takes no repeats, else those that
 * were dropped here as repeats.
 */
async function listRepeats(db: Db, submissionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct standing.event_id as id
    from submissions as own join forms as series on series.id = own.form_id
    join submissions as other on other.form_id = own.form_id and other.email_key = own.email_key and other.id <> own.id
    join registrations as standing on standing.submission_id = other.id and standing.status <> 'cancelled'
    left join registrations as held on held.submission_id = own.id and held.event_id = standing.event_id
    where own.id = ${submissionId} and coalesce(held.status, 'cancelled') = 'cancelled' and (series.repeat_policy <> 'allow' or exists (
      select from registration_changes as change
      where change.submission_id = own.id and change.event_id = standing.event_id and change.details ->> 'reason' = 'repeat'))`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the person has made a change of one of these kinds within ten minutes. */
export async function hasJustMade(db: Db, submissionId: string, kinds: readonly ChangeKind[]): Promise<boolean> {
  const { rows } = await sql`
    select from registration_changes
    where submission_id = ${submissionId} and actor = 'visitor' and kind = any(${kinds}) and at > now() - interval '10 minutes' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The series of a submission; undefined when it has none, or is gone. */
export async function findSeriesOf(db: Db, submissionId: string): Promise<string | undefined> {
  const row = await db.selectFrom('submissions').select('form_id').where('id', '=', submissionId).executeTakeFirst();
  return row?.form_id ?? undefined;
}

/** A sign-up to a series as its own page shows it; undefined when it is gone. */
export async function readOwnSignUp(db: Db, submissionId: string): Promise<OwnSignUp | undefined> {
  const row = await db.selectFrom('submissions').selectAll().where('id', '=', submissionId).executeTakeFirst();
  if (row === undefined) return undefined;
  const series = await db.selectFrom('forms').select(SERIES_COLUMNS).where('id', '=', row.form_id).executeTakeFirst();
  if (series === undefined) return undefined;
  const fields = await listPublicFields(db, { kind: 'series', id: series.id });
  return { row, series, fields, events: await listEvents(db, row.id, series.own_page_hours), repeats: await listRepeats(db, row.id) };
}
