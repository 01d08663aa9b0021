import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, memo } from 'react';
import { IconCheck, IconChevronRight } from '#admin/ui/layout/icons.tsx';
import { IconClock } from '#admin/ui/layout/tool-icons.tsx';
import { searchWords, waysToPart } from '#contract/rules/search-words.ts';
import { dayOfMoment } from '#contract/texts/door.ts';
import type { DoorState } from './phone/door-state.ts';
import { foundParts } from './phone/find-people.ts';
import { nameOf, type Shown, isHere } from './phone/people.ts';
import { clock } from './phone/times.ts';
import { countOf, type PartProps } from './view.ts';

/** A tap only counts if nothing has moved under the finger for this long. */
const MOVED_MS = 400;
const SCROLLED_MS = 100;
/** Rows drawn above and below the visible ones. */
const BEYOND = 4;
const ROW_REM = 3.5;

const rowHeight = (): number => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Which rows are visible; a list of thousands would take seconds to draw. */
function useWindow({ text, filter }: PartProps['view']) {
  const scroller = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 0, row: 0, start: 0 });
  const lastTop = useRef(0);
  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0, offsetTop = 0 } = scroller.current ?? {};
    lastTop.current = scrollTop;
    setSeen({ top: scrollTop, height: clientHeight, row: rowHeight(), start: offsetTop });
  }, []);
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (scroller.current !== null) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [look]);
  useEffect(() => {
    // Without scrolling, asking for it would lay out the page again.
    if (lastTop.current > 0) scroller.current?.scrollTo({ top: 0 });
  }, [text, filter]);
  return { scroller, seen, look };
}

/** Whether a tap is meant for its target: not while the list scrolls, just after rows were added, removed or moved by a taller head, or on a row that was just tapped. */
function useMeant(shown: readonly Shown[], start: number) {
  const times = useRef({ changed: 0, scrolled: 0, pressed: new Map<string, number>() });
  const order = useMemo(() => shown.map(({ id }) => id).join(), [shown]);
  useLayoutEffect(() => {
    times.current.changed = performance.now();
  }, [order, start]);
  const isMeant = useCallback((id: string) => {
    const { changed, scrolled, pressed } = times.current;
    const now = performance.now();
    const isMoving = now - changed < MOVED_MS || now - scrolled < SCROLLED_MS || now - (pressed.get(id) ?? 0) < MOVED_MS;
    if (!isMoving) pressed.set(id, now);
    return !isMoving;
  }, []);
  const onScroll = useCallback(() => {
    times.current.scrolled = performance.now();
  }, []);
  return { isMeant, onScroll };
}

const repeated = (keys: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  return new Set(keys.filter((key) => seen.has(key) || !seen.add(key)));
};

const twinKey = (person: Shown): string => `${nameOf(person)}\n${person.organisation}`.toLowerCase();

/** Someone's organisation; for people with the same name and organisation also the day of their sign-up, with the time if they share that too. */
export const useSecondLine = ({ people = [], opened }: DoorState): ((person: Shown) => string) =>
  useMemo(() => {
    const timeZone = opened?.time_zone;
    const twins = repeated(people.map(twinKey));
    const dayOf = (person: Shown): string => `signed up ${dayOfMoment(person.signed_up, timeZone)}`;
    const keyOfDay = (person: Shown): string => twinKey(person) + dayOf(person);
    const days = repeated(people.filter((person) => twins.has(twinKey(person))).map(keyOfDay));
    return (person) => {
      if (!twins.has(twinKey(person))) return person.organisation;
      const time = days.has(keyOfDay(person)) && clock(person.signed_up, timeZone).slice(-5);
      return [person.organisation, dayOf(person), time].filter(Boolean).join(', ');
    };
  }, [people, opened?.time_zone]);

/** The text above the list, or instead of an empty one. */
function wordsOf({ state, view: { shown, text } }: PartProps): string | undefined {
  const { people } = state;
  if (people === undefined) return state.isOnline ? 'Loading…' : 'The list could not be loaded yet. It will load when the server answers.';
  if (people.length === 0) return 'Nobody has signed up yet.';
  if (text.trim() !== '') return shown.length === 0 ? `Nobody found for ‘${text.trim()}’.` : undefined;
  const { all, here } = countOf(state);
  return all > 0 && here === all ? 'Everybody is here.' : undefined;
}

export function PeopleList(parts: PartProps): ReactNode {
  const { state, view, press, addWalkIn } = parts;
  const { shown, text } = view;
  const { scroller, seen, look } = useWindow(view);
  const { isMeant, onScroll } = useMeant(shown, seen.start);
  const latest = useRef({ shown, press });
  const secondOf = useSecondLine(state);
  const wanted = useMemo(() => searchWords(text).flatMap(waysToPart).flat(), [text]);
  const words = wordsOf(parts);
  useEffect(() => {
    latest.current = { shown, press };
  });
  const onRow = useCallback(
    (id: string, isByKey: boolean) => {
      const person = latest.current.shown.find((each) => each.id === id);
      if (person !== undefined && (isByKey || isMeant(id))) latest.current.press(person);
    },
    [isMeant],
  );
  const first = Math.max(0, Math.floor(seen.top / (seen.row || 1)) - BEYOND);
  const last = seen.row === 0 ? 0 : Math.ceil((seen.top + seen.height) / seen.row) + BEYOND;
  return (
    <main
      ref={scroller}
      onScroll={() => {
        onScroll();
        look();
      }}
    >
      {words !== undefined && <p className="words">{words}</p>}
      {words !== undefined && text.trim() !== '' && addWalkIn !== undefined && (
        <button type="button" className="plain" onClick={addWalkIn}>
          <span>{`Add ‘${text.trim()}’ as a walk-in`}</span>
        </button>
      )}
      <ul aria-label="People" style={{ height: shown.length * seen.row }}>
        {shown.slice(first, last).map((person, index) => (
          <li
            key={person.id}
            aria-setsize={shown.length}
            aria-posinset={first + index + 1}
            style={{ transform: `translateY(${(first + index) * seen.row}px)` }}
          >
            <Row person={person} wanted={wanted} timeZone={state.opened?.time_zone} second={secondOf(person)} onPress={onRow} />
          </li>
        ))}
      </ul>
    </main>
  );
}

const TINT_MS = 2_000;

function stateOf(person: Shown, timeZone: string | undefined): string {
  if (isHere(person)) return `${person.isKept ? 'Kept' : 'Here'} ${clock(person.since ?? '', timeZone)}`;
  const { status, position } = person;
  if (status === 'waiting') return position === null ? 'Waiting list' : `Waiting list, ${position}`;
  return { confirmed: '', offered: 'Offered a place', cancelled: 'Cancelled' }[status];
}

const Found = ({ text, wanted }: { readonly text: string; readonly wanted: readonly string[] }): ReactNode =>
  foundParts(text, wanted).map((part, index) => {
    const Part = index % 2 === 1 ? 'mark' : 'span';
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
    return part !== '' && <Part key={index}>{part}</Part>;
  });

/** Whether someone has just been checked in, here or on another phone, or a check-in undone. */
function useIsNew(person: Shown): boolean {
  const [isNew, setIsNew] = useState(false);
  const here = isHere(person);
  const before = useRef(here);
  useEffect(() => {
    if (before.current === here) return undefined;
    before.current = here;
    setIsNew(true);
    const timer = setTimeout(() => setIsNew(false), TINT_MS);
    return () => clearTimeout(timer);
  }, [here]);
  return isNew;
}

function Sign({ person }: { readonly person: Shown }): ReactNode {
  if (person.status !== 'confirmed') return <IconChevronRight className="more" />;
  return <i className="circle">{isHere(person) && <IconCheck size={18} stroke={3} />}</i>;
}

interface RowProps {
  readonly person: Shown;
  readonly wanted: readonly string[];
  readonly timeZone: string | undefined;
  readonly second: string;
  readonly onPress: (id: string, isByKey: boolean) => void;
}

const Row = memo(function Row({ person, wanted, timeZone, second, onPress }: RowProps): ReactNode {
  const { first_name: first, last_name: last, status } = person;
  const here = isHere(person);
  const isNew = useIsNew(person);
  const state = stateOf(person, timeZone);
  return (
    <button
      type="button"
      className="row"
      data-status={status}
      data-new={isNew && here ? '' : undefined}
      aria-pressed={status === 'confirmed' ? here : undefined}
      onClick={(event) => onPress(person.id, event.detail === 0)}
    >
      <span className="who">
        <span className="name" dir="auto">
          <span>
            <Found text={first} wanted={wanted} />
          </span>{' '}
          <b>
            <Found text={last} wanted={wanted} />
          </b>
        </span>
        <span className="organisation">
          <Found text={second} wanted={wanted} />
        </span>
      </span>
      {here && person.isKept && <IconClock className="clock" />}
      {state === '' ? (
        <span className="hidden">not here yet</span>
      ) : (
        <span className="state" data-kept={person.isKept ? '' : undefined}>
          {state}
        </span>
      )}
      <Sign person={person} />
    </button>
  );
});
