import type { DoorPerson } from '#contract/door.ts';
import type { Name } from './kept.ts';
import { nameOf } from './people.ts';
import type { Settled } from './taps.ts';

/** A tap that did not go through, which stays on the page until it is dismissed. */
export interface Refused {
  readonly id: string;
  /** When it was refused. */
  readonly at: number;
  readonly name: string;
  readonly reason: string;
  /** Whom to let in, where that helps and people may be let in. */
  readonly person: DoorPerson | null;
}

/** Each is kept under a name of its own, so that two tabs do not overwrite each other's. */
export const nameOfRefused = ({ at, id }: Refused): Name => ['not done', at, id];

/** What stays on the page of a tap that was refused; `isOther`: of another link, whose event may be another. */
export function refusedOf({ waiting, result: { outcome, reason, person } }: Settled, isOther: boolean): readonly Refused[] {
  if (outcome !== 'refused') return [];
  const name = person === null ? waiting.name : nameOf(person);
  return [
    { id: waiting.tap.id, at: Date.now(), name, reason: reason ?? '', person: isOther || person?.status === 'confirmed' ? null : person },
  ];
}
