import { sourceValue } from '#contract/rules/check-sign-up.ts';
import { hasOptions, isTick } from '#contract/rules/field-types.ts';
import { type Source, SOURCE_KEYS, type Via, VIA_NAME, viaOf } from '#contract/rules/payload-keys.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { folded } from '#contract/rules/search-words.ts';
import { ANSWER_MAX_LENGTH, type FormRules } from '#contract/rules/sign-up.ts';
import { isBlank, isStorable } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/form.ts';
import { payloadOf } from '#signup/payload.ts';
import type { Confirmation, TypedValues } from '#signup/view.ts';
import type { SignUpPageSettings } from './form-view.ts';

export interface RedirectTarget {
  readonly address: string;
  /** Whether the host is trusted; otherwise the form asks before it goes there. */
  readonly isKnown: boolean;
}

type RedirectRules = Pick<SignUpPageSettings, 'publicUrl' | 'eventsServerUrl' | 'allowedEmailDomains' | 'redirectHosts'>;

const isOurs = ({ host, hostname }: URL, { publicUrl, eventsServerUrl, allowedEmailDomains }: RedirectRules): boolean =>
  [publicUrl, eventsServerUrl].some((ours) => new URL(ours).host === host) ||
  allowedEmailDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));

/** The target of `redirectTo`: an absolute http(s) address; if hosts are configured, only those and by https. */
export function redirectTarget(address: string | null, rules: RedirectRules): RedirectTarget | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  if (!isPlain) return undefined;
  if (rules.redirectHosts === undefined) return { address: url.href, isKnown: isOurs(url, rules) };
  return url.protocol === 'https:' && rules.redirectHosts.includes(url.host) ? { address: url.href, isKnown: true } : undefined;
}

/** Parameters with a meaning of their own, even if a field has the same name. */
const EMBED_NAMES = new Set(['embed', 'theme']);
const YES = new Set(['true', '1', 'yes', 'on']);

/** The options that values name, however a mail merge spelled them; a plus sign that was not encoded arrives as a space. An address may have a thousand values, so each option is folded once. */
function optionsNamed({ options }: PublicField, values: readonly string[]): string[] {
  const spelledAs = (spell: (option: string) => string) => options.toReversed().map((option) => [folded(spell(option)), option] as const);
  const spelled = new Map([...spelledAs((option) => option.replaceAll('+', ' ')), ...spelledAs((option) => option)]);
  return values.flatMap((value) =>
    options.includes(value) ? value : (spelled.get(folded(value)) ?? spelled.get(folded(value.trim())) ?? []),
  );
}

/** U+FFFD means letters in an unknown encoding; pairs of signs around the whole value mean that a mailing did not fill it in, such as `{{first_name}}`, `*|FNAME|*` or `«First_Name»`, and `null` or `undefined` that it had nothing to fill in. Someone called Null has a capital. */
const UNREADABLE = /\uFFFD|^\s*(?:\$?\{.*\}|\[.*\]|<.*>|«.*»|‹.*›|\*\|.*\|\*|%.*%|\(?null\)?|undefined|([*|#$@~&_-])\S+\1)\s*$/s;

/** The intended text: an address has no spaces, so one in a link was a plus sign that was not encoded, and so was one before a phone number, which has more digits than a date. */
function textOf(name: string, value: string): string | undefined {
  const text = name === 'email' ? value.trim().replaceAll(' ', '+') : value.replace(/^ (?=[1-9](?:[ ()/.-]*\d){8,}[ ()/.-]*$)/, '+');
  return isBlank(text) || text.length > ANSWER_MAX_LENGTH || !isStorable(text) || UNREADABLE.test(text) ? undefined : text;
}

/** As a whole still an escaped text: some redirects and link trackers escape the query they pass on again. */
const ESCAPED_TWICE = /^(?=.*%)(?:[\w.~!*'()+-]|%[\dA-F]{2})+$/i;

function unescaped(value: string): string {
  const read = ESCAPED_TWICE.test(value) ? new URLSearchParams(`_=${value}`).get('_') : null;
  return read === null || read.includes('\uFFFD') ? value : read;
}

/** Restores small letters of Western Europe whose UTF-8 was read as Windows-1252: `MÃ¼ller` is Müller. Between capitals an Ã may be meant, as in «IRMÃ». */
const inItsLetters = (text: string): string =>
  /[a-z]Ã[\u009fŸ\u00a0-¿]|Ã[¡-¿][a-z]/.test(text)
    ? text.replaceAll('ÃŸ', 'ß').replaceAll(/Ã([\u009f-¿])/g, (_, sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 64))
    : text;

const valuesIn = (query: URLSearchParams, name: string): string[] =>
  query
    .getAll(name)
    .map(unescaped)
    .map(inItsLetters)
    .flatMap((value) => (name === 'events' ? value.toLowerCase().split(/[\s,;]+/) : value));

/** What the values of a parameter mean to the form, without any that it does not offer. */
function meant({ fields, events }: FormRules, name: string, values: readonly string[]): readonly string[] {
  const field = fields.find((candidate) => candidate.name === name);
  if (values.length === 0) return [];
  if (field && isTick(field)) return values.filter((value) => YES.has(value.toLowerCase()));
  if (field && hasOptions(field)) return optionsNamed(field, values);
  if (name !== 'events') return values.flatMap((value) => textOf(name, value) ?? []);
  const ids = new Set(values);
  return events.map(({ id }) => id).filter((id) => ids.has(id));
}

/** The values in the address: texts, existing options, boxes to tick, visible events. Never the consent box, nor the page's hidden inputs. */
export function prefillOf(form: FormRules, query: URLSearchParams): TypedValues {
  if (query.size === 0) return {};
  const typed = payloadOf(form, (name) => meant(form, name, valuesIn(query, name)));
  const names = new Set([...Object.keys(words.LABELS), 'events', ...form.fields.map(({ name }) => name)]).difference(EMBED_NAMES);
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => names.has(name) && value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Origin and path of an http(s) address; the query may hold personal data. */
function pageOf(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, origin, pathname } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? `${origin}${pathname}` : undefined;
}

/** How a visitor came to the form: the embed script and the QR code say so in the address. */
const viaOfPage = (query: URLSearchParams): Via => viaOf(query.get(VIA_NAME)) ?? (query.get('embed') === '1' ? 'frame' : 'page');

interface SourcePage {
  readonly formPath: string;
  /** Whether the page says how a visitor came to it, and so reports visits (setting VISIT_REPORTS). */
  readonly hasVia: boolean;
}

/** Where a visitor comes from: `utm_…` parameters, and the page that embeds or links the form, but not its own page. */
export function sourceOf(query: URLSearchParams, referer: string | undefined, { formPath, hasVia }: SourcePage): Source {
  const previous = pageOf(referer);
  const page = pageOf(query.get('source_page')) ?? (previous !== undefined && !previous.endsWith(formPath) ? previous : undefined);
  const entries = SOURCE_KEYS.map((key) => [key, sourceValue(key, key === 'source_page' ? page : query.get(key))] as const);
  const source = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return hasVia ? { ...source, [VIA_NAME]: viaOfPage(query) } : source;
}

/** A text that looks escaped stays itself when it is read from the link. */
const escapedForLink = (text: string): string => (ESCAPED_TWICE.test(text) ? encodeURIComponent(text) : text);

/** The address of the form for the next person: this page's query without prefilled values, and what is kept. */
export function addressForNext(query: URLSearchParams, { kept }: Pick<Confirmation, 'kept'>): string {
  const params = [...query].filter(([name]) => ['embed', 'theme', 'redirectTo', VIA_NAME, ...SOURCE_KEYS].includes(name));
  const values = Object.entries(kept).flatMap(([name, value]) => [value].flat().map((text) => [name, escapedForLink(String(text))]));
  return `?${new URLSearchParams([...params, ...values].filter(([, value]) => value !== '')).toString()}`;
}
