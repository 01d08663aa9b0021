import type { ComponentType, ReactNode } from 'react';
import { counted } from '#contract/texts/counts.ts';
import { countOf } from './head.tsx';
import type { DoorState } from './phone/door-state.ts';
import type { Door } from './phone/door.ts';
import type { Shown } from './phone/people.ts';
import { newTap, newWalkIn } from './phone/taps.ts';
import { dayOf } from './phone/times.ts';
import type { ScanProps } from './scan/scan-page.tsx';
import { type Answers, PersonSheet, Question } from './sheets.tsx';
import { WalkIn } from './walk-in.tsx';

const CLOSE = 'Close this door';
const CLOSED = 'This door is closed on this phone.';

/** What lies over the list. */
export type Lying =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'walk in'; readonly name: string }
  /** `act`: what was to be done when it was asked. */
  | { readonly kind: 'day'; readonly act: () => void }
  | { readonly kind: 'scan'; readonly Page: ComponentType<ScanProps> }
  | { readonly kind: 'close' };

interface OverProps {
  readonly lying: Lying;
  readonly door: Door;
  readonly state: DoorState;
  readonly onLetIn: (person: Shown) => void;
  readonly onClose: () => void;
  /** The camera can't be used: what to say. */
  readonly onCameraLost: (words: string) => void;
}

/** The sheet, question or form over the list. */
export function Over({ lying, door, state, onLetIn, onClose, onCameraLost }: OverProps): ReactNode {
  const closing = (act: () => unknown) => (): void => {
    onClose();
    act();
  };
  switch (lying.kind) {
    case 'person': {
      const person = state.people?.find(({ id }) => id === lying.id);
      if (person === undefined) return null;
      const onNotHere = closing(async () => door.add(newTap(person, { here: false })));
      return <PersonSheet person={person} state={state} onLetIn={() => onLetIn(person)} onNotHere={onNotHere} onClose={onClose} />;
    }
    case 'walk in':
      return (
        <WalkIn typed={lying.name} state={state} onAdd={(given) => closing(async () => door.add(newWalkIn(given)))()} onClose={onClose} />
      );
    case 'day': {
      const onConfirm = closing(() => {
        door.confirmDay();
        lying.act();
      });
      return (
        <Question title="Check people in today anyway?" yes="Check in" no="Cancel" onConfirm={onConfirm} onClose={onClose}>
          <p>{state.opened && dayOf(state.opened)}</p>
        </Question>
      );
    }
    case 'scan':
      return <lying.Page door={door} count={countOf(state).words} onClose={onClose} onLost={onCameraLost} />;
    case 'close':
      return <CloseQuestion unsent={state.unsent} onConfirm={() => void door.close(CLOSED)} onClose={onClose} />;
  }
}

/** Asked before the list is deleted from the phone. */
function CloseQuestion({ unsent: { count, noun }, ...answers }: Pick<DoorState, 'unsent'> & Answers) {
  const words =
    count === 0
      ? 'The list is deleted from this phone. The link opens the door again.'
      : `${counted(count, `${noun} has`, `${noun}s have`)} not been sent yet.`;
  return (
    <Question title={CLOSE} yes={count === 0 ? CLOSE : 'Close anyway'} no="Keep the door open" loses {...answers}>
      <p>{words}</p>
    </Question>
  );
}
