import type { FormField } from '#contract/forms/form-field.ts';
import { BRUNCH_EVENT_GONE, BRUNCH_EVENT_HIDDEN, BRUNCH_EVENT_PLAIN } from '#contract/texts/builder.ts';
import type { BrunchEvent } from '../builder-kind.ts';

/** Why visitors do not see a brunch field; undefined when its event is on the form. */
export function brunchProblem(
  field: Pick<FormField, 'brunch_event' | 'brunch_event_id'>,
  events: readonly BrunchEvent[],
): string | undefined {
  if (!field.brunch_event) return undefined;
  const event = events.find(({ id }) => id === field.brunch_event_id);
  if (event === undefined) return BRUNCH_EVENT_GONE;
  if (!event.brunch_event) return BRUNCH_EVENT_PLAIN;
  return event.show_on_form ? undefined : BRUNCH_EVENT_HIDDEN;
}
