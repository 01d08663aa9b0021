export const ALL_SERIES = 'All series';
export const FEEDS_MAX = 10;
export const TOO_MANY_FEEDS = `You have ${FEEDS_MAX} calendar feeds. Remove one to create another.`;
