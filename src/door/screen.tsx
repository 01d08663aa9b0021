import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { IconAlertTriangle, IconCheck, IconWifiOff, IconX } from '#admin/ui/layout/icons.tsx';
import { IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import { counted } from '#contract/texts/counts.ts';
import { Header, useView, type View } from './header.tsx';
import { PeopleList } from './people-list.tsx';
import type { DoorState } from './phone/door-state.ts';
import type { Door } from './phone/door.ts';
import { findPeople } from './phone/find-people.ts';
import { isHere, type Shown } from './phone/people.ts';
import { CANNOT_KEEP } from './phone/sender.ts';
import { newTap, type Bar } from './phone/taps.ts';
import { isOn } from './phone/times.ts';
import { More, DayQuestion, type OverlayProps, PersonSheet } from './sheets.tsx';
import { WalkIn } from './walk-in.tsx';

const CANCELLED = 'This event has been cancelled. Please ask the organiser.';
const NOBODY: readonly Shown[] = [];
/** A code as typed by scanners that act as keyboards: ours, whatever precedes it, or a foreign one, unlike most names, such as Level39 or Smith:. */
const TYPED_CODE = /[Tt][1&+][^\s@]{26}\s*$|[:=]\S|^(?=.*\d{5}|[A-Z]{2,}-\d{4,}$|(?=\S{6})\S*\d-?[A-Za-z]+\d\S*$)[^@]+$/;

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

/** What taps do, and what they open over the list. */
function useTaps(door: Door, { opened, isDayConfirmed }: DoorState, onDone: () => void) {
  const isCancelled = opened?.event.is_cancelled === true;
  const [Overlay, setOverlay] = useState<ComponentType<OverlayProps>>();
  const show = (part: ComponentType<OverlayProps>): void => setOverlay(() => part);
  // Before anything else gets the focus, which a dialog returns.
  const close = (): void => flushSync(() => setOverlay(undefined));
  const asked = (act: () => void): void => {
    if (opened !== undefined && !isDayConfirmed && !isOn(opened.event)) show((over) => <DayQuestion act={act} {...over} />);
    else act();
  };
  const checkIn = (person: Shown, letIn = false): void =>
    asked(() => {
      close();
      void door.add(newTap(person, { here: true, let_in: letIn }));
      onDone();
    });
  const press = (person: Shown): void => {
    if (person.status !== 'confirmed' || isHere(person)) show((over) => <PersonSheet id={person.id} {...over} />);
    else checkIn(person);
  };
  const mayAdd = opened?.may_add === true && !isCancelled;
  const scan = (): void => {
    import('./scan/scan-page.tsx').then(
      (page) => show(page.ScanPage),
      () => door.note("The camera can't be used here: it could not be loaded. Search by name instead."),
    );
  };
  /** Enter in the search checks in the only person found, asks for another Enter where `mari anne` found Marianne, or uses a code if nobody is found. */
  const enter = ({ text, shown, look }: View): void => {
    const [first, second] = shown;
    if (isCancelled || text.trim() === '') return;
    if (first !== undefined) {
      if (second !== undefined) return;
      if (findPeople([first], text, true).length > 0) press(first);
      else document.querySelector<HTMLElement>('.row')?.focus();
      return;
    }
    if (!TYPED_CODE.test(text)) return;
    // Immediately, since the next code may be typed before the server answers, and some scanners press Enter twice.
    look({ text: '' });
    asked(() => {
      void import('./scan/scanned.ts').then(async (scanned) => {
        const { tone, word, name } = await scanned.scan(door, text, true);
        if (tone !== 'good') door.note(name === undefined ? word : `${name}: ${word}`);
      });
    });
  };
  return {
    isCancelled,
    Overlay,
    show,
    close,
    enter,
    letIn: mayAdd ? (person: Shown) => checkIn(person, true) : undefined,
    press,
    startScan: isCancelled ? undefined : () => asked(scan),
    addWalkIn: mayAdd ? (typed: string) => asked(() => show((over) => <WalkIn typed={typed} onAdded={onDone} {...over} />)) : undefined,
  };
}

function Opened({ door, state }: { readonly door: Door; readonly state: DoorState }): ReactNode {
  const { people = NOBODY } = state;
  const search = useRef<HTMLInputElement>(null);
  const view = useView(people);
  const { text } = view;
  const selectText = (): void => {
    if (text === '') return;
    search.current?.focus();
    search.current?.select();
  };
  const { isCancelled, Overlay, show, close, enter, letIn, press, startScan, addWalkIn } = useTaps(door, state, selectText);
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
  return (
    <div className="door">
      <Header state={state} search={search} view={view} onEnter={() => enter(view)} onScan={startScan} onMore={() => show(More)} />
      {isCancelled ? <Message>{CANCELLED}</Message> : <PeopleList state={state} view={view} onPress={press} onWalkIn={onWalkIn} />}
      {/* Below the list, so that no row moves under a finger. */}
      <Notices state={state} onLetIn={letIn} onDismiss={(id) => door.dismiss(id)} />
      <Foot bar={state.bar} onUndo={undo} onWalkIn={onWalkIn} />
      {Overlay !== undefined && (!isCancelled || Overlay === More) && (
        <Overlay door={door} state={state} onLetIn={letIn} onClose={close} onCameraLost={onCameraLost} />
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

/** `/` for the search, arrows for the rows, and other keys with their actions; not while a dialog is open, nor in a field. */
function useKeys(search: RefObject<HTMLInputElement | null>, acts: Acts): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      // On a button, a key held down would check in and undo again and again.
      if (event.repeat && event.key === 'Enter') event.preventDefault();
      onKey(event, search.current, { ...acts, '/': () => search.current?.focus() });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

interface NoticesProps {
  readonly state: DoorState;
  /** Undefined if nobody may be let in. */
  readonly onLetIn: ((person: Shown) => void) | undefined;
  readonly onDismiss: (id: string) => void;
}

function Offline({ state: { isOnline, canKeep, unsent } }: Pick<NoticesProps, 'state'>): ReactNode {
  if (canKeep && (isOnline || unsent.count === 0)) return null;
  return (
    <div className="notice" data-tone="warn" role="status">
      <IconWifiOff size={20} />
      <div>
        <b>{canKeep ? `Offline – ${counted(unsent.count, unsent.noun)} kept on this phone` : CANNOT_KEEP}</b>
        {canKeep && <p>{`${unsent.count === 1 ? 'It' : 'They'} will be sent when you are back online.`}</p>}
      </div>
    </div>
  );
}

function Notices({ state, onLetIn, onDismiss }: NoticesProps): ReactNode {
  const { refused } = state;
  const noun = refused.some(({ tap }) => !tap.here) ? 'change' : 'check-in';
  return (
    <div className="notices">
      <Offline state={state} />
      {refused.length > 0 && (
        <section className="notice" data-tone="bad" aria-labelledby="refused">
          <IconAlertTriangle size={20} />
          <div>
            <b id="refused" role="status">{`${counted(refused.length, noun)} didn't go through`}</b>
            {refused.map(({ tap: { id }, name, refused: { reason = '', letIn = null } = {} }) => (
              <div key={id} className="refused">
                <div>
                  <p>{name}</p>
                  <p>{reason}</p>
                </div>
                {letIn !== null && onLetIn !== undefined && (
                  <button
                    type="button"
                    className="plain"
                    aria-label={`Let in ${name}`}
                    onClick={() => {
                      onDismiss(id);
                      onLetIn(letIn);
                    }}
                  >
                    Let in
                  </button>
                )}
                <button type="button" className="icon" aria-label={`Dismiss ${name}`} onClick={() => onDismiss(id)}>
                  <IconX />
                </button>
              </div>
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

interface FootProps {
  readonly bar: Bar | undefined;
  readonly onUndo: () => void;
  /** Undefined if the link may not add anyone. */
  readonly onWalkIn: (() => void) | undefined;
}

function Foot({ bar, onUndo, onWalkIn }: FootProps): ReactNode {
  return (
    <footer>
      <div role="status">
        {bar !== undefined && (
          <p className="bar">
            {bar.undo !== undefined && (
              <i className="circle">
                <IconCheck size={18} stroke={3} />
              </i>
            )}
            <span>
              {bar.name !== '' && <b>{`${bar.name} `}</b>}
              <span>{bar.text}</span>
            </span>
            {bar.undo !== undefined && (
              <button type="button" onClick={onUndo}>
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      {bar === undefined && onWalkIn !== undefined && (
        <button type="button" className="plain" onClick={onWalkIn}>
          <IconUserPlus size={20} />
          <span>Add a walk-in</span>
        </button>
      )}
    </footer>
  );
}
