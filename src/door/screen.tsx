import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { type Filter, Head } from './head.tsx';
import { Foot, Notices } from './notices.tsx';
import { type Lying, Over } from './over.tsx';
import { PeopleList } from './people-list.tsx';
import type { DoorState } from './phone/door-state.ts';
import type { Door } from './phone/door.ts';
import { findPeople, prepareSearch } from './phone/find-people.ts';
import { isHere, type Shown } from './phone/people.ts';
import { newTap } from './phone/taps.ts';
import { isOn } from './phone/times.ts';

const CANCELLED = 'This event has been cancelled. Please ask the organiser.';
/** The list is drawn first. */
const PREPARE_AFTER_MS = 200;
const NOBODY: readonly Shown[] = [];
/** A check-in code as scanners type it that act as a keyboard. */
const TYPED_CODE = /^\s*T1\w{26}\s*$/i;

const matches = (filter: Filter, person: Shown): boolean =>
  filter === 'everybody' || (person.status === 'confirmed' && isHere(person) === (filter === 'here'));

/** What is searched for or filtered; who leaves a filter stays until the next search or filter, so that no row moves. */
function useShown(people: readonly Shown[]) {
  const [{ text, filter, stays }, setView] = useState({ text: '', filter: 'everybody' as Filter, stays: new Set<string>() });
  const shown = useMemo(() => {
    if (text.trim() !== '') return findPeople(people, text);
    return filter === 'everybody' ? people : people.filter((person) => matches(filter, person) || stays.has(person.id));
  }, [people, text, filter, stays]);
  useEffect(() => {
    const timer = setTimeout(() => prepareSearch(people), PREPARE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [people]);
  const view = (given: { readonly text: string; readonly filter: Filter }): void => {
    const ids = given.filter === 'everybody' ? [] : people.filter((person) => matches(given.filter, person)).map(({ id }) => id);
    setView({ ...given, stays: new Set(ids) });
  };
  return { text, filter, shown, view };
}

function Message({ children }: { readonly children: string }): ReactNode {
  return (
    <main className="message">
      <h1>{children}</h1>
    </main>
  );
}

export function Screen({ door }: { readonly door: Door }): ReactNode {
  const state = useSyncExternalStore(door.subscribe, door.read);
  const title = state.opened?.event.event_title;
  useEffect(() => {
    document.title = title === undefined ? 'Door' : `${title} – Door`;
  }, [title]);
  const hasWaiting = state.waiting > 0;
  useEffect(() => {
    if (!hasWaiting) return undefined;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasWaiting]);
  return state.message === undefined ? <Opened door={door} state={state} /> : <Message>{state.message}</Message>;
}

/** What taps do, and what lies over the list because of them. */
function useTaps(door: Door, { opened, isDayConfirmed }: DoorState, onDone: () => void) {
  const [lying, setLying] = useState<Lying>();
  // Before anything else gets the focus, which a dialog gives back.
  const close = (): void => flushSync(() => setLying(undefined));
  const asked = (act: () => void): void => {
    if (opened !== undefined && !isDayConfirmed && !isOn(opened.event)) setLying({ kind: 'day', act });
    else act();
  };
  const checkIn = (person: Shown, letIn = false): void =>
    asked(() => {
      close();
      void door.add(newTap(person, { here: true, let_in: letIn }));
      onDone();
    });
  const press = (person: Shown): void => {
    if (person.status !== 'confirmed' || isHere(person)) setLying({ kind: 'person', id: person.id });
    else checkIn(person);
  };
  const mayAdd = opened?.may_add === true && !opened.event.is_cancelled;
  const scan = (): void => {
    import('./scan/scan-page.tsx').then(
      ({ ScanPage }) => setLying({ kind: 'scan', Page: ScanPage }),
      () => door.note("The camera can't be used here: it could not be loaded. Search by name instead."),
    );
  };
  const enter = (typed: string): void => {
    if (opened?.event.is_cancelled === true || !TYPED_CODE.test(typed)) return;
    asked(() => {
      close();
      // The next code may be typed before the server answers.
      onDone();
      void import('./scan/scanned.ts').then(async (scanned) => {
        const { tone, word, name } = await scanned.scan(door, typed);
        if (tone !== 'good') door.note(name === undefined ? word : `${name}: ${word}`);
      });
    });
  };
  return {
    lying,
    setLying,
    close,
    checkIn,
    enter,
    letIn: mayAdd ? (person: Shown) => checkIn(person, true) : undefined,
    press,
    startScan: opened?.event.is_cancelled === true ? undefined : () => asked(scan),
    addWalkIn: mayAdd ? (name: string) => asked(() => setLying({ kind: 'walk in', name })) : undefined,
  };
}

function Opened({ door, state }: { readonly door: Door; readonly state: DoorState }): ReactNode {
  const { opened, people = NOBODY } = state;
  const search = useRef<HTMLInputElement>(null);
  const { text, filter, shown, view } = useShown(people);
  const selectText = (): void => {
    if (text === '') return;
    search.current?.focus();
    search.current?.select();
  };
  const { lying, setLying, close, checkIn, enter, letIn, press, startScan, addWalkIn } = useTaps(door, state, selectText);
  const undo = (): void => {
    void door.undo();
    selectText();
  };
  useKeys(search, { u: undo, s: startScan });
  const onCameraLost = (words: string): void => {
    close();
    door.note(words);
    search.current?.focus();
  };
  const onWalkIn = addWalkIn && (() => addWalkIn(text));
  const isCancelled = opened?.event.is_cancelled === true;
  const only = shown.length === 1 && !isCancelled ? shown[0] : undefined;
  return (
    <div className="door">
      <Head
        state={state}
        search={search}
        text={text}
        onText={(typed) => view({ text: typed, filter })}
        found={shown.length}
        filter={filter}
        onFilter={(chosen) => view({ text, filter: chosen })}
        onEnter={() => (only === undefined ? enter(text) : press(only))}
        onScan={startScan}
        onMore={() => setLying({ kind: 'close' })}
      />
      <Notices state={state} onLetIn={letIn} onDismiss={(id) => door.dismiss(id)} />
      {isCancelled ? (
        <Message>{CANCELLED}</Message>
      ) : (
        <PeopleList state={state} shown={shown} text={text} onPress={press} onWalkIn={onWalkIn} />
      )}
      <Foot bar={state.bar} onUndo={undo} onWalkIn={onWalkIn} />
      {lying !== undefined && (!isCancelled || lying.kind === 'close') && (
        <Over lying={lying} door={door} state={state} onLetIn={(each) => checkIn(each, true)} onClose={close} onCameraLost={onCameraLost} />
      )}
    </div>
  );
}

type Acts = Readonly<Record<string, (() => unknown) | undefined>>;

/** Moves the focus between search and rows. @returns whether it moved */
function moveFocus(step: number, search: HTMLInputElement | null): boolean {
  const rows = [...document.querySelectorAll<HTMLButtonElement>('.row')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at === -1 && document.activeElement !== search) return false;
  if (at + step < 0) search?.focus();
  else rows[at + step]?.focus();
  return true;
}

function onKey(event: KeyboardEvent, search: HTMLInputElement | null, acts: Acts): void {
  const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null;
  if (isElsewhere) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const act = event.target instanceof HTMLInputElement ? undefined : acts[event.key];
  act?.();
  if (act !== undefined || (step !== undefined && moveFocus(step, search))) event.preventDefault();
}

/** `/` Search, arrows to the rows, and further keys with what they do; not while a dialog is open, nor in a field. */
function useKeys(search: RefObject<HTMLInputElement | null>, acts: Acts): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event, search.current, { ...acts, '/': () => search.current?.focus() });
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
