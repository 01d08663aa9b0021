import type { DoorPerson } from '#contract/door.ts';
import { DELETED } from '#contract/texts/door.ts';
import { isHere, nameOf } from './people.ts';
import type { StoredName } from './storage.ts';
import type { Settled, Waiting } from './taps.ts';

export interface Refused {
  readonly id: string;
  readonly at: number;
  readonly name: string;
  readonly reason: string;
  /** Whether it was to undo a check-in. */
  readonly isBack?: boolean;
  /** Whom to let in, if that helps and people may be let in. */
  readonly person: DoorPerson | null;
}

/** Each is kept under its own name, the same in all tabs. */
export const nameOfRefused = ({ at, id }: Refused): StoredName => ['not done', at, id];

const isNotHere = ({ person, reason }: Settled['result']): boolean => (person === null ? reason === DELETED : !isHere(person));

function refused({ waiting, result }: Settled, isOther: boolean): readonly Refused[] {
  const { outcome, reason, person } = result;
  const isBack = !waiting.tap.here;
  if (outcome !== 'refused' || (isBack && isNotHere(result))) return [];
  const name = person === null ? waiting.name : nameOf(person);
  const letIn = isOther || person?.status === 'confirmed' ? null : person;
  return [{ id: waiting.tap.id, at: Date.parse(waiting.tap.at), name, reason: reason ?? '', isBack, person: letIn }];
}

/** What stays on the page about refused taps, except those that changed nothing. `isOther`: of another link, possibly for another event. */
export function refusedOf(settled: readonly Settled[], queue: readonly Waiting[], isOther: boolean): readonly Refused[] {
  const all = [...queue, ...settled.map(({ waiting }) => waiting)];
  const undone = new Set(all.map(({ tap }) => tap.takes_back));
  return settled.flatMap((each) => (undone.has(each.waiting.tap.id) ? [] : refused(each, isOther)));
}
