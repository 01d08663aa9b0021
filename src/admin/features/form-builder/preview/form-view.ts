import type { Settings } from '#admin/api/settings.ts';
import type { Series } from '#contract/event-series.ts';
import type { FormField } from '#contract/form-field.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import type { FormView } from '#signup/view.ts';

const shared = (form: Pick<MarketingForm, 'id' | 'title'>, fields: readonly FormField[], organisation: Settings['organisation']) => ({
  id: form.id,
  title: form.title,
  fields,
  organisation: { ...organisation, logo: organisation.logo ?? undefined, privacyUrl: organisation.privacyUrl ?? undefined },
  // The preview does not submit.
  submitUrl: '',
});

/** The public form of a series with the given fields. Like the server it leaves out hidden events. */
export const seriesFormView = (
  series: Pick<Series, 'id' | 'title' | 'events'>,
  fields: readonly FormField[],
  { organisation, timeZone }: Pick<Settings, 'organisation' | 'timeZone'>,
): FormView => ({
  ...shared(series, fields, organisation),
  kind: 'series',
  events: series.events.filter((event) => event.show_on_form).map((event) => ({ ...event, when: eventLine(event.date, timeZone) })),
  hasDownloadableContent: false,
});

/** The public form of a marketing form with the given fields. */
export const marketingFormView = (
  form: Pick<MarketingForm, 'id' | 'title' | 'donwloadable_content'>,
  fields: readonly FormField[],
  { organisation }: Pick<Settings, 'organisation'>,
): FormView => ({
  ...shared(form, fields, organisation),
  kind: 'form',
  events: [],
  hasDownloadableContent: form.donwloadable_content,
});
