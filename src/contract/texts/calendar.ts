export const CALENDAR_ENTRIES_NOTE = 'A calendar file in the mails, links on the form.';

export const FEED_ABOUT = 'Subscribe to all events, or to one series, in your own calendar.';
export const FEED_IS_READABLE = 'Whoever has this address can read your events. It is shown only now.';
export const ALL_SERIES = 'All series';

export const FEEDS_MAX = 10;

export const TOO_MANY_FEEDS = `You have ${FEEDS_MAX} calendar feeds. Remove one to create another.`;

/** After the title of an entry in a feed. */
export const NOT_ON_THE_FORM = '(not on the form)';
/** In it, of an event that is not limited. */
export const signUps = (count: number): string => (count === 1 ? '1 sign-up' : `${count} sign-ups`);

/** Stands in every entry: our address for changes is a link of the attendee's own, and calendars are shared. */
export const CHANGES_BY_MAIL = 'Changes: see your confirmation e-mail.';

/** The links that add an event to a calendar, with what each is called for those who hear it alone; `to` is empty for the file. */
export const ADD_TO_CALENDAR = 'Add to calendar';
export const CALENDAR_LINKS = [
  { to: '', label: 'Calendar file', nameFor: (title: string) => `Calendar file for ‘${title}’ (opens in a new tab)` },
  { to: '?to=google', label: 'Google', nameFor: (title: string) => `Add ‘${title}’ to Google Calendar (opens in a new tab)` },
  { to: '?to=outlook', label: 'Outlook', nameFor: (title: string) => `Add ‘${title}’ to Outlook (opens in a new tab)` },
] as const;
