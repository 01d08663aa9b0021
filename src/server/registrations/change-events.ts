import { sql } from 'kysely';
import type { ChangeDetails } from '#contract/registrations/registration-changes.ts';
import type { EventsEdit, EventsOfSignUp } from '#contract/registrations/waiting-list-calls.ts';
import { ONE_EVENT_MUST_STAY } from '#contract/texts/places.ts';
import { CHANGED_MEANWHILE } from '#contract/texts/staff.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import { type Db, rowOf, rowsOf, type Tx } from '#server/db/connection.ts';
import { AppError, invalid, orNotFound } from '#server/errors.ts';
import type { RegistrationPath } from '#server/wire-names.ts';
import { type Actor, type Write, write, type ZonedDeps } from '#server/write.ts';
import { recordChanges } from './changes.ts';
import { ownKey } from './own/commands.ts';
import { heldEvents, namesAmong, type OwnEvent, type OwnSignUp, readOwnSignUp, type TitledEvent } from './own/queries.ts';
import { checkOver } from './places.ts';
import { isEventOver, readLockedRegistration, setStatus } from './status.ts';
import { joinEvents, POSITION, promoteWaiting } from './waiting-list.ts';

async function listPositions(tx: Tx, submissionId: string, eventIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ event_id: string; position: number }>(tx)`
    select event_id, ${POSITION} as position
    from registrations as registration join waiting_entries as entry using (event_id, submission_id)
    where registration.submission_id = ${submissionId} and registration.event_id = any(${eventIds}::uuid[])`;
  return new Map(rows.map(({ event_id: id, position }) => [id, position]));
}

export interface EventsChange {
  /** The held events that are given up. */
  readonly left: readonly OwnEvent[];
  /** The ids of newly chosen events. */
  readonly added: readonly string[];
  readonly before: readonly TitledEvent[];
  readonly now: readonly TitledEvent[];
  readonly waiting: readonly string[];
  readonly timeZone: string;
  /** Added to each change that it records. */
  readonly details?: ChangeDetails;
}

/** Gives up the events that were not chosen, records the change and the waiting lists that were joined, and promotes the next people. */
export async function writeEventsChange(
  w: Write,
  own: OwnSignUp,
  { left, added, before, now, waiting, timeZone, details: given }: EventsChange,
): Promise<void> {
  await setStatus(w, own.series.id, left.map(ownKey(own)), { status: 'cancelled' });
  const ofPerson = { seriesId: own.series.id, submissionId: own.row.id };
  w.changed(...added.map((eventId) => ({ topic: `event/${eventId}` as const, joined: [own.row.id] })));
  // A person who only joins lists gets the positions instead of the change, in one mail.
  const onlyWaits = left.length === 0 && waiting.length === added.length;
  const nameOf = namesAmong([...before, ...now], timeZone);
  const statusOf = ({ id, status }: TitledEvent) => (waiting.includes(id) ? 'waiting' : status);
  const inOneText = (events: readonly TitledEvent[]): string =>
    pageWords.titlesAsAnswer(events.map((event) => pageWords.titleHeld(nameOf(event), statusOf(event))));
  const changes = [{ label: formWords.EVENTS_LABEL, before: inOneText(before), now: inOneText(now) }];
  const place = added.filter((id) => !waiting.includes(id));
  const titlesOf = (ids: readonly string[]): string[] => now.filter(({ id }) => ids.includes(id)).map(nameOf);
  const titles = { added: titlesOf(place), removed: left.map(nameOf), ...(waiting.length > 0 && { waiting: titlesOf(waiting) }) };
  const { true: declined = [], false: others = [] } = Object.groupBy(left, ({ status }) => (status === 'offered' ? 'true' : 'false'));
  const ended =
    others.length === 0 ? {} : ({ reason: w.by.kind === 'visitor' ? 'visitor' : 'staff', left: others.map(({ id }) => id) } as const);
  const positions = await listPositions(w, own.row.id, waiting);
  await recordChanges(w, [
    {
      ...ofPerson,
      eventId: null,
      kind: 'events_changed',
      details: {
        ...given,
        changes,
        titles,
        ...ended,
        ...(place.length === 0 ? {} : { added: place }),
        ...(onlyWaits ? { tell: false } : {}),
      },
    },
    ...declined.map(({ id }) => ({ ...ofPerson, eventId: id, kind: 'declined', details: { reason: 'declined' } }) as const),
    ...waiting.map((eventId, index) => {
      const details = { tell: onlyWaits && index === 0, position: positions.get(eventId) };
      return { ...ofPerson, eventId, kind: 'joined', details } as const;
    }),
  ]);
  const leftIds = left.map(({ id }) => id);
  await promoteWaiting(w, own.series.id, leftIds);
}

const VERSION = sql<number>`((
  select count(*) from registration_changes as change where change.submission_id = submission.id and change.kind not in ('corrected', 'announced', 'link', 'passed_on', 'here', 'not_here')
) + (select count(*) from registrations as each where each.submission_id = submission.id))::integer`;

/** The registrations of a sign-up in all its events, with a version that every change to one increases. @throws AppError `not_found` */
export async function readEvents(db: Db, { seriesId, eventId, submissionId }: RegistrationPath): Promise<EventsOfSignUp> {
  const found = await rowOf<EventsOfSignUp>(db)`
    select ${VERSION} as version,
      (select json_agg(json_build_object('event_id', registration.event_id, 'status', registration.status, 'position', ${POSITION}))
        from registrations as registration left join waiting_entries as entry using (event_id, submission_id)
        where registration.submission_id = submission.id) as events,
      array(select distinct standing.event_id from submissions as other join registrations as standing on standing.submission_id = other.id
        where other.form_id = submission.form_id and other.email_key = submission.email_key and other.id <> submission.id
          and standing.status <> 'cancelled') as elsewhere
    from submissions as submission join registrations as own on own.submission_id = submission.id and own.event_id = ${eventId}
    where submission.id = ${submissionId} and submission.form_id = ${seriesId}`;
  return orNotFound(found, 'Submission');
}

/** Gives a sign-up places in exactly these events; if it is waiting and none is left, it keeps waiting. Nobody is notified if all events changed are over. @throws AppError `not_found`, `invalid`, or `conflict` for newer changes, or a full one that `over` lacks */
export async function changeEventsByStaff(
  deps: ZonedDeps,
  by: Actor,
  path: RegistrationPath,
  { events: eventIds, over, tell }: EventsEdit,
  ifMatch: number | undefined,
): Promise<void> {
  const { seriesId, submissionId } = path;
  await write(deps, by, async (w) => {
    await readLockedRegistration(w, path);
    const current = await readEvents(w, path);
    if (ifMatch !== undefined && ifMatch !== current.version)
      throw new AppError('conflict', CHANGED_MEANWHILE, { current: { ...current } });
    const own = orNotFound(await readOwnSignUp(w, submissionId), 'Submission');
    const events = w
      .selectFrom('events')
      .select(['id', 'title', 'starts_at as startsAt', 'ends_at as endsAt'])
      .where('form_id', '=', seriesId)
      .orderBy('starts_at')
      .orderBy('id');
    const now = await events.where(sql<boolean>`id = any(${eventIds}::uuid[])`).execute();
    if (now.length < new Set(eventIds).size) throw invalid([{ path: 'events', message: 'Please choose events of this series' }]);
    const before = own.events.filter(({ status }) => status === 'confirmed');
    const left = before.filter(({ id }) => !eventIds.includes(id));
    const added = now.map(({ id }) => id).filter((id) => !before.some((event) => event.id === id));
    if (left.length === 0 && added.length === 0) return;
    const changed = [...left, ...now.filter(({ id }) => added.includes(id))];
    const isTold = tell && !changed.every((event) => isEventOver(event, deps.config.timeZone));
    if (now.length === 0 && heldEvents(own).length === left.length) throw invalid([{ path: 'events', message: ONE_EVENT_MUST_STAY }]);
    const offered = heldEvents(own).filter(({ status }) => status === 'offered');
    const agreed = new Set([...(over ?? added), ...offered.map(({ id }) => id)]);
    const notAgreed = added.filter((id) => !agreed.has(id));
    await checkOver(w, notAgreed);
    const chosen = added.map((eventId) => ({ eventId, mayWait: false, isGiven: true }));
    await joinEvents(w, seriesId, submissionId, chosen);
    await writeEventsChange(w, own, { left, added, before, now, waiting: [], timeZone: deps.config.timeZone, details: { tell: isTold } });
  });
}
