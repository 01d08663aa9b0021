/** An offer cannot be accepted any more. */
export const OFFER_HAS_ENDED = 'This offer has ended.';
/** Nobody can be offered a place; Edit event says so too. */
export const NO_MAIL_FOR_OFFERS = 'Mail is not set up on this server, so nobody can be told of a place.';
export const EVENT_HAS_BEGUN = 'This event has begun.';

/** Why a call of staff is refused. */
export const HAS_A_PLACE = 'This person has a place by now.';
export const IS_CANCELLED = 'This registration was cancelled. Restore it to give the place back.';
export const IS_NOT_WAITING = 'This person is not waiting.';
export const IS_NOT_CANCELLED = 'This registration is not cancelled.';
