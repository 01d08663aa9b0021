import { sql } from 'kysely';
import { expect } from 'vitest';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangeKind } from '#contract/registrations/registration-changes.ts';
import type { Db } from '#server/db/connection.ts';
import { expectCounted } from './counters.ts';

/**
 * Counters equal a recount, each limited event has its row, and each waiting or offered registration has its entry in the list, before the position of the next
 * newcomer.
 */
export async function expectConsistency(db: Db): Promise<void> {
  await expectCounted(db);
  const limited = await db
    .selectFrom('events')
    .select(['id as event_id', 'maximum_participants as capacity', sql<boolean>`waiting_list <> 'off'`.as('has_list')])
    .where('closes_when_full', '=', true)
    .orderBy('id')
    .execute();
  const places = await db.selectFrom('event_places').select(['event_id', 'capacity', 'has_list']).orderBy('event_id').execute();
  expect(places).toEqual(limited);
  const registered = db.selectFrom('registrations').select(['event_id', 'submission_id']).orderBy('event_id').orderBy('submission_id');
  const waiting = await registered.where('status', 'in', ['waiting', 'offered']).execute();
  const entries = db
    .selectFrom('waiting_entries')
    .select(['waiting_entries.event_id', 'submission_id'])
    .orderBy('waiting_entries.event_id')
    .orderBy('submission_id');
  expect(await entries.execute()).toEqual(waiting);
  const beyond = entries
    .innerJoin('event_places', 'event_places.event_id', 'waiting_entries.event_id')
    .where(sql<boolean>`list_order >= last_order + 1`);
  expect(await beyond.select('list_order').execute()).toEqual([]);
}

/** The status of a registration after the last change of its history, from which its mails are made. */
const STATUS_AFTER: Partial<Record<ChangeKind, RegistrationStatus>> = {
  joined: 'waiting',
  offered: 'offered',
  withdrawn: 'waiting',
  accepted: 'confirmed',
  promoted: 'confirmed',
  restored: 'confirmed',
  declined: 'cancelled',
  expired: 'cancelled',
  cancelled: 'cancelled',
  events_changed: undefined, // A change of the whole sign-up: some registrations ended, others began.
};

/** Each registration has the status of the last change in its history; without one, that of the sign-up. */
export async function expectHistory(db: Db): Promise<void> {
  const { rows } = await sql<{ status: RegistrationStatus; kind: ChangeKind | null }>`
    select registration.status, last.kind from registrations as registration
    left join lateral (
      select kind from registration_changes as change
      where change.submission_id = registration.submission_id and coalesce(change.event_id, registration.event_id) = registration.event_id
        and kind = any(${Object.keys(STATUS_AFTER)})
      -- The statement of sign-ups gives its changes ids without a time.
      order by substr(id::text, 15, 1) = '7' desc, id desc limit 1
    ) as last on true`.execute(db);
  const isAsSaid = ({ status, kind }: (typeof rows)[number]) =>
    kind === null ? status === 'confirmed' || status === 'waiting' : kind === 'events_changed' || status === STATUS_AFTER[kind];
  expect(rows.filter((row) => !isAsSaid(row))).toEqual([]);
}

/** Limited events with an automatic list that have a free place although someone waits for it. */
export const listStalled = (db: Db): Promise<object[]> =>
  db
    .selectFrom('events')
    .innerJoin('event_places as places', 'places.event_id', 'events.id')
    .selectAll('places')
    .where('is_on_form', '=', true)
    .where('events.waiting_list', 'in', ['offer', 'direct'])
    .whereRef('taken', '<', 'capacity')
    .whereRef('waiting', '>', 'unreachable')
    .execute();
