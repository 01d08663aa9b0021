import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { IconDots, IconSearch, IconWifiOff, IconX } from '#admin/ui/layout/icons.tsx';
import { IconScan } from '#admin/ui/layout/tool-icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import type { DoorState } from './phone/door-state.ts';
import { findPeople, prepareSearch } from './phone/find-people.ts';
import { isHere, type Shown } from './phone/people.ts';
import { clock, dayOf, isOn } from './phone/times.ts';
import { dotsLabel } from './sheets.tsx';

const FLICKER_MS = 1_000;
/** The list is drawn first. */
const PREPARE_AFTER_MS = 200;
const FILTERS = [
  ['everyone', 'Everybody'],
  ['not here', 'Not here yet'],
  ['here', 'Here'],
] as const;
type Filter = (typeof FILTERS)[number][0];

const matches = (filter: Filter, person: Shown): boolean =>
  filter === 'everyone' || (person.status === 'confirmed' && isHere(person) === (filter === 'here'));

export type View = ReturnType<typeof useView>;

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

/** Whether something has been waiting for a second: quick calls are not mentioned. */
function useIsSending(waiting: number): boolean {
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    if (waiting === 0) return undefined;
    const timer = setTimeout(() => setIsSending(true), FLICKER_MS);
    return () => {
      clearTimeout(timer);
      setIsSending(false);
    };
  }, [waiting === 0]); // oxlint-disable-line react/exhaustive-deps -- the number does not matter
  return isSending;
}

export function Connection({ isOnline, waiting }: Pick<DoorState, 'isOnline' | 'waiting'>): ReactNode {
  const isSending = useIsSending(waiting);
  const words = isSending ? `Sending ${formatCount(waiting)}…` : 'Live';
  return (
    <span className="connection" data-tone={isOnline ? 'good' : 'warn'}>
      {isOnline ? <i className="dot" /> : <IconWifiOff />}
      <span>{isOnline ? words : 'Offline'}</span>
    </span>
  );
}

export function countOf({ people = [] }: Pick<DoorState, 'people'>) {
  const all = people.filter(({ status }) => status === 'confirmed').length;
  const here = people.filter(isHere).length;
  return { all, here, words: `${formatCount(here)} of ${formatCount(all)} here` };
}

function Count({ here, all, state }: { readonly here: number; readonly all: number; readonly state: DoorState }): ReactNode {
  const asOf = state.isOnline || state.readAt === undefined ? '' : `, as of ${clock(state.readAt, state.opened?.time_zone)}`;
  return (
    <div className="count">
      <p>
        <b>{formatCount(here)}</b> <span>{`of ${formatCount(all)} here${asOf}`}</span>
      </p>
      <progress aria-label="People here" max={Math.max(all, 1)} value={here} />
    </div>
  );
}

interface HeaderProps {
  readonly state: DoorState;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly view: View;
  readonly onEnter: () => void;
  readonly onMore: () => void;
  /** Undefined where nobody is checked in. */
  readonly onScan: (() => void) | undefined;
}

export function Header({ state, search, view, onEnter, onMore, onScan }: HeaderProps): ReactNode {
  const { text, filter, shown, look } = view;
  const { all, here } = countOf(state);
  const counts = { everyone: all, 'not here': all - here, here };
  return (
    <header data-loading={!state.people || undefined}>
      <div className="title">
        <h1>{state.opened?.event.event_title ?? 'Door'}</h1>
        <Connection isOnline={state.isOnline} waiting={state.waiting} />
        <button type="button" className="icon" aria-label={dotsLabel(state)} onClick={onMore}>
          <IconDots />
        </button>
      </div>
      {state.opened !== undefined && !isOn(state.opened.event) && <p className="date">{dayOf(state.opened)}</p>}
      <Count here={here} all={all} state={state} />
      <div className="find">
        <div className="search">
          <IconSearch />
          <input
            ref={search}
            type="text"
            inputMode="search"
            aria-label="Search by name"
            placeholder="Search by name"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={250}
            value={text}
            onChange={(event) => look({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The same key would press a button of the dialog it opens.
              event.preventDefault();
              if (!event.repeat) onEnter();
            }}
          />
          {text !== '' && (
            <button
              type="button"
              className="icon"
              aria-label="Clear search"
              onClick={() => {
                look({ text: '' });
                search.current?.focus();
              }}
            >
              <IconX />
            </button>
          )}
        </div>
        {onScan !== undefined && (
          <button type="button" className="main" onClick={onScan}>
            <IconScan size={20} />
            <span>Scan</span>
          </button>
        )}
      </div>
      {text.trim() === '' ? (
        <div className="filters" role="group" aria-label="Show">
          {FILTERS.map(([each, label]) => (
            <button key={each} type="button" aria-pressed={each === filter} onClick={() => look({ filter: each })}>
              <span>{label}</span> <span className="number">{formatCount(counts[each])}</span>
            </button>
          ))}
        </div>
      ) : (
        <p className="found" role="status">
          {`${counted(shown.length, 'person', 'people')} found`}
        </p>
      )}
    </header>
  );
}
