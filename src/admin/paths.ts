import { slugOf } from '#contract/rules/slug.ts';

/** A series or form: its title gives the slug, which is decoration (decision 46). */
interface Titled {
  readonly title: string;
  readonly id: string;
}

const seriesPath = ({ title, id }: Titled): string => `/${slugOf(title)}/events-series/${encodeURIComponent(id)}`;

const formPath = ({ title, id }: Titled): string => `/${slugOf(title)}/form/${encodeURIComponent(id)}`;

/** First segment, and the rest of an address that has a slug. */
const SLUGGED = /^\/([^/]+)(\/(?:events-series|form)\/.+)$/;

/** The address with the slug of this title; one without a slug stays as it is. */
export const withSlug = (pathname: string, title: string): string =>
  pathname.replace(SLUGGED, (_, _old, rest) => `/${slugOf(title)}${rest}`);

/** What of an address decides which page it is: two that differ in their slug only are the same page. */
export const barePath = (pathname: string): string => pathname.replace(SLUGGED, '$2');

/** An event as a link to it needs it: the page of a series lists the events that are not on the form apart. */
interface PlacedEvent {
  readonly id: string;
  readonly isOnForm: boolean;
}

/** One attendee in a list: who is searched for, and whose row is open. */
interface OpenAttendee {
  readonly search: string;
  readonly submissionId: string;
}

/** Where an event's card is on its page; an address may point to it. */
export const eventAnchor = (eventId: string): string => `event-${eventId}`;

const disabledEventsPath = (series: Titled): string => `${seriesPath(series)}/show-disabled-events`;

const eventPagePath = (series: Titled, event: PlacedEvent): string => (event.isOnForm ? seriesPath(series) : disabledEventsPath(series));

const attendeeParams = ({ search, submissionId }: OpenAttendee) => ({ search, attendee: submissionId });

function attentionSearch(of?: { readonly seriesId: string } | { readonly formId: string }): string {
  if (of === undefined) return '';
  return `?${new URLSearchParams('seriesId' in of ? { series: of.seriesId } : { form: of.formId }).toString()}`;
}

/** Every address inside the app (spec section 2), so that none is put together anywhere else. */
export const paths = {
  signIn: '/',
  home: '/home',
  series: {
    page: seriesPath,
    disabledEvents: disabledEventsPath,
    /** The card of an event, in view. */
    event: (series: Titled, event: PlacedEvent) => `${eventPagePath(series, event)}#${eventAnchor(event.id)}`,
    /** The card of an event in view, open on one attendee. */
    attendee: (series: Titled, event: PlacedEvent, attendee: OpenAttendee) =>
      `${eventPagePath(series, event)}?${new URLSearchParams({ event: event.id, ...attendeeParams(attendee) })}#${eventAnchor(event.id)}`,
    /** The public page: rendered by the server, so it is opened, not navigated to. */
    publicForm: (series: Titled) => `${seriesPath(series)}/view`,
    modifyForm: (series: Titled) => `${seriesPath(series)}/create`,
    statistics: (series: Titled) => `${seriesPath(series)}/statistics`,
    edit: (series: Titled) => `${seriesPath(series)}/edit`,
    addEvent: (series: Titled) => `${seriesPath(series)}/add`,
    editEvent: (series: Titled, eventId: string) => `${seriesPath(series)}/event/${encodeURIComponent(eventId)}/edit`,
  },
  form: {
    page: formPath,
    /** The page, open on one attendee. */
    attendee: (form: Titled, attendee: OpenAttendee) => `${formPath(form)}?${new URLSearchParams(attendeeParams(attendee))}`,
    /** The public page: rendered by the server, so it is opened, not navigated to. */
    publicForm: (form: Titled) => `${formPath(form)}/view`,
    modifyForm: (form: Titled) => `${formPath(form)}/create`,
    edit: (form: Titled) => `${formPath(form)}/edit`,
  },
  duplicateLeads: '/getduplicatesleads',
  connections: '/connections',
  /** Failed steps of all series and forms, or of one; `of` stays in the address. */
  needsAttention: (of?: { readonly seriesId: string } | { readonly formId: string }) => `/needs-attention${attentionSearch(of)}`,
  feedback: (listId: string) => `/feedback/${encodeURIComponent(listId)}`,
} as const;
