import type { DoorPerson, TapResult } from '#contract/door.ts';
import { insertByName, isHere, nameOf, type Shown } from './people.ts';
import { randomUuid } from './random-uuid.ts';
import { clock } from './times.ts';

interface TapOf {
  readonly id: string;
  readonly at: string;
  readonly submission_id?: string;
  readonly code?: string;
  readonly here: boolean;
  readonly takes_back?: string;
  readonly let_in?: boolean;
  readonly how: 'tap' | 'scan';
}

export interface WalkInOf {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly organisation: string;
}

/** A check-in, one taken back, or a walk-in. */
export type Entry = { readonly name: string } & (
  | { readonly kind: 'tap'; readonly tap: TapOf }
  | { readonly kind: 'walk_in'; readonly tap: WalkInOf & Pick<TapOf, 'id' | 'at'> }
);

/** An entry that is kept until the server has said what became of it; `number` decides their order. */
export type Waiting = Entry & { readonly number: number };

/** What is said at the foot for some seconds, with what Undo takes back. */
export interface Bar {
  readonly name: string;
  readonly text: string;
  readonly undo?: { readonly person: string; readonly tap: string };
}

/** What became of something that waited. */
export interface Settled {
  readonly waiting: Waiting;
  readonly result: TapResult;
}

const newId = () => ({ id: randomUuid(), at: new Date().toISOString() });

export const newTap = (name: string, tap: Omit<TapOf, 'id' | 'at' | 'how'>, how: TapOf['how'] = 'tap') =>
  ({ kind: 'tap', name, tap: { ...newId(), how, ...tap } }) as const;

export const newWalkIn = (given: WalkInOf) => ({ kind: 'walk_in', name: nameOf(given), tap: { ...newId(), ...given } }) as const;

const walkIn = ({ id, at, email: _email, ...given }: WalkInOf & Pick<TapOf, 'id' | 'at'>): Shown => ({
  ...given,
  id,
  status: 'confirmed',
  position: null,
  signed_up: at,
  cancelled_at: null,
  since: null,
  by: null,
  code: null,
  isKept: false,
});

/** How this phone shows what it has not sent yet. */
interface Showing {
  readonly label: string;
  /** Whether to say that it is kept, as without a network. */
  readonly isKept: boolean;
}

function withTap(person: Shown, tap: Omit<TapOf, 'how'>, { label, isKept }: Showing): Shown {
  if (!tap.here) return { ...person, since: null, by: null, isKept };
  const placed = tap.let_in === true ? { ...person, status: 'confirmed' as const, position: null } : person;
  if (placed.status !== 'confirmed') return person;
  return { ...placed, isKept, ...(placed.since === null ? { since: tap.at, by: label } : {}) };
}

/** The taps by person, without those that were taken back before they were sent: neither changes anything. */
function tapsByPerson(waiting: readonly Waiting[]): ReadonlyMap<string, readonly Omit<TapOf, 'how'>[]> {
  const unsent = new Set(waiting.map(({ tap }) => tap.id));
  const all = waiting.map((each) => (each.kind === 'tap' ? each.tap : { ...each.tap, submission_id: each.tap.id, here: true }));
  const back = new Set(all.map((tap) => ('takes_back' in tap ? tap.takes_back : undefined)));
  const taps = new Map<string, Omit<TapOf, 'how'>[]>();
  for (const tap of all) {
    const isVoid = back.has(tap.id) || ('takes_back' in tap && tap.takes_back !== undefined && unsent.has(tap.takes_back));
    if (tap.submission_id !== undefined && !isVoid) taps.set(tap.submission_id, [...(taps.get(tap.submission_id) ?? []), tap]);
  }
  return taps;
}

/** The people as the server last named them, with what this phone has not sent yet. */
export function shownPeople(people: readonly Shown[], waiting: readonly Waiting[], showing: Showing): readonly Shown[] {
  if (waiting.length === 0) return people;
  const taps = tapsByPerson(waiting);
  const known = new Set(people.map(({ id }) => id));
  const added = waiting.flatMap((each) => (each.kind === 'walk_in' && !known.has(each.tap.id) ? [walkIn(each.tap)] : []));
  return insertByName(people, added).map(
    (person) => taps.get(person.id)?.reduce<Shown>((each, tap) => withTap(each, tap, showing), person) ?? person,
  );
}

/** People whose check-in changes once all has been sent, and what these changes are called. */
export interface Unsent {
  readonly count: number;
  readonly noun: 'check-in' | 'change';
}

/** What waits, as far as this phone knows the people: whoever was checked in and taken back is as before. */
export function countUnsent(people: readonly Shown[], waiting: readonly Waiting[]): Unsent {
  const taps = tapsByPerson(waiting);
  const walkIns = waiting.filter(({ kind }) => kind === 'walk_in').map(({ tap }) => tap.id);
  const codes = waiting.filter((each) => each.kind === 'tap' && each.tap.code !== undefined);
  const areNoted = new Set([...walkIns, ...people.filter(isHere).map(({ id }) => id)]);
  const ids = [...new Set([...walkIns, ...taps.keys()])];
  const willBeHere = (id: string): boolean => taps.get(id)?.at(-1)?.here === true;
  const here = ids.filter(willBeHere);
  const back = ids.filter((id) => areNoted.has(id) && !willBeHere(id));
  return { count: codes.length + here.length + back.length, noun: back.length === 0 ? 'check-in' : 'change' };
}

/** What is said of a tap that was taken back. */
const wordsOfBack = ({ since, by }: DoorPerson, timeZone: string | undefined): Bar => ({
  name: '',
  text: `Still here: checked in at ${by ?? ''}, ${clock(since ?? '', timeZone)}`,
});

/** What is said where an outcome differs from what the tap promised; undefined where it does not. */
export function wordsOfOutcome({ waiting, result }: Settled, timeZone: string | undefined): Bar | undefined {
  const { outcome, person } = result;
  if (person === null || outcome === 'refused' || !isHere(person)) return undefined;
  if (waiting.kind === 'tap' && !waiting.tap.here) return wordsOfBack(person, timeZone);
  const bar = { name: nameOf(person), undo: { person: person.id, tap: waiting.tap.id } };
  if (waiting.kind === 'walk_in' && person.id !== waiting.tap.id) return { ...bar, text: 'was signed up already and is here now.' };
  return outcome === 'already' ? { ...bar, text: `· Already here since ${clock(person.since ?? '', timeZone)}` } : undefined;
}
