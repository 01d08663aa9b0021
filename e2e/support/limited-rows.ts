import { sql } from 'kysely';
import type { RegistrationStatus, WaitingListMode } from '#contract/registrations/places.ts';
import type { Db } from '#server/db/connection.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { fitPlaces, rebuildCounters } from '#server/registrations/counters.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { inWrite } from '#server/testing/writes.ts';
import { addAttendees, type Attendee, done } from './series-rows.ts';

const DAY_MS = 86_400_000;

/** A series of the design with events that close when they are full. */
export interface LimitedSeries {
  readonly id: string;
  readonly path: string;
  readonly events: { readonly first: string; readonly full: string; readonly over: string; readonly open: string };
}

const people = (count: number): Attendee[] =>
  Array.from({ length: count }, (_, index) => ({
    first_name: 'Person',
    last_name: `Number ${index + 1}`,
    organisation: 'Harbour Council',
    steps: { email: done },
  }));

/** Adds people to an event, all with this status; those who wait do so in this order. */
export async function addRegistered(
  db: Db,
  { seriesId, eventId, status }: { seriesId: string; eventId: string; status: RegistrationStatus },
  attendees: readonly Attendee[],
): Promise<string[]> {
  const ids = await addAttendees(db, seriesId, [eventId], attendees);
  await sql`update registrations set status = ${status} where submission_id = any(${ids}::uuid[])`.execute(db);
  if (status === 'waiting' || status === 'offered')
    await sql`
      insert into waiting_entries (event_id, submission_id, list_order, joined_at)
      select ${eventId}, given.id, ${status === 'offered' ? 0 : 10} + given.n, submissions.submitted_at
      from unnest(${ids}::uuid[]) with ordinality as given (id, n) join submissions on submissions.id = given.id`.execute(db);
  return ids;
}

const at = (date: string): { submitted_at: Date } => ({ submitted_at: new Date(date) });

const WAITING: readonly Attendee[] = [
  { first_name: 'Grace', last_name: 'Liu', organisation: 'Oakfield College', email: 'grace.liu@oakfield.example', steps: { email: done } },
  { first_name: 'Owen', last_name: 'Pugh', organisation: 'Cyngor Llanfair', email: 'owen.pugh@llanfair.example', steps: { email: done } },
  {
    first_name: 'Marta',
    last_name: 'Kowal',
    organisation: 'Kestrel Housing',
    email: 'marta.kowal@kestrel.example',
    steps: { email: done },
  },
];

const CANCELLED: readonly Attendee[] = [
  { first_name: 'Femi', last_name: 'Ade', organisation: 'Oakfield College', email: 'femi@oakfield.example', ...at('2026-11-02T09:00:00Z') },
  { first_name: 'Lena', last_name: 'Roth', organisation: 'Kestrel Housing', email: 'lena@kestrel.example', ...at('2026-11-01T09:00:00Z') },
];

/** Makes the series from scratch: 23 of 30 with an offer, a waiting list and cancellations; a full one; one with more people than places; one without a limit. */
export async function buildLimitedSeries(db: Db, mode: WaitingListMode = 'manual'): Promise<LimitedSeries> {
  const id = await buildSeries(db, { title: 'Workplace Safety' });
  const event = async (title: string, day: string, maximum: number | null) =>
    buildEvent(db, id, {
      title,
      starts_at: new Date(`2055-${day}T09:30:00Z`),
      ends_at: new Date(`2055-${day}T17:00:00Z`),
      maximum_participants: maximum,
      closes_when_full: maximum !== null,
      waiting_list: mode,
    });
  const events = {
    first: await event('Fire safety, day 1', '01-12', 30),
    full: await event('Fire safety, day 2', '01-13', 30),
    over: await event('First aid refresher', '01-21', 12),
    open: await event('Safety walk, an open morning', '02-11', null),
  };
  const add = async (eventId: string, status: RegistrationStatus, attendees: readonly Attendee[]) =>
    addRegistered(db, { seriesId: id, eventId, status }, attendees);
  await add(events.first, 'confirmed', people(23));
  const [unreachable] = await add(events.first, 'waiting', WAITING);
  const [offered] = await add(events.first, 'offered', [
    {
      first_name: 'Ben',
      last_name: 'Carver',
      organisation: 'Brightwater NHS Trust',
      email: 'b.carver@brightwater.example',
      steps: { email: done },
    },
  ]);
  const cancelled = await add(events.first, 'cancelled', CANCELLED);
  await sql`update waiting_entries set is_unreachable = true where submission_id = ${unreachable}`.execute(db);
  await sql`update waiting_entries set offer_ends_at = ${new Date(Date.now() + 21.4 * (DAY_MS / 24))} where submission_id = ${offered}`.execute(
    db,
  );
  await add(events.full, 'confirmed', people(30));
  await add(events.full, 'waiting', people(5));
  await add(events.over, 'confirmed', people(14));
  await inWrite(db, async (w) => {
    // Counted as if the events had been limited from the start.
    await w.deleteFrom('event_places').execute();
    await fitPlaces(w, Object.values(events));
    const [byStaff, byVisitor] = cancelled;
    const common = { seriesId: id, eventId: events.first, kind: 'cancelled' } as const;
    await recordChanges(w, [
      { ...common, submissionId: byStaff ?? null, actor: 'staff', actorName: 'Ada Marsh' },
      { ...common, submissionId: byVisitor ?? null, actor: 'visitor', details: { why: 'work' } },
    ]);
  });
  await rebuildCounters(db);
  return { id, path: `/workplace-safety/events-series/${id}`, events };
}
