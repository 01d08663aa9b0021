import { hasOptions, isTick } from '#contract/rules/field-types.ts';
import { ANSWER_MAX_LENGTH, type FormRules } from '#contract/rules/sign-up.ts';
import { isBlank, isStorable } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/form.ts';
import { payloadOf } from '#signup/payload.ts';
import type { TypedValues } from '#signup/view.ts';

/** Parameters with a meaning of their own, even if a field has the same name. */
const EMBED_NAMES = new Set(['embed', 'theme']);
const YES = new Set(['true', '1', 'yes', 'on']);

/** The values in the address: texts, existing options, boxes to tick, visible events. Never the consent box, nor the page's hidden inputs. */
export function prefillOf(form: FormRules, query: URLSearchParams): TypedValues {
  const isBox = (name: string): boolean => form.fields.some((field) => isTick(field) && field.name === name);
  const isOffered = (name: string, value: string): boolean => {
    const field = form.fields.find((candidate) => candidate.name === name);
    if (field && hasOptions(field)) return field.options.includes(value);
    if (name === 'events') return form.events.some((event) => event.id === value);
    return !isBlank(value) && value.length <= ANSWER_MAX_LENGTH && isStorable(value);
  };
  const typed = payloadOf(form, (name) =>
    query.getAll(name).filter((value) => (isBox(name) ? YES.has(value.toLowerCase()) : isOffered(name, value))),
  );
  const names = new Set([...Object.keys(words.LABELS), 'events', ...form.fields.map(({ name }) => name)]).difference(EMBED_NAMES);
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => names.has(name) && value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}
