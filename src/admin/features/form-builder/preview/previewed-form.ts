import type { Settings } from '#admin/api/settings.ts';
import type { Series } from '#contract/event-series.ts';
import type { FormField } from '#contract/form-field.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { shownEvent } from '#signup/shown-event.ts';
import type { FormView } from '#signup/view.ts';

type PreviewedForm = Pick<Series, 'id' | 'title' | 'events' | 'closed_text'> | Pick<MarketingForm, 'id' | 'title' | 'donwloadable_content'>;

/** The public form of a series or a marketing form with the given fields. Like the server it leaves out hidden events. */
export function previewedForm(
  form: PreviewedForm,
  fields: readonly FormField[],
  { organisation, timeZone }: Pick<Settings, 'organisation' | 'timeZone'>,
): FormView {
  const events = 'events' in form ? form.events.filter((event) => event.show_on_form) : [];
  return {
    kind: 'events' in form ? 'series' : 'form',
    id: form.id,
    title: form.title,
    fields,
    events: events.map((event) => shownEvent(event, timeZone)),
    hasDownloadableContent: 'donwloadable_content' in form && form.donwloadable_content,
    organisation: { ...organisation, logo: organisation.logo ?? undefined, privacyUrl: organisation.privacyUrl ?? undefined },
    // The preview does not submit.
    submitUrl: '',
    closedText: 'events' in form ? (form.closed_text ?? undefined) : undefined,
  };
}
