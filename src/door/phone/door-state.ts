import type { Door as Opened, DoorPeople } from '#contract/door.ts';
import type { Shown } from './people.ts';
import type { Bar, RefusedEntry, Unsent } from './taps.ts';

export interface DoorState {
  /** What is shown instead of the list, such as that the link has ended. */
  readonly message: string | undefined;
  readonly opened: Opened | undefined;
  /** Undefined until the list was read. */
  readonly people: readonly Shown[] | undefined;
  readonly places: DoorPeople['places'];
  readonly readAt: string | undefined;
  readonly isOnline: boolean;
  /** How many entries are waiting to be sent. */
  readonly waiting: number;
  readonly unsent: Unsent;
  readonly canKeep: boolean;
  readonly refused: readonly RefusedEntry[];
  readonly bar: Bar | undefined;
  /** Whether people may be checked in on this day. */
  readonly isDayConfirmed: boolean;
}

export const INITIAL_STATE: DoorState = {
  message: undefined,
  opened: undefined,
  people: undefined,
  places: null,
  readAt: undefined,
  isOnline: true,
  waiting: 0,
  unsent: { count: 0, noun: 'check-in' },
  canKeep: true,
  refused: [],
  bar: undefined,
  isDayConfirmed: false,
};
