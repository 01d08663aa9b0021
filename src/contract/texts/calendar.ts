export const FEED_ABOUT = 'Subscribe to all events, or to one series, in your own calendar.';
export const FEED_IS_READABLE = "Anyone with this address can read your events. You won't see it again.";
export const ALL_SERIES = 'All series';

export const FEEDS_MAX = 10;

export const TOO_MANY_FEEDS = `You have ${FEEDS_MAX} calendar feeds. Remove one to create another.`;

/** After the title of an entry in a feed. */
export const NOT_ON_THE_FORM = '(not on the form)';
/** In it, of an event that is not limited. */
export const signUps = (count: number): string => (count === 1 ? '1 sign-up' : `${count} sign-ups`);
