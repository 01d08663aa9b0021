import type { TypedValues } from '#signup/view.ts';
import { escapeHtml } from './html.ts';

/** The place of a control's value in the HTML of a form. */
export interface ValueSlot {
  readonly start: number;
  readonly end: number;
  /** The HTML for this place, given all values. */
  readonly fill: (values: TypedValues) => string;
}

type Value = TypedValues[string] | undefined;

const CONTROL = /<(input|textarea|select)\b[^>]*>/g;
const NAME = / name="([^"]*)"/;
const TEXT_VALUE = / value="/;
const BOX_MARK = /( checked="")? value="([^"]*)"/;
const OPTION = /<option value="([^"]*)"( selected="")?>/g;

const textOf = (value: Value): string => (typeof value === 'string' ? value : '');
const givenValue = (values: TypedValues, name: string): Value => (Object.hasOwn(values, name) ? values[name] : undefined);

/** Browsers drop a line break at the start of a textarea, so it is doubled. */
const asContent = (text: string): string => `${text.startsWith('\n') ? '\n' : ''}${escapeHtml(text)}`;

function inputSlot(tag: string, start: number, name: string): ValueSlot[] {
  const at = TEXT_VALUE.exec(tag);
  if (at === null) return [];
  const place = start + at.index + at[0].length;
  return [{ start: place, end: place, fill: (values) => escapeHtml(textOf(givenValue(values, name))) }];
}

function boxSlot(tag: string, start: number, name: string): ValueSlot[] {
  const at = BOX_MARK.exec(tag);
  if (at === null) return [];
  const [, mark = '', own = ''] = at;
  const place = start + at.index;
  const fill = (values: TypedValues): string => {
    const value = givenValue(values, name);
    if (value === undefined) return mark;
    return value === true || (Array.isArray(value) && value.includes(own)) ? ' checked=""' : '';
  };
  return [{ start: place, end: place + mark.length, fill }];
}

function optionSlots(html: string, start: number, name: string): ValueSlot[] {
  const options = html.slice(start, html.indexOf('</select>', start));
  return [...options.matchAll(OPTION)].map(([tag, own = '', mark = ''], index, all) => {
    const end = start + (all[index]?.index ?? 0) + tag.length - 1;
    const fill = (values: TypedValues): string => (escapeHtml(textOf(givenValue(values, name))) === own ? ' selected=""' : '');
    return { start: end - mark.length, end, fill };
  });
}

/**
 * Finds the slots of these controls in a form that React rendered without values, in order. With its slots filled, the HTML is
 * exactly what React renders with the values; a test compares the two.
 * @param from index in `html` at which the form begins
 */
export function valueSlots(html: string, from: number, names: readonly string[]): ValueSlot[] {
  const known = new Map(names.map((name) => [escapeHtml(name), name]));
  const slotsOf = (tag: string, kind: string | undefined, start: number): ValueSlot[] => {
    const name = known.get(NAME.exec(tag)?.[1] ?? '');
    if (name === undefined) return [];
    const end = start + tag.length;
    if (kind === 'select') return optionSlots(html, end, name);
    if (kind === 'textarea') return [{ start: end, end, fill: (values) => asContent(textOf(givenValue(values, name))) }];
    return tag.includes(' type="checkbox"') ? boxSlot(tag, start, name) : inputSlot(tag, start, name);
  };
  return [...html.slice(from).matchAll(CONTROL)].flatMap((found) => slotsOf(found[0], found[1], from + found.index));
}
