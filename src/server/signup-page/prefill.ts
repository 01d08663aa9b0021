import { ANSWER_MAX_LENGTH, type SignUpForm } from '#contract/rules/sign-up.ts';
import { isBlank, isStorable } from '#contract/rules/text.ts';
import { payloadOf } from '#signup/payload.ts';
import type { TypedValues } from '#signup/view.ts';

/** What every form asks and the address can fill in. */
export const PREFILLED_NAMES = ['first_name', 'last_name', 'job_title', 'organisation', 'email', 'events'] as const;

/** Words of the address that say how the page looks, whatever fields the form has. */
const LOOK_NAMES = new Set(['embed', 'theme']);
const YES = new Set(['true', '1', 'yes', 'on']);

/**
 * What the address fills in beforehand: texts, options that exist, boxes that are to be ticked, visible events. Never the
 * consent box (decision 48), nor anything that the page adds by itself.
 */
export function prefillOf(form: SignUpForm, query: URLSearchParams): TypedValues {
  const isBox = (name: string): boolean => form.fields.some((field) => field.type === 'checkbox' && field.name === name);
  const isOffered = (name: string, value: string): boolean => {
    const field = form.fields.find((candidate) => candidate.name === name);
    if (field?.type === 'select') return field.options.includes(value);
    if (name === 'events') return form.events.some((event) => event.id === value);
    return !isBlank(value) && value.length <= ANSWER_MAX_LENGTH && isStorable(value);
  };
  const asked = payloadOf(form, (name) =>
    query.getAll(name).filter((value) => (isBox(name) ? YES.has(value.toLowerCase()) : isOffered(name, value))),
  );
  const names = new Set<string>([...PREFILLED_NAMES, ...form.fields.map(({ name }) => name)]).difference(LOOK_NAMES);
  return Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => names.has(name) && value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}
