import { api } from './api.ts';
import { calendarCalls } from './events/calendar.ts';
import { copyCalls } from './forms/copy.ts';
import { previewCalls } from './forms/preview.ts';
import { pictureCalls } from './pictures.ts';
import { announcementCalls } from './registrations/announcement-calls.ts';
import { registrationCalls } from './registrations/registration-calls.ts';
import { waitingListCalls } from './registrations/waiting-list-calls.ts';
import { serverStateCalls } from './server-state.ts';

/** All calls of the API; those that are not in `api` are loaded with the few screens that make them. */
export const allCalls = {
  ...api,
  ...calendarCalls,
  ...copyCalls,
  ...pictureCalls,
  ...previewCalls,
  ...registrationCalls,
  ...serverStateCalls,
  ...announcementCalls,
  ...waitingListCalls,
} as const;
