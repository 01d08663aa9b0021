/** In a list with more attendees than this, only the newest are sorted, filtered and searched; the whole list can only be read in order of time. */
export const LOOKED_THROUGH_MAX = 10_000;
/** In an event or form with more attendees than this, only the answers of the newest are counted. */
export const ANSWERS_COUNTED_MAX = 50_000;
/** In a series with more repeated addresses, only this many are counted for its page. */
export const REPEATED_COUNTED_MAX = 20_000;
/** For an event with more registrations than this, the delete dialog does not count those that are also in other events. */
export const LOSSES_COUNTED_MAX = 50_000;
/** The most submissions that a search of a large list reads through the index of words, besides the newest. */
export const FOUND_BY_WORDS_MAX = 4_000;

interface SearchedList {
  readonly search: string;
  /** How many are in the list, and how many of them were found. */
  readonly total: number;
  readonly matches: number;
}

/** Whether a search may have missed some in a large list, since too many contain these words. */
export const mayMatchMore = ({ search, total, matches }: SearchedList): boolean =>
  search.trim() !== '' && total > LOOKED_THROUGH_MAX && matches >= FOUND_BY_WORDS_MAX;
