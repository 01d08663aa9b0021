import type { MailKind } from '#contract/registrations/mail-kind.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { chosenItems, type EventInMail, eventItem, isChange, isEvent, type MailItem } from '#contract/rules/mail/mail-items.ts';
import { ABOUT_PLACES, OF_ONE_EVENT } from '#contract/rules/mail/mail-placeholders.ts';
import { hasPlaceholder, type MailValues, type OfUndo } from '#contract/rules/mail/mail-values.ts';
import { greetedName } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/mails.ts';
import type { DeletedEvent } from '#server/events/announcements.ts';
import { formPath } from '#server/form-store/form-address.ts';
import { hasLink } from '#server/registrations/links.ts';
import { senderOf, type SenderSettings } from '#server/services/sender.ts';
import { offerUrl } from '#server/tokens/access-token.ts';
import { eventsWith, type SignUpDetails } from '../sign-up-details.ts';

type Registered = Pick<SignUpDetails, 'events'>;

/** The mail about a changed event lists it even if it is over, and those still to come. */
function withoutPastEvents(signUp: SignUpDetails, timeZone: string, changed: MailAbout['eventId']): SignUpDetails {
  const isOver = ({ startsAt: date, endsAt }: EventInMail) => endOf({ date, end_date: endsAt }, timeZone) <= Date.now();
  return { ...signUp, events: signUp.events.filter((event) => event.id === changed || !isOver(event)) };
}

/** Events with a status. Only people with a place get the join link, and only people waiting their position. */
export const itemsOf = (signUp: Registered, status: RegistrationStatus, timeZone: string): MailItem[] =>
  eventsWith(signUp, status).map((event) =>
    eventItem(event, { timeZone, canJoin: status === 'confirmed', ...(status === 'waiting' && { position: event.position }) }),
  );

/** Everything a submission has, each part under its heading. */
export function allItems(signUp: Registered, timeZone: string): MailItem[] {
  const lists = [
    { heading: words.PLACES, status: 'confirmed' },
    { heading: words.HELD_FOR_YOU, status: 'offered' },
    { heading: words.ALSO_WAITING, status: 'waiting' },
  ] as const;
  return lists.flatMap(({ heading, status }) => {
    const items = itemsOf(signUp, status, timeZone);
    return items.length === 0 ? [] : [heading, ...items];
  });
}

export interface MailAbout {
  /** None: the confirmation. */
  readonly kind?: MailKind;
  readonly signUp: SignUpDetails;
  /** The event that it is about, by id and as text. */
  readonly eventId?: string | null;
  readonly event?: string;
  /** If there are several events, the text below each. */
  readonly linesByEvent?: ReadonlyMap<string, string> | undefined;
  /** The event as it was, if it has been deleted, perhaps with its series. */
  readonly deleted?: DeletedEvent | undefined;
  readonly values?: Pick<MailValues, 'OFFER_ENDS' | 'CHANGES' | 'NOTE' | 'FEEDBACK'>;
  /** Whether the event was cancelled, and takes place after all. */
  readonly isReinstated?: boolean;
  /** For a cancelled event: whether the series has another open one that the mail can point to. */
  readonly hasOtherDates?: boolean;
  /** The events of the person's other sign-ups. */
  readonly others?: readonly MailItem[];
}

/** All values except those about a repeat, which a mail adds if it has them. */
export type AllValues = Required<Omit<MailValues, OfUndo>> & Pick<MailValues, OfUndo>;

/** The events that a mail is about; one without a place, or that is cancelled, has no links. */
function aboutItems({ kind, signUp, eventId, linesByEvent, deleted }: MailAbout, timeZone: string): MailItem[] {
  const isAbout = ({ id }: { readonly id: string }) => linesByEvent?.has(id) ?? id === eventId;
  const hasMap = kind !== 'event_cancelled';
  if (deleted !== undefined) return [eventItem(deleted, { timeZone, hasMap })];
  return signUp.events.filter(isAbout).flatMap((event) => {
    const line = linesByEvent?.get(event.id) ?? '';
    const item = eventItem(event, { timeZone, canJoin: hasMap && event.status === 'confirmed', hasMap });
    return line === '' ? [item] : [item, line];
  });
}

function offerEnd({ signUp, eventId }: MailAbout, timeZone: string): string {
  const end = signUp.events.find(({ id }) => id === eventId)?.offerEndsAt;
  return end ? eventLine(end, timeZone) : '';
}

/** What else has changed about an event that is going ahead after all, which the mail says itself. */
const furtherChanges = ({ values }: MailAbout): MailItem[] =>
  [values?.CHANGES ?? []].flat().filter((item) => isChange(item) && item.label !== words.EVENT_VALUES.status);

/** The values of the placeholders in a mail to an attendee. `newLink` is only called if the mail has a link to the self-service page. */
export async function mailValues(
  { sender, timeZone }: { readonly sender: SenderSettings; readonly timeZone: string },
  text: words.MailText,
  about: MailAbout,
  newLink: () => Promise<string>,
): Promise<AllValues> {
  const { kind, signUp, event = '', values, others = [] } = about;
  const from = signUp.settings.email_from;
  const confirmed = itemsOf(kind === 'event_changed' ? withoutPastEvents(signUp, timeZone, about.eventId) : signUp, 'confirmed', timeZone);
  const toOffer = (link: string): string => (kind === 'offer' && about.eventId ? offerUrl(link, about.eventId) : link);
  const link = async () => {
    if (!hasPlaceholder(`${text.subject}\n${text.template}`, 'LINK') || about.hasOtherDates === false) return '';
    if (about.hasOtherDates === true && !signUp.hasSelfService)
      return `${sender.publicUrl}${formPath({ kind: 'series', id: signUp.ownerId, title: signUp.title })}`;
    return hasLink(signUp) ? toOffer(await newLink()) : '';
  };
  return {
    SERIES: signUp.title,
    FNAME: greetedName(signUp.firstName, signUp.lastName),
    SUCCESS: chosenItems(signUp.title, eventsWith(signUp, 'confirmed'), timeZone),
    FROM: from ?? senderOf(sender, from).from.address,
    EVENT: event,
    DATE: aboutItems(about, timeZone)
      .filter(isEvent)
      .map(({ date }) => date),
    EVENTS: OF_ONE_EVENT.includes(kind) || about.isReinstated === true ? aboutItems(about, timeZone) : confirmed,
    WAITING: itemsOf(signUp, 'waiting', timeZone),
    OFFERED: itemsOf(signUp, 'offered', timeZone),
    LINK: await link(),
    CONTACT: confirmed.length > 0 && ABOUT_PLACES.includes(kind) ? words.contactBy(from, sender.organisationName) : '',
    OTHERS: others,
    REPEATED: signUp.events.filter(({ isRepeat }) => isRepeat).map((each) => eventItem(each, { timeZone })),
    OFFER_ENDS: offerEnd(about, timeZone),
    CHANGES: [],
    NOTE: '',
    FEEDBACK: '',
    QR: [],
    ...values,
    ...(about.isReinstated === true && { CHANGES: furtherChanges(about) }),
  };
}
