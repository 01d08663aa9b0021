import { z } from 'zod';
import { schemaProblems } from '#admin/forms/problems.ts';
import type { FormField } from '#contract/form-field.ts';
import { type EventWithPlaces, placesHeld } from '#contract/registrations/places-held.ts';
import { staffAnswer } from '#contract/rules/staff-answer.ts';
import { newSubmissionSchema } from '#contract/submission.ts';
import { answerProblems } from '../edit/attendee-edits.ts';

export const newAttendeeDraft = z.object({
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  email: z.string().default(''),
  job_title: z.string().default(''),
  organisation: z.string().default(''),
  message: z.string().default(''),
  accepts_marketing: z.boolean().default(false),
  /** Whether they are put on the waiting list of a full event. */
  waits: z.boolean().default(false),
  /** The answers to the form's own fields by key, which may contain dots. */
  answers: z.record(z.string(), z.union([z.string(), z.boolean()])).default({}),
});

export type NewAttendee = z.infer<typeof newAttendeeDraft>;

export type AttendeeBody = Omit<NewAttendee, 'answers' | 'waits'> & Readonly<Record<string, unknown>>;

export const NEW_ATTENDEE = newAttendeeDraft.parse({});

export const attendeeDraftName = (eventId: string): string => `attendee:${eventId}`;

export const isTyped = (attendee: NewAttendee): boolean => JSON.stringify(attendee) !== JSON.stringify(NEW_ATTENDEE);

/** How many places of a limited event are taken, once none is free; undefined before. */
export function takenWhenFull(event: EventWithPlaces): number | undefined {
  const taken = placesHeld(event);
  return event.close_when_full && event.maximum_participants !== null && taken >= event.maximum_participants ? taken : undefined;
}

/** Whether somebody may choose the waiting list. */
export const canWait = (event: EventWithPlaces): boolean => event.waiting_list !== 'off' && takenWhenFull(event) !== undefined;

/** What is sent: the answers to the fields that are asked beside the details of the person. */
export const attendeeBody = (
  { answers, waits, ...person }: NewAttendee,
  asked: readonly FormField[],
  event: EventWithPlaces,
): AttendeeBody => ({
  ...Object.fromEntries(asked.map((field) => [field.name, staffAnswer(field, answers[field.name]) ?? null])),
  ...person,
  ...(waits && canWait(event) ? { _registration: 'waiting' } : {}),
});

/** The first error of each invalid field, in the order of the fields, with the server's messages. */
export const attendeeErrors = ({ answers, ...person }: NewAttendee, asked: readonly FormField[]): Record<string, string> => ({
  ...schemaProblems(newSubmissionSchema, person),
  ...answerProblems(answers, asked),
});
