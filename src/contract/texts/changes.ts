import type { AutomaticMail, MailingKind, MailKind } from '../registrations/mail-kind.ts';
import type { HistoryEntry } from '../registrations/registration-calls.ts';
import type { ChangeKind } from '../registrations/registration-changes.ts';
import type { StepName } from '../steps/steps.ts';

export const CHANGE_TITLES: Readonly<Record<ChangeKind, string>> = {
  joined: 'Joined the waiting list',
  offered: 'Offered a place',
  accepted: 'Accepted the offer',
  declined: 'Declined the offer',
  expired: 'Offer has ended',
  promoted: 'Given a place',
  cancelled: 'Cancelled',
  restored: 'Restored',
  corrected: 'Corrected',
  events_changed: 'Events changed',
  repeated: 'Signed up again',
  updated: 'Updated by another sign-up',
  announced: 'Notified about a change',
  withdrawn: 'Offer withdrawn',
  link: 'Link sent',
  passed_on: 'Passed on to someone else',
  here: 'Here',
  not_here: 'Not here',
};

const AUTOMATIC_TITLES: Readonly<Record<AutomaticMail, string>> = {
  reminder: 'Reminder',
  starting_soon: 'Starting soon',
  thank_you: 'Thank-you',
};

export const MAILING_TITLES: Readonly<Record<MailingKind, string>> = { mailing: 'Mailing', ...AUTOMATIC_TITLES };
export const HISTORY_TITLES: Readonly<Record<HistoryEntry['kind'], string>> = { ...CHANGE_TITLES, ...MAILING_TITLES };

export const MAIL_TITLES: Readonly<Record<MailKind, string>> = {
  ...AUTOMATIC_TITLES,
  waiting: 'On the waiting list',
  offer: 'A place has opened up',
  place: 'You have a place',
  offer_ended: 'Offer has ended',
  cancelled: 'Cancelled',
  updated: 'Registration changed',
  repeated: 'Already registered',
  link: 'Self-service link',
  event_changed: 'Event changed',
  event_cancelled: 'Event cancelled',
  passed_on: 'Place passed on',
};

export const capitalised = (step: StepName): string => (step === 'crm' ? 'CRM' : step.charAt(0).toUpperCase() + step.slice(1));

const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/** `Email: event changed`: a step of a change or mailing, and what it is about, in names of the API. */
export function stepTitle(step: StepName, about: string): string {
  const titles = new Map<string, string>(Object.entries(step === 'email' ? MAIL_TITLES : HISTORY_TITLES));
  if (step === 'mailing') return titles.get(about) ?? about;
  return `${capitalised(step)}: ${inSentence(titles.get(about) ?? about)}`;
}

/** The name of a step in a list: a step of the sign-up itself has its plain name. */
export const titleOfStep = ({ step, about }: { readonly step: StepName; readonly about?: string | undefined }): string =>
  about === undefined ? step : stepTitle(step, about);
