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

/** The server's own message for each field at fault: names and a valid address are required, the rest is not (decision 38). */
export function attendeeErrors(attendee: NewAttendee): Record<string, string> {
  const { error } = newSubmissionSchema.safeParse(attendee);
  // The first message of a field is the one that matters most.
  return Object.fromEntries((error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]));
}
