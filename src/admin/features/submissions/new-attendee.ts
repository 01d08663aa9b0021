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
