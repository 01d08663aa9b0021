import type { AttendeeListParams } from '#admin/reads/attendee-list-params.ts';

export type OtherList = NonNullable<AttendeeListParams['registration']>;

/** What an empty list says. */
export const NOBODY: Readonly<Record<OtherList, { readonly title: string; readonly text: string }>> = {
  waiting: { title: 'Nobody is waiting', text: 'When the event is full, people can join the list on the form.' },
  offered: { title: 'No open offers', text: 'People who are offered a place are listed here until they accept it.' },
  cancelled: { title: 'Nobody has cancelled', text: 'People who give up a place are listed here, and can get it back.' },
};
