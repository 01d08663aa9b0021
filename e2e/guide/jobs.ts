import { afterTheEvent } from './jobs/after-the-event.ts';
import { calendar } from './jobs/calendar.ts';
import { changes } from './jobs/changes.ts';
import { door } from './jobs/door.ts';
import { embed } from './jobs/embed.ts';
import { firstSeries } from './jobs/first-series.ts';
import { form } from './jobs/form.ts';
import { importFile } from './jobs/import.ts';
import { limitedEvents } from './jobs/limited-events.ts';
import { mails } from './jobs/mails.ts';
import { needsAttention } from './jobs/needs-attention.ts';
import { otherTools } from './jobs/other-tools.ts';
import { personalData } from './jobs/personal-data.ts';
import { publicPage } from './jobs/public-page.ts';
import { reminders } from './jobs/reminders.ts';
import { selfService } from './jobs/self-service.ts';
import { statistics } from './jobs/statistics.ts';
import { writeToAttendees } from './jobs/write-to-attendees.ts';
import type { Steps } from './tour.ts';

/** The steps of each page of docs/guide/, by the name of its file. */
export const JOBS: Readonly<Record<string, Steps>> = {
  'first-series': firstSeries,
  form,
  'public-page': publicPage,
  'limited-events': limitedEvents,
  embed,
  import: importFile,
  'other-tools': otherTools,
  mails,
  'self-service': selfService,
  changes,
  calendar,
  door,
  'after-the-event': afterTheEvent,
  reminders,
  'write-to-attendees': writeToAttendees,
  'personal-data': personalData,
  statistics,
  'needs-attention': needsAttention,
};
