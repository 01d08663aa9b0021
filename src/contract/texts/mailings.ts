/** What staff read about mailings. */
export const MARKETING_ALONE = 'The people of a form have no event, so only news and offers can be sent to them.';
export const CHOOSE_EVENTS = 'Choose the events whose people should get it.';
export const UNKNOWN_EVENT = 'One of these events is not in this series.';
export const CANCELLED_ALONE = 'A cancelled event can only be chosen alone, for an email about that event.';
export const NO_PLACES = 'None of these people has a place: %EVENTS% stays empty.';
export const TOO_MANY_PEOPLE = 'At most 100,000 people at once. Please narrow it down.';
export const TESTS_LIMIT = 'At most 10 test emails a minute. Please wait a moment.';
export const sentTo = (address: string): string => `Sent to ${address}.`;
export const noOwnPages = (kind: 'series' | 'marketing'): string =>
  `This ${kind === 'series' ? 'series' : 'form'} has no self-service page: %LINK% stays empty.`;
