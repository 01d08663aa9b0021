import type { RegistrationStatus, WaitingListMode } from '#contract/registrations/places.ts';
import type { ChangeActor, ChangeDetails, ChangeKind } from '#contract/registrations/registration-changes.ts';
import { type DemoField, DIETARY } from './plan.ts';

export interface DemoChange {
  readonly kind: ChangeKind;
  readonly actor: ChangeActor;
  readonly hoursAgo: number;
  readonly details?: ChangeDetails;
}

export interface DemoStory {
  readonly status: RegistrationStatus;
  /** Whether it found the event full, and joined the waiting list. */
  readonly hasWaited: boolean;
  readonly changes: readonly DemoChange[];
}

/** An offer lasts a day: one that was made 27 hours ago has ended, and the next was made then. */
export const OFFER_HOURS = 24;
const OFFERED = { kind: 'offered', actor: 'automatic' } as const;

/** What becomes of registrations. */
export type DemoStoryName = 'place' | 'gaveUp' | 'removed' | 'accepted' | 'missed' | 'offered' | 'waits';

export const STORIES: Readonly<Record<DemoStoryName, DemoStory>> = {
  place: { status: 'confirmed', hasWaited: false, changes: [] },
  gaveUp: {
    status: 'cancelled',
    hasWaited: false,
    changes: [{ kind: 'cancelled', actor: 'visitor', hoursAgo: 76, details: { reason: 'visitor' } }],
  },
  removed: {
    status: 'cancelled',
    hasWaited: false,
    changes: [
      { kind: 'cancelled', actor: 'staff', hoursAgo: 27, details: { reason: 'staff', tell: true, note: 'As you asked us on the phone.' } },
    ],
  },
  accepted: {
    status: 'confirmed',
    hasWaited: true,
    changes: [
      { ...OFFERED, hoursAgo: 76 },
      { kind: 'accepted', actor: 'visitor', hoursAgo: 71 },
    ],
  },
  missed: {
    status: 'cancelled',
    hasWaited: true,
    changes: [
      { ...OFFERED, hoursAgo: 27 },
      { kind: 'expired', actor: 'automatic', hoursAgo: 3, details: { reason: 'expired' } },
    ],
  },
  offered: { status: 'offered', hasWaited: true, changes: [{ ...OFFERED, hoursAgo: 3 }] },
  waits: { status: 'waiting', hasWaited: true, changes: [] },
};

/** A limited event of the demo; `inDays` counts from today. */
export interface DemoWorkshop {
  readonly title: string;
  readonly inDays: number;
  readonly hour: number;
  readonly hours: number;
  readonly venue: string;
  readonly address: string;
  readonly joinUrl?: string;
  /** Where and when it was to be, until an edit of which nobody was told. */
  readonly movedFrom?: { readonly daysEarlier: number; readonly venue: string; readonly hoursAgo: number };
  readonly maximum: number;
  readonly waitingList: WaitingListMode;
  /** What became of its sign-ups, in their order. */
  readonly signUps: readonly (readonly [DemoStoryName, number])[];
}

const MILL = { venue: 'Old Mill, River Room', address: '14 Weir Lane\nAshby' };

export interface DemoWorkshops {
  readonly title: string;
  readonly successText: string;
  readonly fields: readonly DemoField[];
  readonly events: readonly DemoWorkshop[];
}

/** Has 50 sign-ups. */
export const WORKSHOPS: DemoWorkshops = {
  title: 'Speaking Workshops',
  successText: 'A week before your workshop we send you two questions about what you would like to practise.',
  fields: [
    {
      label: 'What would you like to practise?',
      type: 'textarea',
      samples: ['Starting a talk', 'Keeping to my time', 'Answering questions from the board', 'Speaking without reading my notes aloud'],
    },
    { ...DIETARY, samples: ['Vegetarian', 'No nuts', 'Halal', 'Gluten-free'] },
  ],
  events: [
    {
      ...MILL,
      title: 'Speaking without notes',
      inDays: 17,
      hour: 9,
      hours: 7,
      maximum: 12,
      waitingList: 'offer',
      signUps: [
        ['place', 6],
        ['gaveUp', 1],
        ['place', 3],
        ['removed', 1],
        ['place', 1],
        ['accepted', 1],
        ['missed', 1],
        ['offered', 1],
        ['waits', 4],
      ],
    },
    {
      ...MILL,
      title: 'Slides that help',
      inDays: 31,
      hour: 9,
      hours: 4,
      joinUrl: 'https://meet.example.com/slides-that-help',
      movedFrom: { daysEarlier: 7, venue: 'Old Mill, Loft', hoursAgo: 20 },
      maximum: 16,
      waitingList: 'direct',
      signUps: [
        ['place', 5],
        ['gaveUp', 1],
        ['place', 4],
      ],
    },
    {
      ...MILL,
      title: 'Answering hard questions',
      inDays: 45,
      hour: 13,
      hours: 3,
      maximum: 8,
      waitingList: 'manual',
      signUps: [
        ['place', 4],
        ['removed', 1],
        ['place', 3],
        ['waits', 2],
      ],
    },
    {
      ...MILL,
      title: 'Telling a story',
      inDays: -18,
      hour: 9,
      hours: 7,
      maximum: 12,
      waitingList: 'off',
      signUps: [['place', 11]],
    },
  ],
};
