import { type RefObject, useEffect, useMemo, useState } from 'react';
import { formatCount } from '#contract/texts/counts.ts';
import type { DoorState } from './phone/door-state.ts';
import type { Door } from './phone/door.ts';
import { findPeople, prepareSearch } from './phone/find-people.ts';
import { isHere, type Shown } from './phone/people.ts';

/** The list is drawn first. */
const PREPARE_AFTER_MS = 200;

type Filter = 'everyone' | 'not here' | 'here';

const matches = (filter: Filter, person: Shown): boolean =>
  filter === 'everyone' || (person.status === 'confirmed' && isHere(person) === (filter === 'here'));

/** The search or filter, and the people it shows; people who no longer match a filter stay until the next search or filter, so that rows do not move. */
export function useView(people: readonly Shown[]) {
  const [{ text, filter, stays }, setView] = useState({ text: '', filter: 'everyone' as Filter, stays: new Set<string>() });
  const shown = useMemo(() => {
    if (text.trim() !== '') return findPeople(people, text);
    return filter === 'everyone' ? people : people.filter((person) => matches(filter, person) || stays.has(person.id));
  }, [people, text, filter, stays]);
  useEffect(() => {
    const timer = setTimeout(() => prepareSearch(people), PREPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [people]);
  const look = (changed: { readonly text: string } | { readonly filter: Filter }): void => {
    const next = { text, filter, ...changed };
    const ids = next.filter === 'everyone' ? [] : people.filter((person) => matches(next.filter, person)).map(({ id }) => id);
    setView({ ...next, stays: new Set(ids) });
  };
  return { text, filter, shown, look };
}

export function countOf({ people = [] }: Pick<DoorState, 'people'>) {
  const all = people.filter(({ status }) => status === 'confirmed').length;
  const here = people.filter(isHere).length;
  return { all, here, words: `${formatCount(here)} of ${formatCount(all)} here` };
}

/** What each part of the screen may use. */
export interface PartProps {
  readonly door: Door;
  readonly state: DoorState;
  readonly view: ReturnType<typeof useView>;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly press: (person: Shown) => void;
  readonly enter: () => void;
  readonly undo: () => void;
  /** Undefined if nobody may be let in: the link does not allow it, or the event is cancelled. */
  readonly letIn: ((person: Shown) => void) | undefined;
  /** Undefined if nobody may be added, for the same reasons. */
  readonly addWalkIn: (() => void) | undefined;
  /** Undefined if the event is cancelled. */
  readonly scan: (() => void) | undefined;
  /** Opens the menu behind the dots. */
  readonly more: () => void;
  /** Closes what is shown over the list. */
  readonly close: () => void;
  /** The camera can't be used: says why. */
  readonly loseCamera: (words: string) => void;
}
