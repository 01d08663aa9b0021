import type { DoorPerson } from '#contract/door.ts';

/** A person as this phone shows them. */
export interface Shown extends DoorPerson {
  /** Whether what is shown is still to be sent. */
  readonly isKept?: boolean;
}

export const nameOf = ({ first_name: first, last_name: last }: Pick<DoorPerson, 'first_name' | 'last_name'>): string =>
  `${first} ${last}`.trim();

export const isHere = ({ status, since }: DoorPerson): boolean => status === 'confirmed' && since !== null;

const collator = new Intl.Collator('en-GB');

/** The list is in the server's order, so that only new people need a place. */
export function insertByName(people: readonly Shown[], added: readonly Shown[]): readonly Shown[] {
  const all = [...people];
  for (const person of added) {
    const after = all.findIndex(
      (other) => (collator.compare(other.last_name, person.last_name) || collator.compare(other.first_name, person.first_name)) > 0,
    );
    all.splice(after === -1 ? all.length : after, 0, person);
  }
  return all;
}

const byPosition = (one: Shown, other: Shown): number => (one.position ?? 0) - (other.position ?? 0);

/** The positions of everyone waiting, of whom only some were read: people who leave the waiting list move the others up, who are not read. */
function withPositions(people: readonly Shown[], read: ReadonlyMap<string, Shown>): readonly Shown[] {
  const waiting = people.filter(({ status }) => status === 'waiting').toSorted(byPosition);
  const order = waiting.filter(({ id }) => !read.has(id));
  for (const person of waiting.filter(({ id }) => read.has(id))) order.splice((person.position ?? 1) - 1, 0, person);
  const positions = new Map(order.map(({ id }, index) => [id, index + 1]));
  return people.map((person) => {
    const position = positions.get(person.id) ?? null;
    return position === person.position ? person : { ...person, position };
  });
}

/** The list with what was read about some people; `gone`: who is no longer in the event. */
export function mergePeople(known: readonly Shown[], read: readonly DoorPerson[], gone: readonly string[] = []): readonly Shown[] {
  if (read.length + gone.length === 0) return known;
  const ids = new Set(known.map(({ id }) => id));
  const changed = new Map(read.map((person) => [person.id, person]));
  const left = known.filter(({ id }) => !gone.includes(id)).map((person) => changed.get(person.id) ?? person);
  const added = [...changed.values()].filter(({ id }) => !ids.has(id));
  return withPositions(insertByName(left, added), changed);
}
