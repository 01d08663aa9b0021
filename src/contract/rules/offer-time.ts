/** An offer ends this long before the event. */
export const OFFER_ENDS_BEFORE_HOURS = 2;
/** Whoever would have less time than this to accept an offer is given the place at once. */
export const OFFER_MIN_HOURS = 1;
