import type { DoorPerson, TapResult } from '#contract/door.ts';
import { standingOf } from '#contract/texts/door.ts';
import type { DoorState } from '../phone/door-state.ts';
import type { Door } from '../phone/door.ts';
import { soon } from '../phone/pause.ts';
import { isHere, nameOf, type Shown } from '../phone/people.ts';
import { type Bar, newTap, type Settled } from '../phone/taps.ts';
import { clock } from '../phone/times.ts';

export interface Scanned {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly word: string;
  readonly name?: string;
  readonly note?: string;
  /** Who can be let in, if that would help. */
  readonly letIn?: Shown;
  /** The check-in that Undo takes back. */
  readonly done?: Bar;
}

/** Scanners may put the kind of code before it, such as `]Q1`. */
const CODE = /T1[0-9A-HJKMNP-TV-Z]{26}(?!\w)/;
/** What a scanner set for an English keyboard types on another one, and what it read: German, French, and Czech or Slovak. */
const KEYBOARDS = [
  ['', ''],
  ['YZ', 'ZY'],
  ['À&É"\'(-È_Ç,?AQWZ', '0123456789MMQAZW'],
  ['É+ĚŠČŘŽÝÁÍĽŤYZ', '012345678925ZY'],
] as const;
const DIGEST_BYTES = 6;
const ANSWER_MS = 5_000;
const KEPT: Scanned = { tone: 'warn', word: 'Kept. It will be checked when you are back online.' };
const NO_CODE: Scanned = { tone: 'bad', word: 'Not one of our codes' };

type Keyboard = (typeof KEYBOARDS)[number];

/** The one with which someone's code was last typed. */
let lastKeyboard: Keyboard = KEYBOARDS[0];

/** The codes that a text may mean; for a typed one, that of the last keyboard comes first. */
const codesIn = (text: string, isTyped: boolean) =>
  [...new Set([...(isTyped ? [lastKeyboard] : []), ...KEYBOARDS])].flatMap((keyboard) => {
    const [typed, read] = keyboard;
    const letters = Array.from(text.toUpperCase(), (letter) => read[typed.indexOf(letter)] ?? letter);
    const [code] = CODE.exec(letters.join('')) ?? [];
    return code === undefined ? [] : { code, keyboard };
  });

async function digestOf(code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
  return Array.from(digest.slice(0, DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function ofPerson(person: Shown, opened: DoorState['opened']): Scanned {
  const [name, timeZone] = [nameOf(person), opened?.time_zone];
  if (isHere(person)) {
    const word = `Already here since ${clock(person.since ?? '', timeZone)}`;
    return { tone: 'warn', word, name, note: `Checked in at ${person.by ?? ''}` };
  }
  const tone = person.status === 'cancelled' ? 'bad' : 'warn';
  const letIn = opened?.may_add === true && person.status !== 'confirmed' ? { letIn: person } : {};
  return { tone, word: standingOf(person, 'Waiting list', timeZone), name, note: person.organisation, ...letIn };
}

const here = (person: DoorPerson, done: Bar): Scanned => ({
  tone: 'good',
  word: 'Here',
  name: nameOf(person),
  note: person.organisation,
  done,
});

/** Checks in someone whose code was seen; `letIn` gives a place first. @returns what to show */
export const checkIn = async (door: Door, person: DoorPerson, letIn = false): Promise<Scanned> =>
  here(person, await door.add(newTap(person, { here: true, let_in: letIn, how: 'scan' })));

/** What is shown for a code that only the server knew. */
function ofResult(tap: string, { outcome, reason, person }: TapResult, opened: DoorState['opened']): Scanned {
  if (person === null) return { ...NO_CODE, word: reason ?? NO_CODE.word };
  if (outcome === 'done') return here(person, { name: nameOf(person), text: 'is here', undo: { person: person.id, tap } });
  const known = ofPerson(person, opened);
  return outcome === 'already' ? known : { ...known, word: reason ?? known.word };
}

let scans = 0;

/** Checks in with a code. @returns what to show; never settled by an answer that came once another code had been seen, which, if it is a refusal, stays among those */
export async function scan(door: Door, text: string, isTyped = false): Promise<Scanned> {
  scans += 1;
  const { people = [], opened } = door.read();
  const codes = codesIn(text, isTyped);
  // Without https browsers have no digests, so the server is asked.
  for (const { code, keyboard } of crypto.subtle ? codes : []) {
    const digest = await digestOf(code);
    const person = people.find((each) => each.code === digest);
    if (person === undefined) continue;
    if (isTyped) lastKeyboard = keyboard;
    return person.status !== 'confirmed' || isHere(person) ? ofPerson(person, opened) : checkIn(door, person);
  }
  const [first] = codes;
  return first === undefined ? NO_CODE : askServer(door, first.code);
}

const outcomeOf = async (door: Door, id: string): Promise<TapResult> =>
  new Promise((resolve) => {
    const hear = ({ waiting, result }: Settled): void => {
      if (waiting.tap.id !== id) return;
      door.onSettled.delete(hear);
      resolve(result);
    };
    door.onSettled.add(hear);
  });

async function askServer(door: Door, code: string): Promise<Scanned> {
  const number = scans;
  const { isOnline, opened } = door.read();
  const id = door.checkInByCode(code);
  const result = isOnline ? await Promise.race([outcomeOf(door, id), soon(ANSWER_MS)]) : undefined;
  if (number !== scans) return new Promise(() => undefined);
  if (result === undefined) return KEPT;
  door.dismiss(id);
  return ofResult(id, result, opened);
}
