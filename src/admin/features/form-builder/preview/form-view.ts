import type { Settings } from '#admin/api/settings.ts';
import type { Series } from '#contract/event-series.ts';
import type { FormField } from '#contract/form-field.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import type { FormView, Organisation } from '#signup/view.ts';

const organisationOf = ({ name, logo, consentText, privacyUrl }: Settings['organisation']): Organisation => ({
  name,
  logo: logo ?? undefined,
  consentText,
  privacyUrl: privacyUrl ?? undefined,
});

/** The public form of a series with the given fields. Like the server it leaves out hidden events. */
export function seriesFormView(
  series: Pick<Series, 'id' | 'title' | 'events'>,
  fields: readonly FormField[],
  { organisation, timeZone }: Pick<Settings, 'organisation' | 'timeZone'>,
): FormView {
  return {
    kind: 'series',
    id: series.id,
    title: series.title,
    fields,
    events: series.events.filter((event) => event.show_on_form).map((event) => ({ ...event, when: eventLine(event.date, timeZone) })),
    hasDownloadableContent: false,
    organisation: organisationOf(organisation),
    // The preview does not submit.
    submitUrl: '',
  };
}

/** The public form of a marketing form with the given fields. */
export const marketingFormView = (
  form: Pick<MarketingForm, 'id' | 'title' | 'donwloadable_content'>,
  fields: readonly FormField[],
  { organisation }: Pick<Settings, 'organisation'>,
): FormView => ({
  kind: 'form',
  id: form.id,
  title: form.title,
  fields,
  events: [],
  hasDownloadableContent: form.donwloadable_content,
  organisation: organisationOf(organisation),
  submitUrl: '',
});
