import type { FormRef } from '#contract/forms/form-ref.ts';
import type { EventPlaces } from '#contract/registrations/places.ts';
import { mapAddress, placeLine } from '#contract/rules/event-line.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { tileOf } from '#contract/rules/mail/mail-items.ts';
import { activeFields, type PublicField } from '#contract/rules/public-fields.ts';
import * as formWords from '#contract/texts/words/form.ts';
import * as mailWords from '#contract/texts/words/mails.ts';
import * as pageWords from '#contract/texts/words/self-service.ts';
import type { Config } from '#server/config/config.ts';
import { linkPath } from '#server/form-store/form-address.ts';
import { listedEvents, type StoredEvent, type StoredForm } from '#server/form-store/public-form.ts';
import { attributes } from '#server/pages/document.ts';
import { picturePath } from '#server/pictures/queries.ts';
import { type FormView, type LinkList, type NamedLink, type Organisation, type ShownEvent, shownEvents } from '#signup/view.ts';

/** The links that add an event to a calendar; `address` is that of its calendar file. */
export const calendarLinks = (address: string, title: string): LinkList => ({
  intro: formWords.ADD_TO_CALENDAR,
  links: formWords.CALENDAR_LINKS.map(({ to, label, nameFor }) => ({
    href: `${address}${address.includes('?') ? to.replace('?', '&') : to}`,
    children: label,
    name: nameFor(title),
  })),
});

/** The link to a map of an event's address, if it has one and maps are on. */
export function mapOf(
  { venue, venue_address: typed }: Pick<StoredEvent, 'venue' | 'venue_address'>,
  mapUrl: string | null,
  label?: string,
): NamedLink | undefined {
  const address = placeLine(null, typed);
  if (mapUrl === null || address === '') return undefined;
  const name = formWords.mapOf(placeLine(venue, null) || address);
  return { href: mapAddress(mapUrl, address), children: label ?? name, name: `${name} ${formWords.OPENS_NEW_TAB}` };
}

const newTab = (href: string, label: string): string =>
  `<a${attributes({ href, target: '_blank', rel: 'noopener' })}>${label}<span class="quiet"> ${formWords.OPENS_NEW_TAB}</span></a>`;

/** The last line of a form with self-service pages, otherwise empty; after the elements that its script changes. A self-service page is never framed. */
export function lostLinkLine(form: StoredForm, isEmbedded: boolean): string {
  if (form.givesLinks !== true) return '';
  const href = linkPath(form);
  const link = isEmbedded
    ? newTab(href, pageWords.GET_YOUR_LINK)
    : `<a${attributes({ href, target: '_top' })}>${pageWords.GET_YOUR_LINK}</a>`;
  return `<p class="again">${pageWords.ALREADY_SIGNED_UP} ${link}</p>`;
}

type PageOrganisation = Organisation & Partial<Pick<Config['organisation'], 'imprintUrl' | 'accessibilityUrl'>>;

/** The last line of public and self-service pages: the organisation's notices, besides that about privacy; empty where there are none. */
export function noticesLine({ imprintUrl, accessibilityUrl }: PageOrganisation): string {
  const notices = [
    { label: mailWords.LEGAL_NOTICE, href: imprintUrl },
    { label: mailWords.ACCESSIBILITY, href: accessibilityUrl },
  ];
  const links = notices.flatMap(({ label, href }) => (href === undefined ? [] : [newTab(href, label)]));
  return links.length === 0 ? '' : `<p class="again">${links.join(' · ')}</p>`;
}

export interface SignUpPageSettings extends Pick<
  Config,
  'publicUrl' | 'eventsServerUrl' | 'timeZone' | 'visitReports' | 'allowedEmailDomains' | 'links'
> {
  readonly organisation: PageOrganisation;
  readonly redirectHosts?: Config['redirectHosts'];
  readonly canMail: boolean;
}

const apiPath = ({ kind, id }: FormRef, call: string): string => `/api/${kind === 'series' ? 'event_series' : 'form'}/${id}/${call}`;

export const viewsUrlOf = (form: FormRef): string => apiPath(form, 'track_views');

/** A question for someone's own number; that of a colleague must not be filled in with it. */
const OWN_PHONE = /^(?:(?:your |mobile |contact |work )?(?:tele)?phone|mobile)(?: number)?$/i;

/** Omits brunch fields that nobody can see, since their event is deleted, hidden or not a brunch event. */
function shownFields({ fields, events }: StoredForm): PublicField[] {
  const everyEvent = events.map((event) => event.id);
  const active = new Set(activeFields(fields, events, everyEvent));
  const shown = fields.filter((field) => !takesAnswer(field) || active.has(field));
  return shown.map(({ help_text: helpText, ...field }) => ({
    ...field,
    ...(helpText && { help_text: helpText }),
    ...(OWN_PHONE.test(field.label) && { input: { type: 'tel', autoComplete: 'tel' } }),
  }));
}

/** The links that add an event to a calendar; only events with a date have them. */
const calendarOf = (form: StoredForm, server: string, { id, event_title: title, date }: ShownEvent): Pick<ShownEvent, 'links'> =>
  form.hasCalendarEntries === true && date !== null
    ? { links: calendarLinks(`${server}${apiPath(form, `event/${id}/calendar`)}`, title) }
    : {};

/** What the thank-you note shows of an event if it replaces the form. */
const tileAndMap = (form: StoredForm, { timeZone, links }: SignUpPageSettings, event: ShownEvent): Pick<ShownEvent, 'tile' | 'map'> => ({
  tile: event.date === null ? undefined : tileOf(event.date, timeZone),
  map: mapOf(form.events.find(({ id }) => id === event.id) ?? {}, links.mapUrl, formWords.MAP),
});

interface ShownWith {
  /** The current places of its limited events. */
  readonly places: readonly EventPlaces[];
  /** The page around it, and the price that this page states for all events. */
  readonly page?: { readonly price?: string | undefined } | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const LOGO_HEIGHT = 32;

/** The organisation as the form's pages show it, with the form's own logo if it has one. */
export function organisationOf(
  { theme, pictureSizes = [] }: Pick<StoredForm, 'theme' | 'pictureSizes'>,
  { imprintUrl: _imprint, accessibilityUrl: _accessibility, ...organisation }: PageOrganisation,
): Organisation {
  const size = pictureSizes.find(({ id }) => id === theme?.logo);
  if (size === undefined) return organisation;
  return { ...organisation, logo: picturePath(size.id), logoWidth: Math.round((LOGO_HEIGHT * size.width) / size.height) };
}

/** What a form shows: its events as text, with their places and links, and its questions. */
export function viewOf(stored: StoredForm, settings: SignUpPageSettings, { places, page, now }: ShownWith): FormView {
  const form = { ...stored, events: listedEvents(stored, now) };
  const { publicUrl, eventsServerUrl, timeZone, organisation, canMail } = settings;
  const { kind, id, title, hasDownloadableContent, successText } = form;
  // Relative where possible, since this server may be reached under another name than PUBLIC_URL.
  const server = eventsServerUrl === publicUrl ? '' : eventsServerUrl;
  const events = form.events.map((event) => (page && event.price === page.price ? { ...event, price: undefined } : event));
  const hasFace = page !== undefined || form.theme !== undefined || hasDownloadableContent;
  const shown = shownEvents({ ...form, events, places, canMail, now }, timeZone);
  const withMore = (event: ShownEvent): ShownEvent => ({
    ...event,
    ...calendarOf(form, server, event),
    ...(hasFace && tileAndMap(form, settings, event)),
  });
  return {
    kind,
    id,
    ...(page && { heading: kind === 'series' ? formWords.SIGN_UP : formWords.YOUR_DETAILS }),
    title,
    fields: shownFields(form),
    ...(kind === 'series' ? { ...shown, events: shown.events.map(withMore) } : { events: [] }),
    hasDownloadableContent,
    organisation: organisationOf(form, organisation),
    submitUrl: `${server}${apiPath(form, 'submit')}`,
    successText,
    ...(hasFace && { hasFace }),
  };
}
