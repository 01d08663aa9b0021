import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { mailboxKey } from '#contract/rules/email.ts';
import { shortened } from '#contract/rules/text.ts';
import { inFileName } from '#server/csv-file.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { EVENT_DETAILS } from '#server/event-fields.ts';
import { mailedFile, visitorEntry, type VisitorEvent } from '#server/events/calendar.ts';
import { entryOfAddress, HAD_ENTRIES, MAY_HAVE_ENTRY, SEQUENCE } from '#server/registrations/changes.ts';
import type { CalendarFile } from '#server/services/mail.ts';
import { senderOf } from '#server/services/sender.ts';
import type { AttendeeMailDeps } from './mails/may-send.ts';
import { nameOf, type SignUpDetails } from './sign-up-details.ts';

/** More would fill a mailbox; the events of a mail beyond these are listed in its text. */
export const FILES_MAX = 10;

type FileDeps = Pick<AttendeeMailDeps, 'db' | 'sender' | 'timeZone'>;

type Attendee = Pick<SignUpDetails, 'id' | 'firstName' | 'lastName' | 'email' | 'settings' | 'hasCalendarEntries'>;

interface EntryEvent extends VisitorEvent {
  readonly status: RegistrationStatus;
  /** Whether it has a date and the address has a confirmed registration for it, in any of its sign-ups. */
  readonly isComing: boolean;
  /** Whether a mail may have brought the entry. */
  readonly mayHaveEntry: boolean;
}

/** An event that has lost its date keeps the one the person was last told. */
async function listRegisteredEvents(db: Db, { id }: Attendee): Promise<EntryEvent[]> {
  const rows = await rowsOf<EntryEvent & { readonly knownStart: Date }>(db)`
    select event.id, ${EVENT_DETAILS}, known.starts_at as "knownStart", series.id as "seriesId", series.title as "seriesTitle",
      ${SEQUENCE} as sequence, registration.status, ${HAD_ENTRIES} and ${MAY_HAVE_ENTRY} as "mayHaveEntry",
      kept.is_coming and event.cancelled_at is null and event.starts_at is not null as "isComing"
    from registrations as registration join submissions as submission on submission.id = registration.submission_id
    join events as event on event.id = registration.event_id
    join forms as series on series.id = event.form_id
    cross join lateral (${entryOfAddress}) as kept
    cross join lateral (select coalesce(event.starts_at, (event.announced_details ->> 'date')::timestamptz, (
      select (change.details -> 'before' ->> 'date')::timestamptz from registration_changes as change
      where change.submission_id = submission.id and change.event_id = event.id and change.details ? 'before' order by change.at desc limit 1
    )) as starts_at) as known
    where submission.id = ${id} and known.starts_at is not null
    order by known.starts_at, event.id`;
  return rows.map(({ knownStart, ...event }) => ({ ...event, startsAt: knownStart }));
}

/** Letters of a title in a file name: 255 bytes are the most that systems take, and Windows has 260 letters for the whole path. */
const TITLE_MAX = 60;

export const calendarFileName = ({ title }: Pick<VisitorEvent, 'title'>): string => `${shortened(inFileName(title), TITLE_MAX)}.ics`;

/** The file about one event, which removes its entry (`CANCEL`) or adds it. */
export function fileOf(
  { sender, timeZone }: Omit<FileDeps, 'db'>,
  method: 'REQUEST' | 'CANCEL',
  event: VisitorEvent,
  { email, settings, ...person }: Pick<Attendee, 'firstName' | 'lastName' | 'email' | 'settings'>,
): CalendarFile {
  // Only people with a place learn how to join.
  const shown = method === 'REQUEST' ? event : { ...event, joinUrl: null };
  const organizer = senderOf(sender, settings.email_from).from;
  const isToSender = mailboxKey(organizer.address) === mailboxKey(email);
  const content = mailedFile(
    method,
    visitorEntry(shown, { publicUrl: sender.publicUrl, timeZone }),
    isToSender ? undefined : { organizer, attendee: { name: nameOf(person), address: email } },
  );
  return { name: calendarFileName(event), method: isToSender ? 'PUBLISH' : method, content };
}

/** The files about the chosen events among the person's, at most ten. */
async function filesAbout(
  { db, ...settings }: FileDeps,
  attendee: Attendee,
  method: 'REQUEST' | 'CANCEL',
  isChosen: (event: EntryEvent) => boolean,
): Promise<CalendarFile[]> {
  const chosen = (await listRegisteredEvents(db, attendee)).filter(isChosen);
  return chosen.slice(0, FILES_MAX).map((event) => fileOf(settings, method, event, attendee));
}

/** The files for all or some events at which a submission has a place; none in a series without calendar entries. */
export async function confirmedFiles(deps: FileDeps, attendee: Attendee, eventIds?: readonly string[]): Promise<CalendarFile[]> {
  if (!attendee.hasCalendarEntries || eventIds?.length === 0) return [];
  const isAsked = (id: string): boolean => eventIds?.includes(id) !== false;
  return filesAbout(deps, attendee, 'REQUEST', ({ id, status, isComing }) => status === 'confirmed' && isComing && isAsked(id));
}

/** The files that remove entries that mails may have added; none for events at which the address has another place. */
export async function withdrawnFiles(deps: FileDeps, attendee: Attendee, eventIds: readonly string[]): Promise<CalendarFile[]> {
  if (eventIds.length === 0) return [];
  return filesAbout(deps, attendee, 'CANCEL', ({ id, isComing, mayHaveEntry }) => eventIds.includes(id) && !isComing && mayHaveEntry);
}

/** The files that remove the entries of someone whose places were passed on. */
export const formerFiles = async (deps: FileDeps, attendee: Attendee, eventIds: readonly string[]): Promise<CalendarFile[]> =>
  eventIds.length === 0 ? [] : filesAbout(deps, attendee, 'CANCEL', ({ id }) => eventIds.includes(id));
