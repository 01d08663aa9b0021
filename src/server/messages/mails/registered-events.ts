import { sql } from 'kysely';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { type EventInMail, eventLines as linesOfEvents, waitingLine } from '#contract/rules/mail/event-in-mail.ts';
import { OF_ONE_EVENT } from '#contract/rules/mail/mail-placeholders.ts';
import { type MailValues, type OfRepeats, successLines } from '#contract/rules/mail/mail-template.ts';
import type { Db } from '#server/db/connection.ts';
import { HAS_WAITING_LIST } from '#server/forms/form-rows.ts';
import { POSITION } from '#server/registrations/places.ts';
import { senderOf, type SenderSettings } from '#server/services/sender.ts';
import { inUtc, type SignUpDetails } from '../sign-up-details.ts';

/** An event of a submission, with what its mails say of it. */
export interface RegisteredEvent extends EventInMail {
  readonly id: string;
  readonly status: RegistrationStatus;
  readonly position: number | null;
  /** Whether it was cancelled because the address was registered before. */
  readonly isRepeat: boolean;
}

export interface Registrations {
  readonly hasOwnPages: boolean;
  /** Of one of the series' events, or of this submission. */
  readonly hasWaitingList: boolean;
  readonly events: readonly RegisteredEvent[];
}

export const NO_REGISTRATIONS: Registrations = { hasOwnPages: false, hasWaitingList: false, events: [] };

const IS_REPEAT = sql`registration.status = 'cancelled' and exists (
  select from registration_changes as change
  where change.submission_id = registration.submission_id and change.event_id = registration.event_id and change.details ->> 'reason' = 'repeat')`;

/** All registrations of a submission to a series, in the order of the events. */
export async function readRegistrations(db: Db, submissionId: string): Promise<Registrations> {
  const { rows } = await sql<Registrations>`
    select series.own_pages as "hasOwnPages",
      ${HAS_WAITING_LIST}
        or exists (select from registrations where submission_id = submission.id and status in ('waiting', 'offered')) as "hasWaitingList",
      coalesce((
        select json_agg(json_build_object('id', event.id, 'title', event.title, 'startsAt', ${inUtc('event.starts_at')},
          'endsAt', ${inUtc('event.ends_at')}, 'venue', event.venue, 'venueAddress', event.venue_address, 'joinUrl', event.join_url,
          'status', registration.status, 'position', ${POSITION}, 'isRepeat', ${IS_REPEAT}) order by event.starts_at nulls last, event.id)
        from registrations as registration join events as event on event.id = registration.event_id
        left join waiting_entries as entry on entry.event_id = registration.event_id and entry.submission_id = registration.submission_id
        where registration.submission_id = submission.id), '[]') as events
    from submissions as submission join forms as series on series.id = submission.form_id
    where submission.id = ${submissionId}`.execute(db);
  return rows[0] ?? NO_REGISTRATIONS;
}

const ofStatus = (events: readonly RegisteredEvent[], status: RegistrationStatus) => events.filter((event) => event.status === status);

/** The lines of %EVENTS%. Only those who have a place are told how to join. */
const eventLines = (events: readonly RegisteredEvent[], timeZone: string): string[] =>
  linesOfEvents(
    events.map((event) => ({ ...event, canJoin: event.status === 'confirmed' })),
    timeZone,
  );

export const confirmedLines = (events: readonly RegisteredEvent[], timeZone: string): string[] =>
  eventLines(ofStatus(events, 'confirmed'), timeZone);

/** The lines of %WAITING%. */
export const waitingLines = (events: readonly RegisteredEvent[], timeZone: string): string[] =>
  ofStatus(events, 'waiting').map((event) => waitingLine(event, event.position, timeZone));

/** For what the person was registered before. */
const repeatedLines = (events: readonly RegisteredEvent[], timeZone: string): string[] =>
  events.filter(({ isRepeat }) => isRepeat).map(({ title, startsAt, endsAt }) => `${title} – ${eventLine(startsAt, timeZone, endsAt)}`);

/** Whether there are links to the own page: to everybody's where the series has own pages, otherwise to those of people who wait or have an offer. */
export const hasLink = ({ hasOwnPages, events }: Registrations): boolean =>
  hasOwnPages || events.some(({ status }) => status === 'waiting' || status === 'offered');

export interface MailText {
  readonly subject: string;
  readonly template: string;
}

export interface MailAbout {
  /** None: the confirmation. */
  readonly kind?: MailKind;
  readonly signUp: SignUpDetails;
  /** The event that it is about, by id and in words. */
  readonly eventId?: string | null;
  readonly event?: string;
  readonly values?: Pick<MailValues, 'OFFER_ENDS' | 'CHANGES' | 'NOTE'>;
  /** Lines above those of the person's own events. */
  readonly others?: readonly string[];
}

/** Those of the placeholders, and that of what a mail adds itself where it has something to add. */
export type AllValues = Required<Omit<MailValues, OfRepeats>> & Pick<MailValues, OfRepeats>;

export const namesLink = ({ subject, template }: MailText): boolean => `${subject}${template}`.includes('%LINK%');

const withoutLastBlanks = (lines: readonly string[]): string[] => lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);

/** What the placeholders of a mail to an attendee stand for. `newLink` is asked only where the mail has a link to the own page. */
export async function mailValues(
  { sender, timeZone }: { readonly sender: SenderSettings; readonly timeZone: string },
  text: MailText,
  { kind, signUp, eventId, event = '', values, others = [] }: MailAbout,
  registrations: Registrations,
  newLink: () => Promise<string>,
): Promise<AllValues> {
  const { events } = registrations;
  const from = signUp.settings.email_from;
  const isOfOneEvent = kind !== undefined && OF_ONE_EVENT.includes(kind);
  const about = events.filter(({ id }) => id === eventId);
  const REPEATED = repeatedLines(events, timeZone);
  return {
    SERIES: signUp.title,
    FNAME: signUp.firstName,
    SUCCESS: successLines(signUp.title, signUp.events, timeZone),
    FROM: from ?? senderOf(sender, from).from.address,
    EVENT: event,
    EVENTS: isOfOneEvent ? eventLines(about, timeZone) : withoutLastBlanks([...others, ...confirmedLines(events, timeZone)]),
    WAITING: waitingLines(events, timeZone),
    LINK: namesLink(text) && hasLink(registrations) ? await newLink() : '',
    OFFER_ENDS: '',
    CHANGES: [],
    NOTE: '',
    ...values,
    ...(REPEATED.length > 0 && { REPEATED }),
  };
}
