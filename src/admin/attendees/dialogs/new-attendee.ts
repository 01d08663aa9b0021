import { z } from 'zod';
import { schemaProblems } from '#admin/records/row-edits.ts';
import { newSubmissionSchema } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { type EventWithPlaces, placesHeld } from '#contract/registrations/places-held.ts';
import { staffAnswer } from '#contract/rules/answers.ts';
import { isTick } from '#contract/rules/field-types.ts';
import { answerProblems, answerValue, attendeeValuesSchema, personSchema } from '../edit/attendee-edits.ts';

/** The values of an attendee, whether they are put on the waiting list of a full event, and are sent the confirmation; no key of an answer begins so. */
export const newAttendeeSchema = attendeeValuesSchema.extend({ _waits: z.boolean(), _confirm: z.boolean() });

export type NewAttendee = Readonly<z.infer<typeof newAttendeeSchema>>;

export type AttendeeBody = z.infer<typeof personSchema> & Readonly<Record<string, unknown>>;

export const newAttendee = (asked: readonly FormField[]): NewAttendee => ({
  // An untouched box is not an answer.
  ...Object.fromEntries(asked.filter((field) => !isTick(field)).map((field) => [field.name, answerValue(field, undefined)])),
  first_name: '',
  last_name: '',
  email: '',
  job_title: '',
  organisation: '',
  message: '',
  accepts_marketing: false,
  _waits: false,
  _confirm: false,
});

export const attendeeDraftName = (eventId: string): string => `attendee:${eventId}`;
export const importDraftName = (eventId: string): string => `import:${eventId}`;

/** How many places of a limited event are taken, once none is free; undefined before that. */
export function takenWhenFull(event: EventWithPlaces): number | undefined {
  const taken = placesHeld(event);
  return event.close_when_full && event.maximum_participants !== null && taken >= event.maximum_participants ? taken : undefined;
}

export const canWait = (event: EventWithPlaces): boolean => event.waiting_list !== 'off' && takenWhenFull(event) !== undefined;

/** What is sent: the person's details and the answers to the fields that apply. */
export const attendeeBody = (attendee: NewAttendee, asked: readonly FormField[], event: EventWithPlaces): AttendeeBody => ({
  ...Object.fromEntries(asked.map((field) => [field.name, staffAnswer(field, attendee[field.name]) ?? null])),
  ...personSchema.parse(attendee),
  ...(attendee._waits && canWait(event) ? { _registration: 'waiting' } : {}),
  ...(attendee._confirm ? { _confirm: true } : {}),
});

/** The first error of each invalid field, in the order of the fields, with the server's messages. */
export const attendeeErrors = (attendee: NewAttendee, asked: readonly FormField[]): Record<string, string> => ({
  ...schemaProblems(newSubmissionSchema, personSchema.parse(attendee)),
  ...answerProblems(attendee, asked),
});
