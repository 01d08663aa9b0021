import { counted, formatCount } from './counts.ts';

const people = (count: number): string => counted(count, 'person', 'people');

/** Announcing that an event was changed, or does not take place. */
export const ANNOUNCE = 'Notify…';
/** Why nobody can be added to a cancelled event, or one cannot be cancelled or reinstated. */
export const REINSTATE_FIRST = 'This event has been cancelled. Reinstate it first.';
/** Asking whether an event is cancelled, or takes place after all. */
export const CANCELLATION = {
  title: (event: string): string => `Cancel ‘${event}’?`,
  about: 'It will take no more sign-ups. Its attendees and their answers are kept, and you can reinstate it.',
  stay: 'Keep event',
  go: 'Cancel event',
  done: (event: string): string => `‘${event}’ is cancelled`,
} as const;
export const REINSTATEMENT = {
  title: (event: string): string => `Reinstate ‘${event}’?`,
  about: 'It will take sign-ups again, and everyone keeps their place or position.',
  stay: 'Not now',
  go: 'Reinstate event',
  done: (event: string): string => `‘${event}’ is going ahead again`,
} as const;

/** The question after an edit; those without a place are people, too. */
export const askToAnnounce = (confirmed: number, others: number): string =>
  confirmed === 0 ? `Notify ${people(others)}?` : `Notify ${counted(confirmed, 'attendee')}?`;

export const announceTo = (count: number): string => `Notify ${people(count)}`;
export const alsoOffered = (count: number): string => `Also ${formatCount(count)} with an offer`;
export const alsoWaiting = (count: number): string => `Also ${formatCount(count)} on the waiting list`;
export const mailOf = (name: string): string => `The email ${name} gets`;
export const announceCancellation = (count: number): string => `Notify ${people(count)} that it is cancelled`;
export const areAnnouncedTo = (count: number): string => `Emailing ${people(count)}.`;

/** After something was deleted, with the number of people who are notified. */
export const wasDeleted = (title: string, told = 0): { title: string; text?: string } => ({
  title: `‘${title}’ was deleted.`,
  ...(told > 0 && { text: areAnnouncedTo(told) }),
});
