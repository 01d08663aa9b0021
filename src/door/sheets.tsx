import type { ReactNode } from 'react';
import { IconCheck } from '#admin/ui/layout/icons.tsx';
import { Action, Dialog } from './dialog.tsx';
import { IconClock } from './icons.tsx';
import type { DoorState } from './phone/door-state.ts';
import { isHere, nameOf, type Shown, standingOf } from './phone/people.ts';
import { clock } from './phone/times.ts';

export interface Answers {
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

interface QuestionProps extends Answers {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  /** Whether something is lost by the first answer. */
  readonly loses?: boolean;
  readonly children?: ReactNode;
}

export function Question({ title, yes, no, onConfirm, onClose, loses = false, children }: QuestionProps): ReactNode {
  return (
    <Dialog label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
      <Action label={yes} isMain={!loses} onClick={onConfirm} />
      <Action label={no} isMain={loses} onClick={onClose} />
    </Dialog>
  );
}

const allTaken = (places: number): string => (places === 1 ? 'The one place is taken.' : `All ${places} places are taken.`);

/** What is so, and what checking in would mean. */
function factsOf(person: Shown, { places, opened }: DoorState): readonly [string, string] {
  if (isHere(person)) return [`Here since ${clock(person.since ?? '', opened?.time_zone)}`, `Checked in at ${person.by ?? ''}`];
  const over = places === null ? 0 : places.taken + 1 - places.maximum;
  // Who has an offer holds a place already.
  const isFull = places !== null && over > 0 && person.status !== 'offered';
  const note = isFull ? `${allTaken(places.maximum)} This goes ${over} over the maximum.` : '';
  return [standingOf(person, 'On the waiting list', opened?.time_zone), note];
}

interface PersonProps {
  readonly person: Shown;
  readonly state: DoorState;
  readonly onLetIn: () => void;
  readonly onNotHere: () => void;
  readonly onClose: () => void;
}

/** The sheet of somebody who is here, or has no place. */
export function PersonSheet({ person, state, onLetIn, onNotHere, onClose }: PersonProps): ReactNode {
  const here = isHere(person);
  const [fact, note] = factsOf(person, state);
  return (
    <Dialog label={nameOf(person)} onClose={onClose}>
      <h2>{nameOf(person)}</h2>
      <p className="organisation">{person.organisation}</p>
      <div className="fact" data-tone={here ? 'good' : 'warn'}>
        {here ? <IconCheck size={20} /> : <IconClock size={20} />}
        <div>
          <b>{fact}</b>
          {note !== '' && <p>{note}</p>}
        </div>
      </div>
      {here && <Action label="Not here" onClick={onNotHere} />}
      {person.status !== 'confirmed' && state.opened?.may_add === true && <Action label="Let in" isMain onClick={onLetIn} />}
      <Action label="Cancel" onClick={onClose} />
    </Dialog>
  );
}
