import type { RegistrationStatus } from '../registrations/places.ts';

export const STEPS_TAKEN = { title: 'Nothing was left to do', text: 'A colleague or the server got there first.' } as const;

/** Why a step did nothing, since what it would have said no longer holds. */
export const notSent = (why: string): string => `Not sent: ${why}`;
export const EVENT_IS_CANCELLED = 'the event is cancelled';
export const EVENT_DELETED = 'the event was deleted';
export const REGISTRATION_DELETED = 'the registration was deleted';
export const EVENT_WAS_CANCELLED = 'the event was cancelled';
export const ADDRESS_HAS_IT = 'this address has already received it';
export const MAILING_STOPPED = 'the mailing was stopped';
export const MAY_HAVE_ARRIVED = "The mail server's answer was lost, or our server stopped at that moment. It may have arrived.";
/** Whether a step is an email that may or may not have arrived. */
export const mayHaveArrived = ({ message }: { readonly message: string }): boolean => message === MAY_HAVE_ARRIVED;
export const LATER_MAIL = 'a later email says the same';
export const STATUS_NOW: Readonly<Record<RegistrationStatus, string>> = {
  confirmed: 'the person has a place now',
  waiting: 'the person is on the waiting list again',
  offered: 'the person was offered a place',
  cancelled: 'the registration was cancelled',
};
export const NO_OFFER = {
  withdrawn: 'the offer was withdrawn',
  begun: 'the event has started',
  'too-late': 'too little time was left to accept it, so the place was given straight away',
} as const;
