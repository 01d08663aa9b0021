import { formatCount } from './counts.ts';

/** What staff read of attendance: while an event is on, and once it is over. */
export const ATTENDED = { here: 'Here', came: 'Came' } as const;
export const NOT_ATTENDED = { here: 'Not here yet', came: 'No-shows' } as const;
export const NO_SHOW = 'No-show';
export const WALK_IN = 'Walk-in';

/** As per cent with two decimals: `92.77%`. */
export const attendanceRate = (came: number, confirmed: number): string =>
  confirmed === 0 ? '–' : `${((100 * came) / confirmed).toFixed(2)}%`;

/** What the number of people who are here, or came, is out of: `of 249 here`, `of 249 came (92.77%)`. */
export const ofConfirmed = (attended: number, confirmed: number, isOver: boolean): string =>
  `of ${formatCount(confirmed)} ${isOver ? `came (${attendanceRate(attended, confirmed)})` : 'here'}`;

export const MARK_AS_HERE = 'Mark as here';
export const MARK_AS_NOT_HERE = 'Mark as not here';
export const wereMarked = (count: number, isHere: boolean): string =>
  `${formatCount(count)} ${count === 1 ? 'person is' : 'people are'} marked as ${isHere ? 'here' : 'not here'}.`;

export const DOOR = 'Door';
export const DOOR_LINKS = 'Door links';
