export const ALL_SERIES = 'All series';
export const FEEDS_MAX = 10;
export const TOO_MANY_FEEDS = `You have ${FEEDS_MAX} calendar feeds. Remove one to create another.`;

/** In it, of an event that is not limited. */
export const signUps = (count: number): string => (count === 1 ? '1 sign-up' : `${count} sign-ups`);
