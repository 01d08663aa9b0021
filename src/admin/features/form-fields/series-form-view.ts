import type { Settings } from '#admin/api/settings.ts';
import type { Series } from '#contract/event-series.ts';
import type { FormField } from '#contract/form-field.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import type { FormView } from '#signup/view.ts';

/** What the public form of a series would show with these fields: visible events only, as the server has it (decision 15). */
export function seriesFormView(
  series: Pick<Series, 'id' | 'title' | 'events'>,
  fields: readonly FormField[],
  { organisation, timeZone }: Pick<Settings, 'organisation' | 'timeZone'>,
): FormView {
  const { name, logo, consentText, privacyUrl } = organisation;
  return {
    kind: 'series',
    id: series.id,
    title: series.title,
    fields,
    events: series.events.filter((event) => event.show_on_form).map((event) => ({ ...event, when: eventLine(event.date, timeZone) })),
    hasDownloadableContent: false,
    organisation: { name, logo: logo ?? undefined, consentText, privacyUrl: privacyUrl ?? undefined },
    // A preview sends nothing.
    submitUrl: '',
  };
}
