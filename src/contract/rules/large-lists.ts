/** Of a list with more attendees, the newest of these are sorted, filtered and searched; the whole list is read in the order of time only. */
export const LOOKED_THROUGH_MAX = 10_000;
/** Of an event or form with more attendees, the answers of the newest of these are counted. */
export const ANSWERS_COUNTED_MAX = 50_000;
/** Of a series with more repeated addresses, only this many are counted for its page. */
export const REPEATED_COUNTED_MAX = 20_000;
/** Of an event with more registrations, the delete dialog does not count those that are also in other events. */
export const LOSSES_COUNTED_MAX = 50_000;
/** Submissions that a search of a large list reads at most by the index of words, besides the newest. */
export const FOUND_BY_WORDS_MAX = 4_000;

interface SearchedList {
  readonly search: string;
  /** How many are in the list, and how many of them were found. */
  readonly total: number;
  readonly matches: number;
}

/** Whether a search may have left some of a large list out, since too many have these words. */
export const mayMatchMore = ({ search, total, matches }: SearchedList): boolean =>
  search.trim() !== '' && total > LOOKED_THROUGH_MAX && matches >= FOUND_BY_WORDS_MAX;
