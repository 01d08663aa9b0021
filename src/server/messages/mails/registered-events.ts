import { sql } from 'kysely';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { chosenItems, type EventInMail, type EventItem, eventItem, type MailItem } from '#contract/rules/mail/mail-items.ts';
import { ABOUT_PLACES, OF_ONE_EVENT } from '#contract/rules/mail/mail-placeholders.ts';
import type { MailValues, OfUndo } from '#contract/rules/mail/mail-values.ts';
import * as words from '#contract/texts/words/mails.ts';
import type { Db } from '#server/db/connection.ts';
import { offerUrl } from '#server/forms/form-address.ts';
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
  /** Whether people may correct, change or cancel anything on their own pages. */
  readonly canChange: boolean;
  readonly canCancel: boolean;
  readonly events: readonly RegisteredEvent[];
}

export const NO_REGISTRATIONS: Registrations = { hasOwnPages: false, canChange: false, canCancel: false, events: [] };

const IS_REPEAT = sql`registration.status = 'cancelled' and exists (
  select from registration_changes as change
  where change.submission_id = registration.submission_id and change.event_id = registration.event_id and change.details ->> 'reason' = 'repeat')`;

/** All registrations of a submission to a series, in the order of the events. */
export async function readRegistrations(db: Db, submissionId: string): Promise<Registrations> {
  const { rows } = await sql<Registrations>`
    select series.own_pages as "hasOwnPages",
      series.own_pages and (series.own_page_answers or series.own_page_events or series.own_page_cancel) as "canChange",
      series.own_pages and series.own_page_cancel as "canCancel",
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

/** Events with a status. Only those who have a place are told how to join, and only those who wait their position. */
const itemsOf = (events: readonly RegisteredEvent[], status: RegistrationStatus, timeZone: string): MailItem[] =>
  ofStatus(events, status).map((event) =>
    eventItem(event, { timeZone, canJoin: status === 'confirmed', ...(status === 'waiting' && { position: event.position }) }),
  );

/** All that a submission has, each under its heading. */
export function allItems(events: readonly RegisteredEvent[], timeZone: string): MailItem[] {
  const lists = [
    { heading: words.PLACES, status: 'confirmed' },
    { heading: words.HELD_FOR_YOU, status: 'offered' },
    { heading: words.ALSO_WAITING, status: 'waiting' },
  ] as const;
  return lists.flatMap(({ heading, status }) => {
    const items = itemsOf(events, status, timeZone);
    return items.length === 0 ? [] : [heading, ...items];
  });
}

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
  /** What that event was, where it is deleted. */
  readonly deletedEvent?: EventInMail | undefined;
  readonly values?: Pick<MailValues, 'OFFER_ENDS' | 'CHANGES' | 'NOTE'>;
  /** Of other sign-ups of the person. */
  readonly others?: readonly MailItem[];
}

/** All but those of what follows a repeat, which a mail adds where it has them. */
export type AllValues = Required<Omit<MailValues, OfUndo>> & Pick<MailValues, OfUndo>;

const namesLink = ({ subject, template }: MailText): boolean => `${subject}${template}`.includes('%LINK%');

/** The event that a mail is about; one without a place, or that is cancelled, has no links. */
function aboutItems({ kind, eventId, deletedEvent }: MailAbout, events: readonly RegisteredEvent[], timeZone: string): EventItem[] {
  const about = deletedEvent === undefined ? events.filter(({ id }) => id === eventId) : [deletedEvent];
  const isOver = kind === 'event_cancelled';
  return about.map((event) =>
    eventItem(event, { timeZone, canJoin: !isOver && 'status' in event && event.status === 'confirmed', hasMap: !isOver }),
  );
}

/** What the placeholders of a mail to an attendee stand for. `newLink` is asked only where the mail has a link to the own page. */
export async function mailValues(
  { sender, timeZone }: { readonly sender: SenderSettings; readonly timeZone: string },
  text: MailText,
  about: MailAbout,
  registrations: Registrations,
  newLink: () => Promise<string>,
): Promise<AllValues> {
  const { kind, signUp, event = '', values, others = [] } = about;
  const { events } = registrations;
  const from = signUp.settings.email_from;
  const confirmed = itemsOf(events, 'confirmed', timeZone);
  const toOffer = (link: string): string => (kind === 'offer' && about.eventId ? offerUrl(link, about.eventId) : link);
  const link = async () => (namesLink(text) && hasLink(registrations) ? toOffer(await newLink()) : '');
  return {
    SERIES: signUp.title,
    FNAME: signUp.firstName,
    SUCCESS: chosenItems(signUp.title, signUp.events, timeZone),
    FROM: from ?? senderOf(sender, from).from.address,
    EVENT: event,
    DATE: aboutItems(about, events, timeZone).map(({ date }) => date),
    EVENTS: OF_ONE_EVENT.includes(kind) ? aboutItems(about, events, timeZone) : confirmed,
    WAITING: itemsOf(events, 'waiting', timeZone),
    OFFERED: itemsOf(events, 'offered', timeZone),
    LINK: await link(),
    CONTACT: confirmed.length > 0 && ABOUT_PLACES.includes(kind) ? words.contactBy(from, sender.organisationName) : '',
    OTHERS: others,
    REPEATED: events.filter(({ isRepeat }) => isRepeat).map((each) => eventItem(each, { timeZone })),
    OFFER_ENDS: '',
    CHANGES: [],
    NOTE: '',
    ...values,
  };
}
