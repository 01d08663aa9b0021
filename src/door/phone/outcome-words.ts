import type { DoorPerson } from '#contract/door.ts';
import type { Bar } from './door-state.ts';
import { isHere, nameOf } from './people.ts';
import type { Settled } from './sender.ts';
import { clock } from './times.ts';

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
