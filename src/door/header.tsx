import { type ReactNode, useEffect, useState } from 'react';
import { IconDots, IconSearch, IconWifiOff, IconX } from '#admin/ui/layout/icons.tsx';
import { IconScan } from '#admin/ui/layout/tool-icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import type { DoorState } from './phone/door-state.ts';
import { clock, dayOf, isOn } from './phone/times.ts';
import { dotsLabel } from './sheets.tsx';
import { countOf, type PartProps } from './view.ts';

const FLICKER_MS = 1_000;
const FILTERS = [
  ['everyone', 'Everybody'],
  ['not here', 'Not here yet'],
  ['here', 'Here'],
] as const;

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

export function Header({ state, search, view, enter, more, scan }: PartProps): ReactNode {
  const { text, filter, shown, look } = view;
  const { all, here } = countOf(state);
  const counts = { everyone: all, 'not here': all - here, here };
  return (
    <header data-loading={!state.people || undefined}>
      <div className="title">
        <h1>{state.opened?.event.event_title ?? 'Door'}</h1>
        <Connection isOnline={state.isOnline} waiting={state.waiting} />
        <button type="button" className="icon" aria-label={dotsLabel(state)} onClick={more}>
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
              if (!event.repeat) enter();
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
        {scan !== undefined && (
          <button type="button" className="main" onClick={scan}>
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
