import type { RegistrationStatus } from '../registrations/places.ts';

/** What staff are told about steps that they retry, dismiss or bring back, wherever they do it. */

export type StepActionName = 'retry' | 'dismiss' | 'restore';

export const STEP_ACTION_FAILED: Readonly<Record<StepActionName, string>> = {
  retry: 'Nothing was retried.',
  dismiss: 'Nothing was dismissed.',
  restore: 'Nothing was brought back.',
};
export const STEPS_COME_BACK = 'Any that fail again come back to this list.';
export const STEPS_TAKEN = { title: 'Nothing was left to do', text: 'A colleague or the server got there first.' } as const;
export const ADDRESS_NOT_SENT = 'Nothing was sent.';
export const addressChangedMeanwhile = (address: string): string => `A colleague has since changed this address to ‘${address}’.`;

/** Why a step did nothing, since what it would have said no longer holds. */
export const notSent = (why: string): string => `Not sent: ${why}`;
export const MAIL_NOT_SET_UP = 'mail is not set up';
export const NO_REGISTRATION_STANDS = 'no registration of the address stands';
export const HAS_NO_PLACE = 'has no place';
export const GIVEN_A_PLACE = 'was given a place since, and got a mail about that';
export const EVENT_DELETED = 'the event was deleted since';
export const REGISTRATION_DELETED = 'the registration was deleted since';
export const NOTHING_CHANGED = 'the event is again as the person knows it';
export const LATER_MAIL = 'a later mail says the same';
export const NO_MAIL_ABOUT_THIS = 'there is no mail about this';
export const STANDS_AS: Readonly<Record<RegistrationStatus, string>> = {
  confirmed: 'the person has a place by now',
  waiting: 'the person is on the waiting list again',
  offered: 'the person was offered a place since',
  cancelled: 'the registration was cancelled since',
};
export const NO_OFFER = {
  withdrawn: 'the offer was withdrawn',
  begun: 'the event has begun',
  'too-late': 'too little time was left to accept it, so the place was given at once',
} as const;
