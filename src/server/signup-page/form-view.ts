import { activeFields, type PublicField } from '#contract/rules/active-fields.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { slugOf } from '#contract/rules/slug.ts';
import type { FormRef, StoredForm } from '#server/features/sign-up/queries.ts';
import type { FormView, Organisation } from '#signup/view.ts';

/** Settings that the public pages show or follow (architecture, section 3). */
export interface SignUpPageSettings {
  /** Address of this server, without a trailing slash. */
  readonly publicUrl: string;
  /** Where sign-ups are sent, without a trailing slash. */
  readonly eventsServerUrl: string;
  readonly timeZone: string;
  readonly organisation: Organisation;
  /** Hosts that `redirectTo` may lead to; absent: any. */
  readonly redirectHosts?: readonly string[] | undefined;
}

/** The path of a form's page after its slug. */
export const pathAfterSlug = ({ kind, id }: FormRef): string => `/${kind === 'series' ? 'events-series' : 'form'}/${id}/view`;

/** The one address of a form's page, for those who find it under several slugs. */
export const canonicalUrl = (settings: SignUpPageSettings, form: FormRef & { readonly title: string }): string =>
  `${settings.publicUrl}/${slugOf(form.title)}${pathAfterSlug(form)}`;

const apiPath = ({ kind, id }: FormRef, call: string): string => `/api/${kind === 'series' ? 'event_series' : 'form'}/${id}/${call}`;

/** Where a load of a form's page is counted: views are counted of series only (spec section 7). */
export const viewsUrlOf = (form: FormRef): string | undefined => (form.kind === 'series' ? apiPath(form, 'track_views') : undefined);

/** The fields that anybody can come to see: those of an event that is gone, hidden or no brunch event are nobody's (decision 17). */
function shownFields({ fields, events }: StoredForm): PublicField[] {
  const everyEvent = events.map((event) => event.id);
  const counting = new Set(activeFields(fields, events, everyEvent));
  return fields.filter((field) => field.type === 'disclaimer' || counting.has(field));
}

/** What the page of a stored form shows. */
export function viewOf(form: StoredForm, { publicUrl, eventsServerUrl, timeZone, organisation }: SignUpPageSettings): FormView {
  const { kind, id, title, hasDownloadableContent } = form;
  // The page's own origin goes without saying: people may know this server by another name than PUBLIC_URL.
  const server = eventsServerUrl === publicUrl ? '' : eventsServerUrl;
  return {
    kind,
    id,
    title,
    fields: shownFields(form),
    events: form.events.map((event) => ({ ...event, when: eventLine(event.date, timeZone) })),
    hasDownloadableContent,
    organisation,
    submitUrl: `${server}${apiPath(form, 'submit')}`,
  };
}
