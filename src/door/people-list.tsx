import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { searchWords, waysToPart } from '#contract/rules/search-words.ts';
import { dayOfMoment } from '#contract/texts/door.ts';
import { countOf, type View } from './head.tsx';
import type { DoorState } from './phone/door-state.ts';
import { nameOf, type Shown } from './phone/people.ts';
import { clock } from './phone/times.ts';
import { Row } from './row.tsx';

/** A tap counts only when nothing has moved under the finger for so long. */
const MOVED_MS = 400;
const SCROLLED_MS = 100;
/** Rows that are drawn above and below what is seen. */
const BEYOND = 4;
const ROW_REM = 3.5;

const rowHeight = (): number => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

interface ListProps {
  readonly state: DoorState;
  readonly view: View;
  readonly onPress: (person: Shown) => void;
  /** Undefined where the link may add nobody. */
  readonly onWalkIn: (() => void) | undefined;
}

/** Which rows are seen; a list of thousands would take seconds to draw. */
function useWindow(text: string) {
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
    // Where nothing was scrolled, asking for it would lay out the page once more.
    if (lastTop.current > 0) scroller.current?.scrollTo({ top: 0 });
  }, [text]);
  return { scroller, seen, look };
}

/** Whether a tap is meant for what it hits: not while the list scrolls, nor just after rows came or went or a notice above moved them, nor again on a row that was just tapped. */
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

/** What tells people of the same name and organisation apart: the day of their sign-up, with the time where they share that too. */
function useSignedUp({ people = [], opened }: DoorState): (person: Shown) => string {
  return useMemo(() => {
    const timeZone = opened?.time_zone;
    const twins = repeated(people.map(twinKey));
    const dayOf = (person: Shown): string => `signed up ${dayOfMoment(person.signed_up, timeZone)}`;
    const keyOfDay = (person: Shown): string => twinKey(person) + dayOf(person);
    const days = repeated(people.filter((person) => twins.has(twinKey(person))).map(keyOfDay));
    return (person) => {
      if (!twins.has(twinKey(person))) return '';
      return dayOf(person) + (days.has(keyOfDay(person)) ? `, ${clock(person.signed_up, timeZone)}` : '');
    };
  }, [people, opened?.time_zone]);
}

const twinKeys = new WeakMap<Shown, string>();

function twinKey(person: Shown): string {
  const key = twinKeys.get(person) ?? `${nameOf(person)}\n${person.organisation}`.toLowerCase();
  twinKeys.set(person, key);
  return key;
}

/** What is said above the list, or where nobody is listed. */
function wordsOf(state: DoorState, { shown, text }: View): string | undefined {
  const { people } = state;
  if (people === undefined) return state.isOnline ? 'Loading…' : 'The list could not be loaded yet. It loads as soon as you are online.';
  if (people.length === 0) return 'Nobody has signed up yet.';
  if (text.trim() !== '') return shown.length === 0 ? `Nobody found for ‘${text.trim()}’.` : undefined;
  const { all, here } = countOf(state);
  return all > 0 && here === all ? 'Everybody is here.' : undefined;
}

/** The list of people, of which only the rows that are seen are drawn. */
export function PeopleList({ state, view, onPress, onWalkIn }: ListProps): ReactNode {
  const { shown, text } = view;
  const { scroller, seen, look } = useWindow(text);
  const { isMeant, onScroll } = useMeant(shown, seen.start);
  const latest = useRef({ shown, onPress });
  const signedUpOf = useSignedUp(state);
  const wanted = useMemo(() => searchWords(text).flatMap(waysToPart).flat(), [text]);
  const words = wordsOf(state, view);
  useEffect(() => {
    latest.current = { shown, onPress };
  });
  const onRow = useCallback(
    (id: string, isByKey: boolean) => {
      const person = latest.current.shown.find((each) => each.id === id);
      if (person !== undefined && (isByKey || isMeant(id))) latest.current.onPress(person);
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
      {words !== undefined && text.trim() !== '' && onWalkIn !== undefined && (
        <button type="button" className="plain" onClick={onWalkIn}>
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
            <Row person={person} wanted={wanted} timeZone={state.opened?.time_zone} signedUp={signedUpOf(person)} onPress={onRow} />
          </li>
        ))}
      </ul>
    </main>
  );
}
