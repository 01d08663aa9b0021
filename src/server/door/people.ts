import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { DOOR_PEOPLE_MAX, type DoorPeople, type DoorPerson } from '#contract/door.ts';
import { cancellationIn, positionIn } from '#server/attendees/submission-scope.ts';
import { Batcher } from '#server/db/batcher.ts';
import { type Db, PREPARED, rowsOf } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { TAPS_IN_EFFECT } from '#server/registrations/attendance.ts';
import { checkInCode, digestOfCode } from '#server/registrations/check-in-codes.ts';
import { POSITION } from '#server/registrations/waiting-list.ts';
import { momentFrom, momentsAsText } from '#server/wire-names.ts';
import type { OpenLink } from './links.ts';

type PersonRow = Omit<DoorPerson, 'signed_up' | 'cancelled_at' | 'since' | 'code'> & {
  readonly signed_up: Date;
  /** A date as text, since it comes from JSON. */
  readonly cancelled_at: string | null;
  readonly since: Date | null;
  readonly key: string | null;
};

const present = ({ key, cancelled_at: cancelled, ...person }: PersonRow): DoorPerson => ({
  ...momentsAsText(person),
  cancelled_at: momentFrom(cancelled),
  code: key === null ? null : digestOfCode(checkInCode(key, person.id)),
});

const PEOPLE_PER_TURN = 500;

/** The people of an event as the door shows them, by last name, or those of them with these ids. @throws AppError `invalid` with too many */
export async function listPeople(db: Db, { eventId }: Pick<OpenLink, 'eventId'>, ids?: readonly string[]): Promise<DoorPerson[]> {
  // For the whole list, the waiting list is read once.
  const positionOf = ids === undefined ? positionIn(eventId, sql`entry.list_order`) : POSITION;
  const rows = await rowsOf<PersonRow>(db)`${ids === undefined ? sql`` : PREPARED}
    select submission.id, submission.first_name, submission.last_name, submission.organisation, registration.status, ${positionOf} as position,
      registration.submitted_at as signed_up,
      case when registration.status = 'cancelled' then ${cancellationIn(eventId)} ->> 'at' end as cancelled_at, registration.attended_at as since, earliest.actor_name as by,
      case when form.check_in_codes and submission.email <> '' then form.code_key end as key
    from registrations as registration join submissions as submission on submission.id = registration.submission_id
    join forms as form on form.id = submission.form_id
    left join waiting_entries as entry on entry.event_id = registration.event_id and entry.submission_id = registration.submission_id
    left join lateral (
      select tap.actor_name from ${TAPS_IN_EFFECT} and registration.attended_at is not null order by tap.at, tap.id limit 1
    ) as earliest on true
    where registration.event_id = ${eventId} and ${ids === undefined ? sql`true` : sql`submission.id = any(${ids}::uuid[])`}
    order by lower(submission.last_name || E'\t' || submission.first_name) collate turnout_names, submission.id
    limit ${DOOR_PEOPLE_MAX + 1}`;
  if (rows.length > DOOR_PEOPLE_MAX) throw new AppError('invalid', 'This event has too many people for one door.');
  const people: DoorPerson[] = [];
  for (const [index, row] of rows.entries()) {
    // Codes of 20,000 people take so long that other requests run between them.
    if (index % PEOPLE_PER_TURN === PEOPLE_PER_TURN - 1) await setImmediate();
    people.push(present(row));
  }
  return people;
}

/** Everyone in the event of a link, or those of these ids. @throws AppError `invalid` with too many */
export async function readPeople(db: Db, link: OpenLink, ids?: readonly string[]): Promise<DoorPeople> {
  const time = new Date().toISOString();
  const people = await listPeople(db, link, ids);
  const known = new Set(people.map(({ id }) => id));
  const query = db.selectFrom('event_places').select(['taken', 'capacity as maximum']).where('event_id', '=', link.eventId);
  const places = (await query.executeTakeFirst()) ?? null;
  return { people, gone: (ids ?? []).filter((id) => !known.has(id)), places, time };
}

/** Everyone in an event, for all phones that share the read; the first answer makes the text of the others. */
interface Everyone {
  readonly people: DoorPeople;
  text?: string;
}

/** Reads everyone in the event of a link. All phones that ask during a read share the next one, so that a door with many people keeps neither staff nor the server waiting. */
export const everyoneReader = (db: Db) =>
  new Batcher<OpenLink, Everyone>({
    groupOf: ({ eventId }) => eventId,
    runs: 2,
    run: async (links) => {
      const [link] = links;
      if (link === undefined) return [];
      const everyone: Everyone = { people: await readPeople(db, link) };
      return links.map(() => everyone);
    },
  });
