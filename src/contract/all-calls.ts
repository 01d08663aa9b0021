import { attendeeCalls } from './attendees/attendee-calls.ts';
import { importCalls } from './attendees/attendee-import.ts';
import { personCalls } from './attendees/person.ts';
import { searchCalls } from './attendees/search.ts';
import { demoCalls } from './demo.ts';
import { doorCalls } from './door.ts';
import { announcementPreviewCalls } from './events/announcement-preview.ts';
import { calendarCalls } from './events/calendar.ts';
import { eventCalls } from './events/event-calls.ts';
import { feedbackExportCalls } from './feedback-export.ts';
import { feedbackCalls } from './feedback.ts';
import { copyCalls } from './forms/copy.ts';
import { formCalls } from './forms/form-calls.ts';
import { previewCalls } from './forms/preview.ts';
import { seriesMailCalls } from './forms/series-mails.ts';
import { setupCalls } from './forms/setup.ts';
import { liveCalls } from './live.ts';
import { mailingCalls } from './mailings/mailing-calls.ts';
import { overviewCalls } from './overview.ts';
import { pictureCalls } from './pictures.ts';
import { registrationCalls } from './registrations/registration-calls.ts';
import { waitingListCalls } from './registrations/waiting-list-calls.ts';
import { serverStateCalls } from './server-state.ts';
import { sessionCalls } from './session/user.ts';
import { signUpCalls } from './sign-up.ts';
import { statisticsCalls } from './statistics.ts';
import { connectionCalls } from './steps/connections.ts';
import { leadCalls } from './steps/duplicate-leads.ts';
import { sideEffectCalls } from './steps/side-effect-calls.ts';

/** All calls of the API, under `/api`, except the streams (`LIVE_PATH`, `DOOR_LIVE_PATH`). */
export const allCalls = {
  ...sessionCalls,
  ...overviewCalls,
  ...formCalls,
  ...seriesMailCalls,
  ...setupCalls,
  ...copyCalls,
  ...previewCalls,
  ...pictureCalls,
  ...eventCalls,
  ...announcementPreviewCalls,
  ...calendarCalls,
  ...attendeeCalls,
  ...importCalls,
  ...personCalls,
  ...searchCalls,
  ...registrationCalls,
  ...waitingListCalls,
  ...signUpCalls,
  ...statisticsCalls,
  ...feedbackCalls,
  ...feedbackExportCalls,
  ...sideEffectCalls,
  ...connectionCalls,
  ...mailingCalls,
  ...leadCalls,
  ...liveCalls,
  ...serverStateCalls,
  ...doorCalls,
  ...demoCalls,
} as const;
