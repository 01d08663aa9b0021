import { isTick, takesAnswer } from '#contract/rules/field-types.ts';
import * as keys from '#contract/rules/payload-keys.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';
import type { TypedValues } from './view.ts';

/** Name of the hidden input with the idempotency key of a post without script. */
export const IDEMPOTENCY_KEY_NAME = '_key';
const PAGE_NAMES = [keys.HONEYPOT_NAME, keys.FORM_TOKEN_NAME, ...keys.SOURCE_KEYS, keys.VIA_NAME] as const;

/** Browsers post line breaks as CR LF and give them to scripts as LF. */
const withUnixLineBreaks = (text: string): string => text.replaceAll('\r\n', '\n');

/** The payload of a form, from `FormData` in the browser or a posted body on the server; `valuesOf` has the texts sent under a name. */
export function payloadOf(form: FormRules, valuesOf: (name: string) => readonly string[]): TypedValues {
  const text = (name: string): [string, string][] => {
    const [first] = valuesOf(name);
    return first === undefined ? [] : [[name, withUnixLineBreaks(first)]];
  };
  const chosen = ['events', keys.WAITING_LIST_NAME].flatMap(valuesOf);
  const isOfChosen = (value: string): boolean => chosen.some((id) => value.startsWith(id));
  const list = (name: string): [string, readonly string[]][] => {
    const values = form.kind === 'series' ? [...new Set(valuesOf(name))].filter(isOfChosen).toSorted() : [];
    return values.length > 0 ? [[name, values]] : [];
  };
  const answers = form.fields
    .filter(takesAnswer)
    .flatMap((field): [string, string | boolean][] => (isTick(field) ? [[field.name, valuesOf(field.name).length > 0]] : text(field.name)));
  return Object.fromEntries<string | boolean | readonly string[]>([
    ...Object.keys(words.LABELS).flatMap(text),
    ...(form.kind === 'series' ? ([['events', valuesOf('events')]] as const) : []),
    ...[keys.WAITING_LIST_NAME, keys.SHOWN_DATES_NAME].flatMap(list),
    ...answers,
    ['accepts_marketing', valuesOf('accepts_marketing').length > 0],
    ...PAGE_NAMES.flatMap(text),
  ]);
}
