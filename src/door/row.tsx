import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconCheck, IconChevronRight } from '#admin/ui/layout/icons.tsx';
import { IconClock } from './icons.tsx';
import { foundParts } from './phone/find-people.ts';
import { isHere, type Shown } from './phone/people.ts';
import { clock } from './phone/times.ts';

const TINT_MS = 2_000;

/** What is so, in words. */
function stateOf(person: Shown, timeZone: string | undefined): string {
  if (isHere(person)) return `${person.isKept ? 'Kept' : 'Here'} ${clock(person.since ?? '', timeZone)}`;
  const { status, position } = person;
  if (status === 'waiting') return position === null ? 'Waiting list' : `Waiting list, ${position}`;
  return { confirmed: '', offered: 'Offered a place', cancelled: 'Cancelled' }[status];
}

function Found({ text, wanted }: { readonly text: string; readonly wanted: readonly string[] }): ReactNode {
  return foundParts(text, wanted).map((part, index) => {
    const Part = index % 2 === 1 ? 'mark' : 'span';
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
    return part !== '' && <Part key={index}>{part}</Part>;
  });
}

/** Whether somebody has just been checked in, here or on another phone, or taken back. */
function useIsNew(person: Shown): boolean {
  const [isNew, setIsNew] = useState(false);
  const before = useRef(isHere(person));
  const here = isHere(person);
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
  /** When, where that tells the person from another. */
  readonly signedUp: string;
  readonly onPress: (id: string, isByKey: boolean) => void;
}

/** One person: a button over the whole width. */
export const Row = memo(function Row({ person, wanted, timeZone, signedUp, onPress }: RowProps): ReactNode {
  const { first_name: first, last_name: last, organisation, status } = person;
  const here = isHere(person);
  const isNew = useIsNew(person);
  const state = stateOf(person, timeZone);
  const second = [organisation, signedUp].filter((part) => part !== '').join(', ');
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
        <span className="name">
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
