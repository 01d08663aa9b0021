import { formatCount } from './counts.ts';

/** The texts about attendance for staff: while an event is on, and once it is over. */
export const ATTENDED = { here: 'Here', came: 'Came' } as const;

const FILTERS = {
  today: 'Today',
  duplicates: 'Duplicates',
  same_person: 'Same address and name',
  failed: 'Failed steps',
  marketing: 'Marketing yes',
  no_marketing: 'Marketing no',
  attended: ATTENDED.here,
  not_attended: 'Not here yet',
} as const;

/** What a filter of attendees is called, for an event that is on or over. */
export const filterLabel = (filter: keyof typeof FILTERS, isOver = false): string =>
  ({ ...FILTERS, ...(isOver ? { attended: ATTENDED.came, not_attended: 'No-shows' } : {}) })[filter];

export const NO_SHOW = 'No-show';

/** As per cent with two decimals: `92.77%`. */
export const attendanceRate = (came: number, confirmed: number): string =>
  confirmed === 0 ? '–' : `${((100 * came) / confirmed).toFixed(2)}%`;

/** What the number of people who are here, or came, is out of: `of 249 here`, `of 249 came (92.77%)`. */
export const ofConfirmed = (attended: number, confirmed: number, isOver: boolean): string =>
  `of ${formatCount(confirmed)} ${isOver ? `came (${attendanceRate(attended, confirmed)})` : 'here'}`;

export const DOOR = 'Door';
export const DOOR_LINKS = 'Door links';
