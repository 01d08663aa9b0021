import type { Settings } from '#admin/api/settings.ts';
import type { ReadForm } from '#admin/reads/form-queries.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { withClosing } from '#contract/rules/event-times.ts';
import { type FormView, shownEvents } from '#signup/view.ts';

type PreviewedForm =
  | Pick<Extract<ReadForm, { kind: 'series' }>, 'kind' | 'id' | 'title' | 'events' | 'closed_text'>
  | Pick<Extract<ReadForm, { kind: 'marketing' }>, 'kind' | 'id' | 'title' | 'donwloadable_content'>;

const eventsOf = ({ events }: Extract<PreviewedForm, { kind: 'series' }>, timeZone: string) =>
  events
    .filter((event) => event.show_on_form)
    .map((event) => withClosing({ ...event, is_cancelled: event.cancelled_at === null ? null : (true as const) }, timeZone));

/** The public form of a series or a marketing form with the given fields. Like the server, it omits hidden events. */
export function previewedForm(
  form: PreviewedForm,
  fields: readonly FormField[],
  { organisation, timeZone }: Pick<Settings, 'organisation' | 'timeZone'>,
): FormView {
  const { name, logo, consentText, privacyUrl } = organisation;
  return {
    kind: form.kind,
    id: form.id,
    title: form.title,
    fields,
    ...(form.kind === 'series'
      ? shownEvents({ events: eventsOf(form, timeZone), closedText: form.closed_text }, timeZone)
      : { events: [] }),
    hasDownloadableContent: form.kind === 'marketing' && form.donwloadable_content,
    organisation: { name, logo: logo ?? undefined, consentText, privacyUrl: privacyUrl ?? undefined },
    // The preview does not submit.
    submitUrl: '',
  };
}
