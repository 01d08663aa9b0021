import type { Audience, Purpose } from '#contract/attendees/audience.ts';
import type { FoundPerson } from '#contract/attendees/search.ts';
import { type FormRef, KIND_ON_WIRE } from '#contract/forms/form-ref.ts';
import { slugOf } from '#contract/rules/slug.ts';
import type { Attention } from '#contract/steps/attention.ts';

export interface Titled {
  readonly title: string;
  readonly id: string;
}

const seriesPath = ({ title, id }: Titled): string => `/${slugOf(title)}/events-series/${encodeURIComponent(id)}`;
const formPath = ({ title, id }: Titled): string => `/${slugOf(title)}/form/${encodeURIComponent(id)}`;

/** Matches the slug and the rest of an address that has one. */
const SLUGGED = /^\/([^/]+)(\/(?:events-series|form)\/.+)$/;

/** The address with the slug of this title; an address without a slug stays as it is. */
export const withSlug = (pathname: string, title: string): string =>
  pathname.replace(SLUGGED, (_, _old, rest) => `/${slugOf(title)}${rest}`);

/** The address without its slug, by which two addresses of the same page are equal. */
export const pathWithoutSlug = (pathname: string): string => pathname.replace(SLUGGED, '$2');

interface PlacedEvent {
  readonly id: string;
  readonly isOnForm: boolean;
}

type PlacedSubmission = { readonly registration?: FoundPerson['registration'] } & Pick<
  Attention['steps'][number],
  'submission_id' | 'email' | 'title' | 'form_id' | 'series_id' | 'event_id' | 'event_show_on_form'
>;

export const eventAnchor = (eventId: string): string => `event-${eventId}`;

export type SettingsPart = 'public-page' | 'notifications' | 'mail' | 'event-mails';

const partAnchor = (part?: SettingsPart | 'limit'): string => (part === undefined ? '' : `#${part}`);
const disabledEventsPath = (series: Titled): string => `${seriesPath(series)}/show-disabled-events`;
const eventPagePath = (series: Titled, event: PlacedEvent): string => (event.isOnForm ? seriesPath(series) : disabledEventsPath(series));

/** The submission in the open list of its event or form; undefined when it is in neither. */
function attendeePath({ submission_id, email, title, form_id, series_id, event_id, event_show_on_form, registration }: PlacedSubmission) {
  const params = { search: email, attendee: submission_id };
  if (form_id !== null) return `${formPath({ title, id: form_id })}?${new URLSearchParams(params)}`;
  if (series_id === null || event_id === null) return undefined;
  const page = eventPagePath({ title, id: series_id }, { id: event_id, isOnForm: event_show_on_form !== false });
  const list: Record<string, string> = registration === undefined ? {} : { registration };
  return `${page}?${new URLSearchParams({ event: event_id, ...params, ...list })}#${eventAnchor(event_id)}`;
}

/** What a series and a marketing form both have. */
const formPaths = (pathOf: (form: Titled) => string) => ({
  page: pathOf,
  /** The public page: rendered by the server, so it is opened, not navigated to. */
  publicForm: (form: Titled) => `${pathOf(form)}/view`,
  modifyForm: (form: Titled) => `${pathOf(form)}/create`,
  statistics: (form: Titled) => `${pathOf(form)}/statistics`,
  edit: (form: Titled, section?: SettingsPart) => `${pathOf(form)}/edit${partAnchor(section)}`,
  mailings: (form: Titled) => `${pathOf(form)}/mailings`,
  mailing: (form: Titled, mailingId: string) => `${pathOf(form)}/mailings/${encodeURIComponent(mailingId)}`,
  newMailing: (form: Titled, audience: Audience, purpose: Purpose = 'service') =>
    `${pathOf(form)}/mailings/new?${new URLSearchParams({ audience: JSON.stringify(audience), purpose })}`,
});

/** The failed steps of all series and forms, or of one; or those that were dismissed. */
function needsAttentionPath(of?: FormRef, { isDismissed = false } = {}): string {
  const params = new URLSearchParams({
    ...(of === undefined ? {} : { [KIND_ON_WIRE[of.kind]]: of.id }),
    ...(isDismissed ? { dismissed: '' } : {}),
  });
  return `/needs-attention${params.size === 0 ? '' : `?${params}`}`;
}

export const paths = {
  signIn: '/',
  home: '/home',
  /** The dashboard with the dialog that adds one of these. */
  add: (kind: 'series' | 'form' | 'feedback') => `/home?add=${kind}`,
  people: (words: string) => `/people?${new URLSearchParams({ search: words })}`,
  series: {
    ...formPaths(seriesPath),
    disabledEvents: disabledEventsPath,
    event: (series: Titled, event: PlacedEvent) => `${eventPagePath(series, event)}#${eventAnchor(event.id)}`,
    addEvent: (series: Titled) => `${seriesPath(series)}/add`,
    printList: (series: Titled, eventId: string) => `${seriesPath(series)}/event/${encodeURIComponent(eventId)}/print`,
    editEvent: (series: Titled, eventId: string, section?: 'limit') =>
      `${seriesPath(series)}/event/${encodeURIComponent(eventId)}/edit${partAnchor(section)}`,
  },
  marketing: formPaths(formPath),
  attendee: attendeePath,
  duplicateLeads: '/getduplicatesleads',
  connections: '/connections',
  serverCheck: '/connections/check',
  /** The user guide: static pages of the server, so it is opened, not navigated to. */
  guide: '/guide/',
  needsAttention: needsAttentionPath,
  feedback: (listId: string) => `/feedback/${encodeURIComponent(listId)}`,
  /** Its public page: rendered by the server, so it is opened, not navigated to. */
  feedbackPage: (listId: string) => `/feedback/${encodeURIComponent(listId)}/view`,
} as const;
