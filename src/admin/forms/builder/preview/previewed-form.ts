import type { Settings } from '#admin/api/settings.ts';
import type { Series } from '#contract/forms/event-series.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { shownEvents } from '#signup/shown-event.ts';
import type { FormView } from '#signup/view.ts';

type PreviewedForm = Pick<Series, 'id' | 'title' | 'events' | 'closed_text'> | Pick<MarketingForm, 'id' | 'title' | 'donwloadable_content'>;

/** The public form of a series or a marketing form with the given fields. Like the server it leaves out hidden events. */
export function previewedForm(
  form: PreviewedForm,
  fields: readonly FormField[],
  { organisation, timeZone }: Pick<Settings, 'organisation' | 'timeZone'>,
): FormView {
  const { name, logo, consentText, privacyUrl } = organisation;
  return {
    kind: 'events' in form ? 'series' : 'marketing',
    id: form.id,
    title: form.title,
    fields,
    ...('events' in form
      ? shownEvents({ events: form.events.filter((event) => event.show_on_form), closedText: form.closed_text }, timeZone)
      : { events: [] }),
    hasDownloadableContent: 'donwloadable_content' in form && form.donwloadable_content,
    organisation: { name, logo: logo ?? undefined, consentText, privacyUrl: privacyUrl ?? undefined },
    // The preview does not submit.
    submitUrl: '',
  };
}
