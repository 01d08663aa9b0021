import { randomUuid } from '#admin/api/random-uuid.ts';
import type { DoorPerson, SentTap, TapResult } from '#contract/door.ts';
import { DELETED } from '#contract/texts/door.ts';
import { insertByName, isHere, nameOf, type Shown } from './people.ts';
import { clock } from './times.ts';

export type WalkInOf = Readonly<Record<'first_name' | 'last_name' | 'email' | 'organisation', string>>;

/** A check-in, or one undone; that of a walk-in is for the person added under its id. */
export interface Entry {
  readonly name: string;
  readonly tap: SentTap;
  readonly walkIn?: WalkInOf;
  /** Why it did not go through, and whom to let in, if that helps and people may be let in. */
  readonly refused?: { readonly reason: string; readonly person: DoorPerson | null };
}

export type RefusedEntry = NumberedEntry & Required<Pick<Entry, 'refused'>>;

/** An entry that is kept until the server has reported its outcome or, if it was refused, until it is dismissed; `number` decides the order. */
export interface NumberedEntry extends Entry {
  readonly number: number;
}

/** The message at the foot for some seconds, with what Undo reverts. */
export interface Bar {
  readonly name: string;
  readonly text: string;
  readonly undo?: { readonly person: string; readonly tap: string };
}

export interface Settled {
  readonly waiting: NumberedEntry;
  readonly result: TapResult;
}

type NewTap = Omit<SentTap, 'id' | 'at'>;

export const newEntry = (name: string, tap: NewTap): Entry => ({ name, tap: { id: randomUuid(), at: new Date().toISOString(), ...tap } });

/** Checks someone in, or undoes all their check-ins. */
export const newTap = (person: DoorPerson, tap: NewTap): Entry => newEntry(nameOf(person), { submission_id: person.id, ...tap });

export function newWalkIn(walkIn: WalkInOf): Entry {
  const { name, tap } = newEntry(nameOf(walkIn), { here: true });
  return { name, tap: { ...tap, submission_id: tap.id }, walkIn };
}

const added = ({ id, at }: SentTap, { email: _email, ...given }: WalkInOf): Shown => ({
  ...given,
  id,
  status: 'confirmed',
  position: null,
  signed_up: at,
  cancelled_at: null,
  since: null,
  by: null,
  code: null,
});

export const barOf = ({ name, tap: { id, submission_id: person = '', here } }: Entry): Bar =>
  here ? { name, text: 'is here', undo: { person, tap: id } } : { name, text: 'is not here' };

/** How this phone shows what it has not sent yet. */
interface Showing {
  readonly label: string;
  /** Whether to say that it is kept, as without a network. */
  readonly isKept: boolean;
}

function withTap(person: Shown, tap: SentTap, { label, isKept }: Showing): Shown {
  if (!tap.here) return { ...person, since: null, by: null, isKept };
  const placed = tap.let_in === true ? { ...person, status: 'confirmed' as const, position: null } : person;
  if (placed.status !== 'confirmed') return person;
  return { ...placed, isKept, ...(placed.since === null ? { since: tap.at, by: label } : {}) };
}

/** The taps by person, without those undone before they were sent: neither changes anything. */
function tapsByPerson(waiting: readonly NumberedEntry[]): ReadonlyMap<string, readonly SentTap[]> {
  const unsent = new Set(waiting.map(({ tap }) => tap.id));
  const back = new Set(waiting.map(({ tap }) => tap.takes_back));
  const taps = new Map<string, SentTap[]>();
  for (const { tap } of waiting) {
    const isVoid = back.has(tap.id) || unsent.has(tap.takes_back ?? '');
    if (tap.submission_id !== undefined && !isVoid) taps.set(tap.submission_id, [...(taps.get(tap.submission_id) ?? []), tap]);
  }
  return taps;
}

/** The people as last reported by the server, with what this phone has not sent yet. */
export function shownPeople(people: readonly Shown[], waiting: readonly NumberedEntry[], showing: Showing): readonly Shown[] {
  if (waiting.length === 0) return people;
  const taps = tapsByPerson(waiting);
  const known = new Set(people.map(({ id }) => id));
  const walkIns = waiting.flatMap(({ tap, walkIn }) => (walkIn === undefined || known.has(tap.id) ? [] : [added(tap, walkIn)]));
  return insertByName(people, walkIns).map(
    (person) => taps.get(person.id)?.reduce<Shown>((each, tap) => withTap(each, tap, showing), person) ?? person,
  );
}

/** People whose check-in changes once everything has been sent, and what these changes are called. */
export interface Unsent {
  readonly count: number;
  readonly noun: 'check-in' | 'change';
}

/** What is waiting, as far as this phone knows the people: a check-in that was undone changes nothing. */
export function countUnsent(people: readonly Shown[], waiting: readonly NumberedEntry[]): Unsent {
  if (waiting.length === 0) return { count: 0, noun: 'check-in' };
  const taps = tapsByPerson(waiting);
  const walkIns = waiting.filter(({ walkIn }) => walkIn !== undefined).map(({ tap }) => tap.id);
  const codes = waiting.filter(({ tap }) => tap.code !== undefined);
  const areNoted = new Set([...walkIns, ...people.filter(isHere).map(({ id }) => id)]);
  const ids = [...new Set([...walkIns, ...taps.keys()])];
  const willBeHere = (id: string): boolean => taps.get(id)?.at(-1)?.here === true;
  const here = ids.filter(willBeHere);
  const back = ids.filter((id) => areNoted.has(id) && !willBeHere(id));
  return { count: codes.length + here.length + back.length, noun: back.length === 0 ? 'check-in' : 'change' };
}

/** The message about a tap that was undone. */
const wordsOfBack = ({ since, by }: DoorPerson, timeZone: string | undefined): Bar => ({
  name: '',
  text: `Still here: checked in at ${by ?? ''}, ${clock(since ?? '', timeZone)}`,
});

/** The message if an outcome differs from what the tap promised, or a code has found someone; otherwise undefined. */
export function wordsOfOutcome({ waiting, result }: Settled, timeZone: string | undefined): Bar | undefined {
  const { outcome, person } = result;
  if (person === null || outcome === 'refused' || !isHere(person)) return undefined;
  if (!waiting.tap.here) return wordsOfBack(person, timeZone);
  const bar = { name: nameOf(person), undo: { person: person.id, tap: waiting.tap.id } };
  if (waiting.walkIn !== undefined && person.id !== waiting.tap.id) return { ...bar, text: 'was signed up already and is here now.' };
  if (outcome === 'already') return { ...bar, text: `· Already here since ${clock(person.since ?? '', timeZone)}` };
  return waiting.tap.code === undefined ? undefined : { ...bar, text: 'is here' };
}

const isNotHere = ({ person, reason }: TapResult): boolean => (person === null ? reason === DELETED : !isHere(person));

/** What stays of an entry that was refused, without the walk-in's address, unless that changed nothing. `isOther`: of another link, possibly for another event. */
export function refusedOf({ waiting, result }: Settled, queue: readonly NumberedEntry[], isOther: boolean): readonly RefusedEntry[] {
  const { outcome, reason, person } = result;
  const isUndone = queue.some(({ tap }) => tap.takes_back === waiting.tap.id);
  if (outcome !== 'refused' || isUndone || (!waiting.tap.here && isNotHere(result))) return [];
  const name = person === null ? waiting.name : nameOf(person);
  const letIn = isOther || person?.status === 'confirmed' ? null : person;
  return [{ number: waiting.number, tap: waiting.tap, name, refused: { reason: reason ?? '', person: letIn } }];
}
