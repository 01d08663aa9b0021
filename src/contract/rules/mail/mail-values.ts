import type { MailText } from '../../texts/words/mails.ts';
import { escapeHtml, WEB_ADDRESS } from '../text.ts';
import { itemLines, type MailItem } from './mail-items.ts';
import { ALWAYS, OF_SERIES, type PlaceholderName } from './mail-placeholders.ts';

/** Including what a mail adds itself: offers, the person's other registrations, and what follows a repeat. */
const OF_UNDO = ['CONSENT', 'CONFIRM', 'UNDO', 'AGAIN'] as const;
const FURTHER = [...OF_SERIES, 'OFFERED', 'OTHERS', 'CONTACT', 'REPEATED', ...OF_UNDO] as const;

export type OfUndo = (typeof OF_UNDO)[number];

/** In their lines a text template has links, as in its own text; the others contain what visitors typed. */
const WITH_LINKS: readonly string[] = ['LINK', 'EVENTS', 'CHANGES', 'NOTE', 'FEEDBACK', 'CONFIRM', 'UNDO', 'AGAIN'];

export type Value = string | readonly MailItem[];

/** The values of placeholders; one without a value stays as typed. */
export type MailValues = Readonly<Record<(typeof ALWAYS)[number], Value>> & Readonly<Partial<Record<(typeof FURTHER)[number], Value>>>;

const NAMES = [...ALWAYS, ...FURTHER].join('|');
export const PLACEHOLDER = new RegExp(`%(${NAMES})%`, 'g');
export const WITH_SPACE_BEFORE = new RegExp(` ?%(${NAMES})%`, 'g');
/** Marks a placeholder that stays as typed. Nobody can type it: texts are stored with a space or line break instead. */
const AS_TYPED = '\u0085';

/** Each may list forty events, and no real text has as many. */
const PLACEHOLDERS_MAX = 50;

const marked = (text: string, stands: (name: string) => boolean): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (stands(name) ? whole : `%${AS_TYPED}${name}%`));

/** Placeholders as editors of HTML write them in links, which take them for addresses. */
const EDITED = new RegExp(`(?:https?://%(?:25)?|%25)(LINK|FEEDBACK)%(?:25)?|%25(${NAMES})%25`, 'g');
export const unedited = (template: string): string => template.replaceAll(EDITED, (_, link?: string, name?: string) => `%${link ?? name}%`);

/** Whether a text has a placeholder, also as an editor of HTML writes it. */
export const hasPlaceholder = (text: string, name: string): boolean => unedited(text).includes(`%${name}%`);

/** The subject and template that staff wrote, in which only the `known` placeholders have a value. */
export function onlyKnown({ subject, template }: MailText, known: readonly PlaceholderName[]): MailText {
  const names: readonly string[] = known;
  const isKnown = (name: string): boolean => names.includes(name);
  return { subject: marked(subject, isKnown), template: marked(unedited(template), isKnown) };
}

/** A URL or the `mailto:` of a link, which may contain placeholders, or a placeholder elsewhere. */
const ADDRESS_OR_PLACEHOLDER = new RegExp(`(?<address>${WEB_ADDRESS.source}|(?<=["'])mailto:[^"'<>\\n]*)|%(?<name>${NAMES})%`, 'giu');
const BLOCKS =
  'address|article|blockquote|body|center|div|footer|h[1-6]|head|header|hr|html|li|main|ol|p|pre|section|style|table|tbody|td|tfoot|th|thead|tr|ul';
const INLINE = 'a|abbr|b|big|br|code|em|font|i|img|s|small|span|strike|strong|sub|sup|u';
/** The attributes without a value; other words after a name are prose: `a <b c then > x`. */
const BARE = 'alt|border|compact|download|hidden|noshade|nowrap|reversed';
const tagOf = (names: string) =>
  new RegExp(`<(?:!doctype\\s[^<>]*|/?(?:${names})(?:\\s+(?:${BARE}))*(?:\\s+[\\w:-]+\\s*=[^<>]*|\\s*/?))>`, 'i');
const HTML_TAG = tagOf(`${BLOCKS}|${INLINE}`);
const BLOCK_TAG = tagOf(BLOCKS);

/** Whether a template is HTML: it contains a tag used in mails. */
export const isHtmlTemplate = (template: string): boolean => HTML_TAG.test(template);

/** Before an address or placeholder in angle brackets, which would be a tag that nobody sees. */
const BRACKET = new RegExp(`<(?=(?:[^\\s<>@"'=!]+@[^\\s<>]+|https?://[^\\s<>]+|%(?:${NAMES})%)>)`, 'gi');

/** A template without what editors did to it, whose placeholders beyond the first ones stay as typed. */
export function asMeant(template: string): string {
  const meant = unedited(template).replaceAll(BRACKET, isHtmlTemplate(template) ? '&lt;' : '<');
  let left = PLACEHOLDERS_MAX;
  return marked(meant, () => (left -= 1) >= 0);
}

export const LISTS = ['EVENTS', 'SUCCESS', 'WAITING', 'OFFERED', 'OTHERS', 'REPEATED', 'CHANGES', 'QR'] as const;
const LIST_AT_END = new RegExp(`(?:^|(?<=:))[^\\S\\n]*%(?:${LISTS.join('|')})%[^\\S\\n]*$`, 'gm');

/** The template of a text with tags on only some words, with its paragraphs and lines as elements; any other unchanged. */
export function withParagraphs(template: string): string {
  if (!isHtmlTemplate(template) || BLOCK_TAG.test(template)) return template;
  const lineBreak = /<br[\s/>]/i.test(template) ? '\n' : '\n<br>';
  const typed = template.replaceAll(/\r\n|\r/g, '\n').replaceAll(LIST_AT_END, '\n\n$&\n\n');
  const paragraphs = typed.split(/\n[^\S\n]*\n/).map((paragraph) => paragraph.trim());
  return paragraphs.flatMap((lines) => (lines === '' ? [] : [`<p>\n${lines.replaceAll('\n', lineBreak)}\n</p>`])).join('\n');
}

/** Whether a placeholder is empty. */
export const isNothing = (value: Value = ''): boolean => (typeof value === 'string' ? value.trim() === '' : value.length === 0);

/** Encodes text for a URL, including apostrophes, which would end a link in single quotes. */
const inAddress = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** In a `mailto:` the recipient is not encoded, since mail programs show it. */
const withRecipient = (address: string): string =>
  address.replace(/^mailto:[^?]*/i, (recipient) => recipient.replaceAll('%40', '@').replaceAll('%2B', '+'));

/** How the parts of a filled template are written. */
interface Writers {
  readonly address: (address: string) => string;
  readonly value: (text: string, name: string) => string;
  readonly literal: (text: string) => string;
}

const asIs = (text: string): string => text;

const withBreaks = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>\n');

/** Text as HTML, in which a span of hours does not break. */
export const proseHtml = (text: string): string => withBreaks(text).replaceAll(/\d\d:\d\d–\d\d:\d\d/g, '<span class="n">$&</span>');

function linked(address: string): string {
  const target = escapeHtml(address);
  return `<a href="${target}" class="l">${target}</a>`;
}

/** Text as HTML, in which URLs are links. */
export const withLinks = (text: string): string =>
  text
    .split(WEB_ADDRESS)
    .map((part, index) => (index % 2 === 1 ? linked(part) : proseHtml(part)))
    .join('');

/** A name for the body of a mail, which mail programs do not turn into a link. Some show a word joiner as a box, but not this. */
export const unlinked = (name: string): string => name.replaceAll(/[.。．․｡﹒](?=\S)/g, '$&\u200c');

const inBody = (text: string, name: string): string => (name === 'FNAME' ? unlinked(text) : text);

function valueInText(typed: string, name: string): string {
  const text = inBody(typed, name);
  const html = WITH_LINKS.includes(name) ? withLinks(text) : proseHtml(text);
  return name === 'OFFER_ENDS' ? `<strong>${html}</strong>` : html;
}

const FIRST_NAME_IN_SUBJECT = 40;
const inSubject = (text: string, name: string): string =>
  name === 'FNAME' ? Array.from(text).slice(0, FIRST_NAME_IN_SUBJECT).join('') : text;

export const PLAIN: Writers = { address: asIs, value: inBody, literal: asIs };
export const SUBJECT: Writers = { address: asIs, value: inSubject, literal: asIs };
export const HTML: Writers = { address: asIs, value: (text, name) => withBreaks(inBody(text, name)), literal: asIs };
export const TEXT_AS_HTML: Writers = { address: linked, value: valueInText, literal: proseHtml };

const linesOf = (value: Value, isWhole: boolean): readonly string[] => (typeof value === 'string' ? [value] : itemLines(value, isWhole));

/** A single pass over the template: values are not searched for placeholders, so a first name of `%FROM%` stays as typed. */
export function fill(template: string, values: Partial<MailValues>, { address, value, literal }: Writers, separator = '\n'): string {
  const given: Readonly<Partial<Record<string, Value>>> = values;
  // Only a list with a line for each event has room for place and link.
  const words = (name: string, between: string): string => linesOf(given[name] ?? [], name === 'EVENTS' && between === '\n').join(between);
  let filled = '';
  let end = 0;
  for (const match of template.matchAll(ADDRESS_OR_PLACEHOLDER)) {
    const [whole] = match;
    const { address: found, name = '' } = match.groups ?? {};
    if (found === undefined && given[name] === undefined) continue;
    filled += literal(template.slice(end, match.index));
    end = match.index + whole.length;
    if (found === undefined) filled += value(words(name, separator), name);
    else {
      const encoded = (same: string, inside: string) => (given[inside] === undefined ? same : inAddress(words(inside, ', ')));
      filled += address(withRecipient(found.replace(PLACEHOLDER, encoded)));
    }
  }
  return (filled + literal(template.slice(end))).replaceAll(AS_TYPED, '');
}
