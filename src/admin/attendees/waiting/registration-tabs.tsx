import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { RegistrationCounts } from '#contract/registrations/places.ts';
import { formatCount } from '#contract/texts/counts.ts';
import type { OtherList } from './registration-columns.tsx';
import classes from './registration-tabs.module.css';

const TABS: readonly { readonly list: OtherList | undefined; readonly label: string }[] = [
  { list: undefined, label: 'Attendees' },
  { list: 'waiting', label: 'Waiting' },
  { list: 'offered', label: 'Offered' },
  { list: 'cancelled', label: 'Cancelled' },
];

const STEPS: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => (index + 1) % TABS.length,
  ArrowLeft: (index) => (index + TABS.length - 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
};

interface RegistrationTabsProps {
  current: OtherList | undefined;
  confirmed: number;
  counts: RegistrationCounts;
  onChoose: (list: OtherList | undefined) => void;
  children: ReactNode;
}

/** The lists of an event's registrations as tabs; the arrow keys go from one to the next. */
export function RegistrationTabs({ current, confirmed, counts, onChoose, children }: RegistrationTabsProps) {
  const id = useId();
  const tabId = (list: OtherList | undefined) => `${id}-${list ?? 'confirmed'}`;
  const handleKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = TABS[STEPS[event.key]?.(TABS.findIndex(({ list }) => list === current)) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.list);
    document.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.list))}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label="Registrations" className={classes.tabs} data-scrolls>
        {TABS.map(({ list, label }) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={tabId(list)}
            aria-selected={list === current}
            aria-controls={`${id}-panel`}
            tabIndex={list === current ? 0 : -1}
            className={classes.tab}
            onKeyDown={handleKey}
            onClick={() => onChoose(list)}
          >
            {label} <span className={classes.count}>{formatCount(list === undefined ? confirmed : counts[list])}</span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabId(current)}>
        {children}
      </div>
    </>
  );
}
