import { z } from 'zod';
import { schemaProblems } from '#admin/forms/problems.ts';
import { newSubmissionSchema } from '#contract/submission.ts';

export const newAttendeeDraft = z.object({
  first_name: z.string().default(''),
  last_name: z.string().default(''),
  email: z.string().default(''),
  job_title: z.string().default(''),
  organisation: z.string().default(''),
  message: z.string().default(''),
  accepts_marketing: z.boolean().default(false),
});

export type NewAttendee = z.infer<typeof newAttendeeDraft>;

export const NEW_ATTENDEE = newAttendeeDraft.parse({});

export const attendeeDraftName = (eventId: string): string => `attendee:${eventId}`;

/** The first error of each invalid field, in the order of the fields, with the server's messages. */
export const attendeeErrors = (attendee: NewAttendee): Record<string, string> => schemaProblems(newSubmissionSchema, attendee);
