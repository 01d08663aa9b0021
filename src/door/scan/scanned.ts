import type { DoorPerson, TapResult } from '#contract/door.ts';
import type { Door } from '../phone/door.ts';
import { isHere, nameOf, type Shown, standingOf } from '../phone/people.ts';
import type { Bar } from '../phone/taps.ts';
import { clock } from '../phone/times.ts';

export interface Scanned {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly word: string;
  readonly name?: string;
  readonly note?: string;
  /** Whom to let in, where that helps. */
  readonly letIn?: Shown;
  /** The check-in that Undo takes back. */
  readonly done?: Bar;
}

const CODE = /^T1[0-9A-HJKMNP-TV-Z]{26}$/;
const DIGEST_BYTES = 6;
const ANSWER_MS = 5_000;
const KEPT: Scanned = { tone: 'warn', word: 'Kept. It will be checked when you are back online.' };
const NO_CODE: Scanned = { tone: 'bad', word: 'Not one of our codes' };

async function digestOf(code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
  return Array.from(digest.slice(0, DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function ofPerson(person: Shown, timeZone: string | undefined, mayAdd: boolean): Scanned {
  const name = nameOf(person);
  if (isHere(person)) {
    return {
      tone: 'warn',
      word: `Already here since ${clock(person.since ?? '', timeZone)}`,
      name,
      note: `Checked in at ${person.by ?? ''}`,
    };
  }
  const tone = person.status === 'cancelled' ? 'bad' : 'warn';
  return {
    tone,
    word: standingOf(person, 'Waiting list', timeZone),
    name,
    note: person.organisation,
    ...(mayAdd ? { letIn: person } : {}),
  };
}

const here = (person: DoorPerson, done: Bar): Scanned => ({
  tone: 'good',
  word: 'Here',
  name: nameOf(person),
  note: person.organisation,
  done,
});

/** Checks somebody in whose code was seen; `letIn` gives a place first. @returns what to show of it */
export const checkIn = async (door: Door, person: DoorPerson, letIn = false): Promise<Scanned> =>
  here(person, await door.checkIn(person, 'scan', letIn));

/** What is shown of a code that only the server knew. */
function ofResult(tap: string, { outcome, reason, person }: TapResult, timeZone: string | undefined, mayAdd: boolean): Scanned {
  const shown = person && { ...person, isKept: false };
  if (outcome === 'done' && shown !== null) {
    return here(shown, { name: nameOf(shown), text: 'is here', undo: { person: shown.id, tap } });
  }
  if (shown === null) return { ...NO_CODE, word: reason ?? NO_CODE.word };
  const known = ofPerson(shown, timeZone, mayAdd && shown.status !== 'confirmed');
  return outcome === 'already' ? known : { ...known, word: reason ?? known.word };
}

const soon = async (): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ANSWER_MS));

/** Checks in by a code. @returns what to show of it */
export async function scan(door: Door, text: string): Promise<Scanned> {
  const { people = [], opened } = door.read();
  const [code, timeZone, mayAdd] = [text.trim().toUpperCase(), opened?.time_zone, opened?.may_add === true];
  if (!CODE.test(code)) return NO_CODE;
  const digest = await digestOf(code);
  const person = people.find((each) => each.code === digest);
  if (person === undefined) return askServer(door, code, timeZone, mayAdd);
  if (person.status !== 'confirmed' || isHere(person)) return ofPerson(person, timeZone, mayAdd);
  return checkIn(door, person);
}

async function askServer(door: Door, code: string, timeZone: string | undefined, mayAdd: boolean): Promise<Scanned> {
  const { isOnline } = door.read();
  const { id, outcome } = door.checkInByCode(code);
  const result = isOnline ? await Promise.race([outcome, soon()]) : undefined;
  if (result === undefined) return KEPT;
  door.dismiss(id);
  return ofResult(id, result, timeZone, mayAdd);
}
