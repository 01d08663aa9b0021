import { z } from 'zod';
import { newSubmissionSchema } from '#contract/submission.ts';

/** What is typed about an attendee whom staff add by hand. */
export interface NewAttendee {
  first_name: string;
  last_name: string;
  email: string;
  job_title: string;
  organisation: string;
  message: string;
  accepts_marketing: boolean;
}

/** What was typed, right or wrong, as it is put aside when a session ends. */
export const newAttendeeDraft: z.ZodType<NewAttendee> = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  job_title: z.string(),
  organisation: z.string(),
  message: z.string(),
  accepts_marketing: z.boolean(),
});

/** Name of the draft of who is added to an event. */
export const attendeeDraftName = (eventId: string): string => `attendee:${eventId}`;

export const NEW_ATTENDEE: NewAttendee = {
  first_name: '',
  last_name: '',
  email: '',
  job_title: '',
  organisation: '',
  message: '',
  accepts_marketing: false,
};

/**
 * The server's own message for each field at fault, in the order of the fields: names and a valid address are required, the
 * rest is not (decision 38).
 */
export function attendeeErrors(attendee: NewAttendee): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of newSubmissionSchema.safeParse(attendee).error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}
