import { type ComponentType, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { IconAlertTriangle, IconWifiOff, IconX } from '#admin/ui/layout/icons.tsx';
import { IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import { counted } from '#contract/texts/counts.ts';
import { Header } from './header.tsx';
import { PeopleList } from './people-list.tsx';
import type { DoorState } from './phone/door-state.ts';
import type { Door } from './phone/door.ts';
import { findPeople } from './phone/find-people.ts';
import { isHere, type Shown } from './phone/people.ts';
import { CANNOT_KEEP } from './phone/sender.ts';
import { newTap } from './phone/taps.ts';
import { isOn } from './phone/times.ts';
import { More, DayQuestion, PersonSheet } from './sheets.tsx';
import { type PartProps, useView } from './view.ts';
import { WalkIn } from './walk-in.tsx';

const CANCELLED = 'This event has been cancelled. Please ask the organiser.';
const NOBODY: readonly Shown[] = [];
/** A code as typed by scanners that act as keyboards: ours, whatever precedes it, or a foreign one, unlike most names, such as Level39 or Smith:. */
const TYPED_CODE = /[Tt][1&+][^\s@]{26}\s*$|[:=]\S|^(?=.*\d{5}|[A-Z]{2,}-\d{4,}$|(?=\S{6})\S*\d-?[A-Za-z]+\d\S*$)[^@]+$/;

const Message = ({ children }: { readonly children: string }): ReactNode => (
  <main className="message">
    <h1>{children}</h1>
  </main>
);

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

/** The actions at the door, and what they show over the list. */
function useParts(door: Door, state: DoorState) {
  const { opened, isDayConfirmed, people = NOBODY } = state;
  const search = useRef<HTMLInputElement>(null);
  const view = useView(people);
  const [Overlay, setOverlay] = useState<ComponentType<PartProps>>();
  const show = (part: ComponentType<PartProps>): void => setOverlay(() => part);
  // Before anything else gets the focus, which a dialog returns.
  const close = (): void => flushSync(() => setOverlay(undefined));
  // So that the next name replaces it.
  const selectText = (): void => {
    if (view.text === '') return;
    search.current?.focus();
    search.current?.select();
  };
  const asked = (act: () => void): void => {
    if (opened !== undefined && !isDayConfirmed && !isOn(opened.event)) show((parts) => <DayQuestion act={act} {...parts} />);
    else act();
  };
  const checkIn = (person: Shown, letIn = false): void =>
    asked(() => {
      close();
      void door.add(newTap(person, { here: true, let_in: letIn }));
      selectText();
    });
  const press = (person: Shown): void => {
    if (person.status !== 'confirmed' || isHere(person)) show((parts) => <PersonSheet id={person.id} {...parts} />);
    else checkIn(person);
  };
  const scan = (): void => {
    import('./scan/scan-page.tsx').then(
      (page) => show(page.ScanPage),
      () => door.note("The camera can't be used here: it could not be loaded. Search by name instead."),
    );
  };
  const isCancelled = opened?.event.is_cancelled === true;
  const mayAdd = opened?.may_add === true && !isCancelled;
  const parts: PartProps = {
    door,
    state,
    view,
    search,
    press,
    enter: () => {
      if (!isCancelled) enter(door, view, { press, asked });
    },
    undo: () => {
      void door.undo();
      selectText();
    },
    letIn: mayAdd ? (person) => checkIn(person, true) : undefined,
    addWalkIn: mayAdd ? () => asked(() => show(WalkIn)) : undefined,
    scan: isCancelled ? undefined : () => asked(scan),
    more: () => show(More),
    close,
    loseCamera: (words) => {
      close();
      door.note(words);
      search.current?.focus();
    },
  };
  return { parts, isCancelled, Overlay: isCancelled && Overlay !== More ? undefined : Overlay };
}

interface Acts {
  readonly press: (person: Shown) => void;
  /** Does something; on a day other than the event's, asks first. */
  readonly asked: (act: () => void) => void;
}

/** Enter in the search checks in the only person found, asks for another Enter where `mari anne` found Marianne, or uses a code if nobody is found. */
function enter(door: Door, { text, shown, look }: PartProps['view'], { press, asked }: Acts): void {
  const [first, second] = shown;
  if (text.trim() === '' || second !== undefined) return;
  if (first !== undefined) {
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
}

function Opened({ door, state }: { readonly door: Door; readonly state: DoorState }): ReactNode {
  const { parts, isCancelled, Overlay } = useParts(door, state);
  useKeys(parts);
  return (
    <div className="door">
      <Header {...parts} />
      {isCancelled ? <Message>{CANCELLED}</Message> : <PeopleList {...parts} />}
      {/* Below the list, so that no row moves under a finger. */}
      <Notices {...parts} />
      <Foot {...parts} />
      {Overlay !== undefined && <Overlay {...parts} />}
    </div>
  );
}

/** Moves the focus between search and rows. @returns whether it moved */
function moveFocus(step: number, search: HTMLInputElement | null): boolean {
  const rows = [...document.querySelectorAll<HTMLButtonElement>('.row')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at === -1 && document.activeElement !== search) return false;
  if (at + step < 0) search?.focus();
  else rows[at + step]?.focus();
  return true;
}

function onKey(event: KeyboardEvent, { search, undo, scan }: PartProps): void {
  const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null;
  if (isElsewhere) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const acts: Readonly<Record<string, (() => void) | undefined>> = { '/': () => search.current?.focus(), u: undo, s: scan };
  const act = event.target instanceof HTMLInputElement ? undefined : acts[event.key];
  act?.();
  if (act !== undefined || (step !== undefined && moveFocus(step, search.current))) event.preventDefault();
}

/** `/` for the search, arrows for the rows, and other keys with their actions; not while a dialog is open, nor in a field. */
function useKeys(parts: PartProps): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      // On a button, a key held down would check in and undo again and again.
      if (event.repeat && event.key === 'Enter') event.preventDefault();
      onKey(event, parts);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}

function Offline({ state: { isOnline, canKeep, unsent } }: PartProps): ReactNode {
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

function Notices(parts: PartProps): ReactNode {
  const { door, state, letIn } = parts;
  const { refused } = state;
  const noun = refused.some(({ tap }) => !tap.here) ? 'change' : 'check-in';
  return (
    <div className="notices">
      <Offline {...parts} />
      {refused.length > 0 && (
        <section className="notice" data-tone="bad" aria-labelledby="refused">
          <IconAlertTriangle size={20} />
          <div>
            <b id="refused" role="status">{`${counted(refused.length, noun)} didn't go through`}</b>
            {refused.map(({ tap: { id }, name, refused: { reason, person } }) => (
              <div key={id} className="refused">
                <div>
                  <p>{name}</p>
                  <p>{reason}</p>
                </div>
                {person !== null && letIn !== undefined && (
                  <button
                    type="button"
                    className="plain"
                    aria-label={`Let in ${name}`}
                    onClick={() => {
                      door.dismiss(id);
                      letIn(person);
                    }}
                  >
                    Let in
                  </button>
                )}
                <button type="button" className="icon" aria-label={`Dismiss ${name}`} onClick={() => door.dismiss(id)}>
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

const Foot = ({ state: { bar }, undo, addWalkIn }: PartProps): ReactNode => (
  <footer>
    <div role="status">
      {bar !== undefined && (
        <p className="bar">
          <span>
            {bar.name !== '' && <b>{`${bar.name} `}</b>}
            <span>{bar.text}</span>
          </span>
          {bar.undo !== undefined && (
            <button type="button" onClick={undo}>
              Undo
            </button>
          )}
        </p>
      )}
    </div>
    {addWalkIn !== undefined && (
      <button type="button" className="plain" onClick={addWalkIn}>
        <IconUserPlus size={20} />
        <span>Add a walk-in</span>
      </button>
    )}
  </footer>
);
