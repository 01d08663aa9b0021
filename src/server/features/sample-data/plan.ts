import type { FieldType } from '#contract/rules/public-fields.ts';

/** An event of the demo; `inDays` counts from today and is negative for past events. */
export interface DemoEvent {
  readonly title: string;
  readonly inDays: number;
  readonly hour: number;
  readonly isOnForm: boolean;
  readonly isBrunch?: boolean;
  /** Its share of sign-ups, relative to the other events of the series. */
  readonly weight: number;
}

export interface DemoField {
  readonly label: string;
  readonly type: FieldType;
  readonly isRequired?: boolean;
  readonly options?: readonly string[];
  /** What people answer; absent: something that fits the type. */
  readonly samples?: readonly string[];
  readonly showOnSlack?: boolean;
  /** The title of the event with this menu. */
  readonly brunchEvent?: string;
}

export interface DemoSeries {
  readonly title: string;
  readonly signUps: number;
  readonly events: readonly DemoEvent[];
  readonly fields: readonly DemoField[];
}

export const DIETARY: DemoField = { label: 'Dietary requirements', type: 'input', showOnSlack: true };
const PHOTO: DemoField = { label: 'I agree to photos being taken', type: 'checkbox' };

export const DEMO_SERIES: readonly DemoSeries[] = [
  {
    title: 'Leadership Breakfasts 2026',
    signUps: 1_100,
    events: [
      { title: 'Leading through change', inDays: 12, hour: 8, isOnForm: true, weight: 5 },
      { title: 'Networking brunch', inDays: 26, hour: 10, isOnForm: true, isBrunch: true, weight: 4 },
      { title: 'Coaching for results', inDays: 54, hour: 8, isOnForm: true, weight: 3 },
      { title: 'The honest appraisal', inDays: -40, hour: 8, isOnForm: false, weight: 4 },
      { title: 'Difficult conversations', inDays: -130, hour: 8, isOnForm: false, weight: 5 },
    ],
    fields: [
      DIETARY,
      { label: 'How did you hear about us?', type: 'select', options: ['A colleague', 'Newsletter', 'Search engine', 'LinkedIn'] },
      { label: 'What would you like to discuss?', type: 'textarea' },
      {
        label: 'Brunch menu',
        type: 'select',
        isRequired: true,
        options: ['Full English', 'Vegetarian', 'Vegan'],
        showOnSlack: true,
        brunchEvent: 'Networking brunch',
      },
      PHOTO,
      { label: 'We keep your details for one year. See https://example.com/privacy for how we use them.', type: 'disclaimer' },
    ],
  },
  {
    title: 'Safety at Work',
    signUps: 600,
    events: [
      { title: 'First aid, day 1', inDays: 5, hour: 9, isOnForm: true, weight: 5 },
      { title: 'First aid, day 2', inDays: 6, hour: 9, isOnForm: true, weight: 4 },
      { title: 'Fire wardens', inDays: -3, hour: 13, isOnForm: true, weight: 2 },
      { title: 'Manual handling', inDays: -75, hour: 9, isOnForm: false, weight: 3 },
    ],
    fields: [{ label: 'Staff number', type: 'input', isRequired: true }, DIETARY],
  },
  {
    title: 'Data Skills Online',
    signUps: 200,
    events: [
      { title: 'Spreadsheets without tears', inDays: 33, hour: 14, isOnForm: true, weight: 3 },
      { title: 'Charts people read', inDays: 61, hour: 14, isOnForm: true, weight: 2 },
      { title: 'A first look at SQL', inDays: -20, hour: 14, isOnForm: false, weight: 3 },
    ],
    fields: [{ label: 'Experience', type: 'select', isRequired: true, options: ['New to it', 'Some', 'A lot'] }],
  },
];

export interface DemoForm {
  readonly title: string;
  readonly signUps: number;
  readonly hasDownload: boolean;
  readonly fields: readonly DemoField[];
}

export const DEMO_FORMS: readonly DemoForm[] = [
  {
    title: 'Course brochure',
    signUps: 70,
    hasDownload: true,
    fields: [{ label: 'Topics of interest', type: 'select', options: ['Leadership', 'Safety', 'Data'] }],
  },
  { title: 'Newsletter', signUps: 30, hasDownload: false, fields: [] },
];

export const DEMO_FEEDBACK = {
  title: 'Course pages',
  comments: [
    'Clear and quick.',
    'I could not find the dates at first.',
    'Booked within a minute. The map helped a lot too, thank you.',
    null,
  ],
};
