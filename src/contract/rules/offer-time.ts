const HOUR_MS = 3_600_000;

/** An offer ends this long before the event. */
export const OFFER_ENDS_BEFORE_HOURS = 2;
/** Whoever would have less time than this to accept an offer is given the place at once. */
export const OFFER_MIN_HOURS = 1;

/** Whether an event begins too soon for an offer. */
export const isTooLateForOffer = ({ date }: { readonly date: string | null }, now: Date): boolean =>
  date !== null && Date.parse(date) - now.getTime() <= (OFFER_ENDS_BEFORE_HOURS + OFFER_MIN_HOURS) * HOUR_MS;
