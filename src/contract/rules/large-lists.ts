/** Of a list with more attendees, the newest of these are sorted, filtered and searched; the whole list is read in the order of time only. */
export const LOOKED_THROUGH_MAX = 20_000;
