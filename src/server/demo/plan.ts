import type { Insertable } from 'kysely';
import type { WaitingListMode } from '#contract/registrations/places.ts';
import type { FieldType } from '#contract/rules/field-types.ts';
import type { EventsTable, FormsTable } from '#server/db/tables.ts';

// The planned rows of the demo. Days are counted from today, and negative in the past.

const PEOPLE = {
  firstNames:
    'Amara, Ben, Carmen, Dagny, Elif, Farid, Grace, Hamish, Ines, Jonas, Kofi, Lena, Maria, Noor, Olu, Priya, Quentin, Rosa, Sven, Tomasz, Uma, Viktor, Wren, Xenia, Yusuf, Zoe',
  lastNames:
    'Abara, Brandt, Carlsson, Doyle, Eriksen, Fontaine, García, Hughes, Ito, Jansen, Kaur, Lindqvist, Murphy, Nowak, O’Neill, Petrova, Quist, Rossi, Silva, Tanaka, Underwood, Vega, Whitfield, Xu, Young, Zimmer',
  jobTitles: 'Head of Learning, Engineer, HR Business Partner, Product Manager, Team Lead, Trainer, Consultant, Operations Manager',
  organisations:
    'Northwind Logistics, Harbour & Sons, Fenland Energy, Oakridge Council, Brightwater Clinic, Kestrel Software, Marlow Foods, Tideway Housing, University of Ashby',
};

export interface DemoField {
  readonly label: string;
  readonly type: FieldType;
  readonly isRequired?: boolean;
  readonly options?: readonly string[];
  /** What people answer, unless they choose among options. */
  readonly samples?: readonly (string | boolean)[];
  readonly showOnSlack?: boolean;
  /** The title of the event with this menu. */
  readonly brunchEvent?: string;
}

const DISHES = ['Vegetarian', 'No nuts', 'Halal', 'Gluten-free'];
const DIETARY: DemoField = { label: 'Dietary requirements', type: 'input', samples: DISHES, showOnSlack: true };

export interface DemoEvent {
  readonly title: string;
  /** When it is: in how many days, at what hour, and for how many hours. */
  readonly at: readonly [inDays: number, hour: number, hours?: number];
  /** Its share of the sign-ups of its series. */
  readonly weight?: number;
  readonly settings?: Partial<Insertable<EventsTable>>;
  /** Of a limited event: how many have a place, and how many wait for one. It has no other sign-ups. */
  readonly people?: readonly [confirmed: number, waiting: number];
}

/** A series, or a marketing form, which has no events. */
export interface DemoForm {
  readonly title: string;
  /** Besides those of limited events. */
  readonly signUps: number;
  readonly settings?: Partial<Insertable<FormsTable>>;
  readonly events: readonly DemoEvent[];
  readonly fields: readonly DemoField[];
}

const MILL = { venue: 'Old Mill, River Room', venue_address: '14 Weir Lane\nAshby' };
const limited = (maximum_participants: number, waiting_list: WaitingListMode) =>
  ({ ...MILL, closes_when_full: true, target_participants: null, maximum_participants, waiting_list, offer_hours: 24 }) as const;

const SERIES: readonly DemoForm[] = [
  {
    title: 'Leadership Breakfasts 2026',
    signUps: 1_100,
    events: [
      { title: 'Leading through change', at: [12, 8], weight: 5 },
      { title: 'Networking brunch', at: [26, 10], weight: 4, settings: { is_brunch: true } },
      { title: 'Coaching for results', at: [54, 8], weight: 3 },
      { title: 'The honest appraisal', at: [-40, 8], weight: 4 },
      { title: 'Difficult conversations', at: [-130, 8], weight: 5 },
    ],
    fields: [
      DIETARY,
      { label: 'How did you hear about us?', type: 'select', options: ['A colleague', 'Newsletter', 'Search engine', 'LinkedIn'] },
      { label: 'What would you like to discuss?', type: 'textarea', samples: ['How others handle this in small teams.'] },
      {
        label: 'Brunch menu',
        type: 'select',
        isRequired: true,
        options: ['Full English', 'Vegetarian', 'Vegan'],
        showOnSlack: true,
        brunchEvent: 'Networking brunch',
      },
      { label: 'I agree to photos being taken', type: 'checkbox', samples: [true, true, true, false, false] },
      { label: 'We keep your details for one year. See https://example.com/privacy for how we use them.', type: 'disclaimer' },
    ],
  },
  {
    title: 'Safety at Work',
    signUps: 600,
    events: [
      { title: 'First aid, day 1', at: [5, 9], weight: 5 },
      { title: 'First aid, day 2', at: [6, 9], weight: 4 },
      { title: 'Fire wardens', at: [-3, 13], weight: 2 },
      { title: 'Manual handling', at: [-75, 9], weight: 3 },
    ],
    fields: [{ label: 'Staff number', type: 'input', isRequired: true, samples: ['A-1042', 'A-2208', 'B-0317', 'C-4410'] }, DIETARY],
  },
  {
    title: 'Data Skills Online',
    signUps: 200,
    events: [
      { title: 'Spreadsheets without tears', at: [33, 14], weight: 3 },
      { title: 'Charts people read', at: [61, 14], weight: 2 },
      { title: 'A first look at SQL', at: [-20, 14], weight: 3 },
    ],
    fields: [{ label: 'Experience', type: 'select', isRequired: true, options: ['New to it', 'Some', 'A lot'] }],
  },
  {
    title: 'Speaking Workshops',
    signUps: 0,
    settings: {
      success_text: 'A week before your workshop we send you two questions about what you would like to practise.',
      calendar_entries: true,
      self_service: true,
    },
    events: [
      { title: 'Speaking without notes', at: [17, 9, 7], settings: limited(12, 'offer'), people: [12, 4] },
      {
        title: 'Slides that help',
        at: [31, 9, 4],
        settings: { ...limited(16, 'direct'), join_url: 'https://meet.example.com/slides-that-help' },
        people: [9, 0],
      },
      { title: 'Answering hard questions', at: [45, 13, 3], settings: limited(8, 'manual'), people: [7, 2] },
      { title: 'Telling a story', at: [-18, 9, 7], settings: limited(12, 'off'), people: [11, 0] },
    ],
    fields: [
      {
        label: 'What would you like to practise?',
        type: 'textarea',
        samples: ['Starting a talk', 'Keeping to my time', 'Answering questions from the board', 'Speaking without reading my notes aloud'],
      },
      DIETARY,
    ],
  },
];

const TOPICS: DemoField = { label: 'Topics of interest', type: 'select', options: ['Leadership', 'Safety', 'Data'] };

const FORMS: readonly DemoForm[] = [
  { title: 'Course brochure', signUps: 70, settings: { has_downloadable_content: true }, events: [], fields: [TOPICS] },
  { title: 'Newsletter', signUps: 30, events: [], fields: [] },
];

const FEEDBACK = {
  title: 'Course pages',
  entries: [
    { rating: 4, comment: 'Clear and quick.' },
    { rating: 2, comment: 'I could not find the dates at first.' },
    { rating: 5, comment: 'Booked within a minute. The map helped a lot too, thank you.' },
    { rating: 3, comment: null },
  ],
};

export const DEMO = { team: 'The training team', people: PEOPLE, series: SERIES, forms: FORMS, feedback: FEEDBACK };
