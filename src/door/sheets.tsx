import { type ReactNode, useState } from 'react';
import { IconCheck } from '#admin/ui/layout/icons.tsx';
import { IconClock } from '#admin/ui/layout/tool-icons.tsx';
import { DOOR_LINKS } from '#contract/texts/attendance.ts';
import { counted } from '#contract/texts/counts.ts';
import { ON_WAITING_LIST, standingOf } from '#contract/texts/door.ts';
import { fullNote } from '#contract/texts/places.ts';
import { Action, Dialog } from './dialog.tsx';
import { useSecondLine } from './people-list.tsx';
import type { DoorState } from './phone/door-state.ts';
import { isHere, nameOf, type Shown } from './phone/people.ts';
import { newTap } from './phone/taps.ts';
import { clock, dayOf } from './phone/times.ts';
import type { PartProps } from './view.ts';

const CLOSE = 'Close this door';
const MORE = 'More';
const CLOSED = 'This door is closed on this phone.';

interface QuestionProps {
  readonly title: string;
  readonly yes: string;
  readonly no: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Whether the first answer loses something. */
  readonly loses?: boolean;
  readonly children?: ReactNode;
}

export const Question = ({ title, yes, no, onConfirm, onClose, loses = false, children }: QuestionProps): ReactNode => (
  <Dialog label={title} onClose={onClose}>
    <h2>{title}</h2>
    {children}
    <Action label={yes} isMain={!loses} onClick={onConfirm} />
    <Action label={no} isMain={loses} onClick={onClose} />
  </Dialog>
);

function factsOf(person: Shown, { places, opened }: DoorState, letIn: PartProps['letIn']): readonly [string, string] {
  if (isHere(person)) return [`Here since ${clock(person.since ?? '', opened?.time_zone)}`, `Checked in at ${person.by ?? ''}`];
  // Someone with an offer already holds a place.
  const isOver = letIn !== undefined && places !== null && places.taken >= places.maximum && person.status !== 'offered';
  const note = isOver ? `${fullNote(places.taken, places.maximum)} This goes ${places.taken + 1 - places.maximum} over the maximum.` : '';
  return [standingOf(person, ON_WAITING_LIST, opened?.time_zone), note];
}

/** The sheet for someone who is here, or has no place. */
export function PersonSheet({ id, door, state, letIn, close }: PartProps & { readonly id: string }): ReactNode {
  const secondOf = useSecondLine(state);
  const person = state.people?.find((each) => each.id === id);
  if (person === undefined) return null;
  const here = isHere(person);
  const [fact, note] = factsOf(person, state, letIn);
  const onNotHere = (): void => {
    close();
    void door.add(newTap(person, { here: false }));
  };
  return (
    <Dialog label={nameOf(person)} onClose={close}>
      <h2>{nameOf(person)}</h2>
      <p className="organisation">{secondOf(person)}</p>
      <div className="fact" data-tone={here ? 'good' : 'warn'}>
        {here ? <IconCheck size={20} /> : <IconClock size={20} />}
        <div>
          <b>{fact}</b>
          {note !== '' && <p>{note}</p>}
        </div>
      </div>
      {here && <Action label="Not here" onClick={onNotHere} />}
      {person.status !== 'confirmed' && letIn !== undefined && <Action label="Let in" isMain onClick={() => letIn(person)} />}
      <Action label="Cancel" onClick={close} />
    </Dialog>
  );
}

/** Asks before a phone's first tap on a day other than the event's; `act`: what was to be done. */
export function DayQuestion({ act, door, state, close }: PartProps & { readonly act: () => void }): ReactNode {
  const onConfirm = (): void => {
    close();
    door.confirmDay();
    act();
  };
  return (
    <Question title="Check people in today anyway?" yes="Check in" no="Cancel" onConfirm={onConfirm} onClose={close}>
      <p>{state.opened && dayOf(state.opened)}</p>
    </Question>
  );
}

export const dotsLabel = ({ opened }: Pick<DoorState, 'opened'>): string => (opened?.links_page ? MORE : CLOSE);

/** The menu behind the dots. */
export function More(parts: PartProps): ReactNode {
  const [isClosing, setClosing] = useState(false);
  const { close, state } = parts;
  const { opened } = state;
  if (isClosing || !opened?.links_page) return <CloseQuestion {...parts} />;
  return (
    <Dialog label={MORE} onClose={close}>
      <a className="plain" href={opened.links_page} target="_blank" rel="noopener">
        {DOOR_LINKS}
      </a>
      <Action label={CLOSE} onClick={() => setClosing(true)} />
      <Action label="Cancel" onClick={close} />
    </Dialog>
  );
}

/** Asks before the list is deleted from the phone. */
function CloseQuestion({ door, state: { unsent }, close }: PartProps): ReactNode {
  const { count, noun } = unsent;
  const words =
    count === 0
      ? 'The list is deleted from this phone. The link opens the door again.'
      : `${counted(count, `${noun} has`, `${noun}s have`)} not been sent yet.`;
  const yes = count === 0 ? CLOSE : 'Close anyway';
  return (
    <Question title={CLOSE} yes={yes} no="Keep the door open" loses onConfirm={() => void door.close(CLOSED)} onClose={close}>
      <p>{words}</p>
    </Question>
  );
}
