import type { AttendeeColumn } from './attendee-edits.ts';

export const EDITABLE_COLUMNS = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'organisation', label: 'Organisation' },
  { name: 'job_title', label: 'Job title' },
  { name: 'email', label: 'Email' },
] as const satisfies readonly { readonly name: AttendeeColumn; readonly label: string }[];

/** The last column, a checkbox. */
export const MARKETING_COLUMN = { name: 'accepts_marketing', label: 'Marketing' } as const;
