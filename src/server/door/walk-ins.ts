import { CompiledQuery } from 'kysely';
import type { TapResult, WalkIn } from '#contract/door.ts';
import { folded } from '#contract/rules/search-words.ts';
import * as words from '#contract/texts/door.ts';
import { addressColumns } from '#server/address-columns.ts';
import { ADD_STATEMENT, addValues } from '#server/attendees/attendee-statement.ts';
import { Batcher } from '#server/db/batcher.ts';
import { rowOf, rowsOf, type Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { getEvent } from '#server/events/queries.ts';
import { lockForm, readFormVersion } from '#server/form-store/form-rows.ts';
import { recordTaps } from '#server/registrations/attendance.ts';
import { aboutSignUp } from '#server/registrations/changes.ts';
import { countAdded } from '#server/registrations/places.ts';
import { type Write, write, type WriteDeps } from '#server/write.ts';
import { byLink, type OpenLink, useLink } from './links.ts';
import { listPeople } from './people.ts';
import { type Door, refusalOfLink, takeWithin, timeOfTap } from './taps.ts';

type Name = Pick<WalkIn, 'last_name'> & { first_name?: string | null | undefined };

const nameOf = ({ first_name: first, last_name: last }: Name): string => `${first ?? ''} ${last}`.trim();

const isSameName = (one: Name, other: Name): boolean => folded(nameOf(one)) === folded(nameOf(other));

/** The sign-up of an address in the event under the same name; preferably one that is not cancelled. */
async function findSame(tx: Tx, { seriesId, eventId }: OpenLink, input: WalkIn): Promise<string | undefined> {
  const rows = await rowsOf<{ id: string; first_name: string; last_name: string }>(tx)`
    select submission.id, submission.first_name, submission.last_name
    from submissions as submission join registrations as registration on registration.submission_id = submission.id
    where submission.form_id = ${seriesId} and submission.email_key = ${addressColumns(input.email ?? '').email_key} and registration.event_id = ${eventId}
    order by registration.status, submission.submitted_at`;
  return rows.find((row) => isSameName(row, input))?.id;
}

interface KnownId {
  readonly submissionId: string | null;
  readonly first_name: string | null;
  readonly last_name: string;
  /** Whether it is of a check-in at this event. */
  readonly isHere: boolean;
}

/** The outcome of a walk-in's id; undefined for a new id. */
const findAgain = (tx: Tx, { eventId }: OpenLink, id: string): Promise<KnownId | undefined> => rowOf<KnownId>(tx)`
  select change.submission_id as "submissionId", first_name, coalesce(last_name, '') as last_name,
    coalesce(change.kind = 'here' and change.event_id = ${eventId}, false) as "isHere"
  from registration_changes as change left join submissions as submission on submission.id = change.submission_id where change.id = ${id}
  union all select id, '', '', false from submissions where id = ${id} limit 1`;

/** Adds someone with a place, even over the maximum. Requires `lockForm`. */
async function addPerson(w: Write, path: OpenLink, input: WalkIn): Promise<void> {
  const event = await getEvent(w, path);
  const version = await readFormVersion(w, path.seriesId);
  if (event.closes_when_full) await countAdded(w, event.id, { taken: 1, waiting: 0 });
  const person = {
    id: input.id,
    first_name: input.first_name ?? '',
    last_name: input.last_name,
    job_title: '',
    organisation: input.organisation ?? '',
    // People without an address are only known by name, and never match anyone.
    ...(input.email ? addressColumns(input.email) : { email: '', email_key: input.id }),
    accepts_marketing: false,
    message: null,
    answers: {},
    status: 'confirmed' as const,
  };
  await w.executeQuery(CompiledQuery.raw(ADD_STATEMENT, addValues({ event, version }, [person])));
  w.did({ about: aboutSignUp(person) });
  w.changed({ topic: 'dashboard' }, { topic: `event/${event.id}`, added: 1, joined: [person.id] });
}

type Added = Omit<TapResult, 'person'> & { readonly submissionId?: string };

/** The current state of a walk-in that was sent before; the id of anything else is refused. */
function addedBefore({ submissionId, isHere, ...name }: KnownId, input: WalkIn): Added {
  const isOwn = submissionId === input.id;
  if (!isHere || submissionId === null || !(isOwn || isSameName(name, input))) return { outcome: 'refused', reason: words.ID_IN_USE };
  return { outcome: 'done', reason: isOwn ? null : words.wasSignedUp(nameOf(input)), submissionId };
}

/** Requires `lockForm`. */
async function addWithin(w: Write, door: Door, input: WalkIn, onNew: () => void): Promise<Added> {
  const { link, phone } = door;
  const again = await findAgain(w, link, input.id);
  if (again !== undefined) return addedBefore(again, input);
  onNew();
  const at = timeOfTap(input, input.sent_at, link);
  const refusal = refusalOfLink(link, at);
  if (refusal !== undefined) return { outcome: 'refused', reason: refusal };
  const same = input.email ? await findSame(w, link, input) : undefined;
  if (same !== undefined) {
    const tap = { id: input.id, at: input.at, submission_id: same, here: true, let_in: true, how: 'tap' } as const;
    const [taken] = await takeWithin(w, door, { sent_at: input.sent_at, taps: [tap] });
    return { outcome: taken?.outcome ?? 'refused', reason: taken?.reason ?? words.wasSignedUp(nameOf(input)), submissionId: same };
  }
  await addPerson(w, link, input);
  const details = { phone, link: link.id, how: 'walk_in' } as const;
  await recordTaps(w, link, [{ id: input.id, submissionId: input.id, kind: 'here', at, details }]);
  return { outcome: 'done', reason: null, submissionId: input.id };
}

interface NewWalkIn {
  readonly door: Door;
  readonly input: WalkIn;
}

async function addWalkIn(deps: WriteDeps, { door, input }: NewWalkIn, onNew: (door: Door) => void): Promise<TapResult> {
  const { link } = door;
  if (!link.mayAdd) throw new AppError('forbidden', words.MAY_NOT_ADD);
  return write(deps, byLink(link), async (w) => {
    await lockForm(w, { kind: 'series', id: link.seriesId });
    const { submissionId, ...added } = await addWithin(w, { ...door, link: await useLink(w, link) }, input, () => onNew(door));
    const [person] = submissionId === undefined ? [] : await listPeople(w, link, [submissionId]);
    return { ...added, person: person ?? null };
  });
}

/**
 * Adds people who have not signed up, or checks in those who have. People of one series are added one after the other: they wait for its lock, and many at once
 * would take all connections of staff. `onNew` is called for what was not sent before.
 * @throws AppError `forbidden` if the link does not allow adding people
 */
export const walkInWriter = (deps: WriteDeps, onNew: (door: Door) => void) =>
  new Batcher<NewWalkIn, TapResult>({
    max: 1,
    runs: 2,
    groupOf: ({ door }) => door.link.seriesId,
    run: (batch) => Promise.all(batch.map((walkIn) => addWalkIn(deps, walkIn, onNew))),
  });
