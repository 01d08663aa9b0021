import { z } from 'zod';
import { schemaProblems } from '#admin/forms/problems.ts';
import { newSubmissionSchema } from '#contract/submission.ts';

export const newAttendeeDraft = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  job_title: z.string(),
  organisation: z.string(),
  message: z.string(),
  accepts_marketing: z.boolean(),
});

export type NewAttendee = z.infer<typeof newAttendeeDraft>;

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

/** The first error of each invalid field, in the order of the fields, with the server's messages. */
export const attendeeErrors = (attendee: NewAttendee): Record<string, string> => schemaProblems(newSubmissionSchema, attendee);
