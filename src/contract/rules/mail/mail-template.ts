import * as formWords from '../../texts/words/form.ts';
import { eventLine } from '../event-line.ts';
import { htmlToText } from './html-to-text.ts';
import { ALWAYS, OF_SERIES } from './mail-placeholders.ts';

/** With what a mail adds itself: for what the person was registered before. */
const OF_REPEATS = ['REPEATED', 'CONSENT', 'CONFIRM', 'UNDO'] as const;
const FURTHER = [...OF_SERIES, ...OF_REPEATS] as const;

/** Placeholders of the paragraphs that a mail adds about a repeat. */
export type OfRepeats = (typeof OF_REPEATS)[number];
/** In their lines a text template has links, as in its own text; the others hold what visitors typed. */
const WITH_LINKS: readonly string[] = ['LINK', 'EVENTS', 'CHANGES', 'NOTE', 'CONFIRM', 'UNDO'];

type Value = string | readonly string[];

/** What placeholders stand for; one that is not given stays as typed. */
export type MailValues = Readonly<Record<(typeof ALWAYS)[number], Value>> & Readonly<Partial<Record<(typeof FURTHER)[number], Value>>>;

export interface MailLetterhead {
  readonly name: string;
  readonly logo: string | null;
  readonly privacyUrl: string | null;
}

export interface FilledMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface MailTemplate {
  readonly subject: string;
  readonly template: string;
  readonly values: MailValues;
  readonly letterhead: MailLetterhead;
}

const NAMES = [...ALWAYS, ...FURTHER].join('|');
const ADDRESS = /[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s<>"']+/g;
const PLACEHOLDER = new RegExp(`%(${NAMES})%`, 'g');
const WITH_SPACE_BEFORE = new RegExp(` ?%(${NAMES})%`, 'g');
/** A URL, which may contain placeholders, or a placeholder elsewhere. */
const ADDRESS_OR_PLACEHOLDER = new RegExp(`(${ADDRESS.source})|%(${NAMES})%`, 'g');
/** Punctuation after a URL belongs to the sentence. */
const AFTER_ADDRESS = '.,;:!?)]}';
const HTML_TAG =
  /<(?:!doctype|\/?(?:a|abbr|address|article|b|big|blockquote|body|br|center|code|div|em|font|footer|h[1-6]|head|header|hr|html|i|img|li|main|ol|p|pre|s|section|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul))(?=[\s/>])[^<>]*>/i;
const SUBJECT_MAX_LENGTH = 250;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, between tags or in an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);

/** Whether a template is HTML: it contains a tag that is used in mails. */
export const isHtmlTemplate = (template: string): boolean => HTML_TAG.test(template);

/** The lines of %SUCCESS%: the chosen events with their dates, or the title of a marketing form. */
export const successLines = (
  title: string,
  events: readonly { readonly title: string; readonly startsAt: string | null; readonly endsAt?: string | null }[],
  timeZone: string,
): string[] =>
  events.length === 0 ? [title] : events.map((event) => `${event.title} – ${eventLine(event.startsAt, timeZone, event.endsAt)}`);

/** Encodes text for a URL, including apostrophes, which would end a link in single quotes. */
const inAddress = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

interface Writers {
  readonly address: (address: string) => string;
  readonly value: (text: string, name: string) => string;
  readonly literal: (text: string) => string;
}

const asIs = (text: string): string => text;

const withBreaks = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>\n');

function linked(address: string): string {
  let end = address.length;
  while (AFTER_ADDRESS.includes(address.charAt(end - 1))) end -= 1;
  const target = escapeHtml(address.slice(0, end));
  return `<a href="${target}">${target}</a>${escapeHtml(address.slice(end))}`;
}

function withLinks(text: string): string {
  let html = '';
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    html += withBreaks(text.slice(end, index)) + linked(address);
    end = index + address.length;
  }
  return html + withBreaks(text.slice(end));
}

const PLAIN: Writers = { address: asIs, value: asIs, literal: asIs };
const HTML: Writers = { address: asIs, value: withBreaks, literal: asIs };
const TEXT_AS_HTML: Writers = {
  address: linked,
  value: (text, name) => (WITH_LINKS.includes(name) ? withLinks(text) : withBreaks(text)),
  literal: withBreaks,
};

/** A single pass over the template: values are not searched for placeholders, so a first name of `%FROM%` stays as typed. */
function fill(template: string, values: MailValues, { address, value, literal }: Writers, separator = '\n'): string {
  const given = new Map<string, string | readonly string[]>(Object.entries(values));
  const words = (name: string, between: string): string => [given.get(name) ?? []].flat().join(between);
  let filled = '';
  let end = 0;
  for (const match of template.matchAll(ADDRESS_OR_PLACEHOLDER)) {
    const [whole, found, name = ''] = match;
    if (found === undefined && !given.has(name)) continue;
    filled += literal(template.slice(end, match.index));
    end = match.index + whole.length;
    if (found === undefined) filled += value(words(name, separator), name);
    else
      filled += address(found.replace(PLACEHOLDER, (same, inside: string) => (given.has(inside) ? inAddress(words(inside, ', ')) : same)));
  }
  return filled + literal(template.slice(end));
}

/** Text for a mail header: without line breaks, control characters and the mark of an encoded word, and not too long. */
export const headerLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '=\u200b?')
    .trim()
    .slice(0, SUBJECT_MAX_LENGTH)
    .toWellFormed();

function letterheadHtml({ name, logo }: MailLetterhead): string {
  const shown =
    logo === null
      ? `<strong>${escapeHtml(name)}</strong>`
      : `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="height:40px;border:0">`;
  return `<div style="margin:0 0 24px">${shown}</div>`;
}

function footerHtml({ name, privacyUrl }: MailLetterhead): string {
  const privacy = privacyUrl === null ? '' : ` · <a href="${escapeHtml(privacyUrl)}">${formWords.PRIVACY_NOTICE}</a>`;
  return `<div style="margin:24px 0 0;color:#666;font-size:13px">${escapeHtml(name)}${privacy}</div>`;
}

function withLetterhead(html: string, letterhead: MailLetterhead): string {
  const above = letterheadHtml(letterhead);
  const below = footerHtml(letterhead);
  if (!/<body[\s>]/i.test(html)) {
    return `<div style="font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">${above}<div>${html}</div>${below}</div>`;
  }
  const opened = html.replace(/<body\b[^<>]*>/i, (body) => body + above);
  return /<\/body\s*>/i.test(opened) ? opened.replace(/<\/body\s*>/i, (body) => below + body) : opened + below;
}

/** Both parts of a mail with the letterhead: name and logo above, name and privacy notice below. */
export function addLetterhead(
  { html, text }: Pick<FilledMail, 'html' | 'text'>,
  letterhead: MailLetterhead,
): Pick<FilledMail, 'html' | 'text'> {
  const { name, privacyUrl } = letterhead;
  return {
    html: withLetterhead(html, letterhead),
    text: `${text}\n\n-- \n${name}${privacyUrl === null ? '' : `\n${privacyUrl}`}\n`,
  };
}

const isBlank = (value: Value): boolean => [value].flat().every((text) => text.trim() === '');

const EVENTS_AND_WAITING = '%EVENTS% %WAITING%';
const SENTENCE_ENDS = '.!?:<>\n';

/** Where the words with a colon at the end of a text begin: after the end of a sentence, line or tag, and a space. */
function introductionStart(text: string): number {
  if (!text.endsWith(': ')) return text.length;
  let start = text.length - 2;
  while (start > 0 && !SENTENCE_ENDS.includes(text.charAt(start - 1))) start -= 1;
  return text.charAt(start) === ' ' ? start + 1 : start;
}

/** Some texts name both in one sentence; a position gets one of its own, so that nobody takes it for a place. */
function placesBeforePositions(template: string, { EVENTS = 'EVENTS', WAITING = 'WAITING' }: MailValues): string {
  if (isBlank(WAITING)) return template;
  const between = isHtmlTemplate(template) ? '<br>\n' : '\n\n';
  const position = `${formWords.ON_WAITING_LIST}: %WAITING%`;
  const parts = template.split(EVENTS_AND_WAITING);
  const last = parts.pop() ?? '';
  const withPositions = parts.map((before) =>
    isBlank(EVENTS) ? before.slice(0, introductionStart(before)) + position : `${before}%EVENTS%${between}${position}`,
  );
  return withPositions.join('') + last;
}

/** The template without the lines whose placeholders all stand for nothing, and without those that do in other lines. */
function withoutBlankValues(template: string, values: MailValues): string {
  const given = new Map<string, Value>(Object.entries(values));
  const stands = (name: string): boolean => !isBlank(given.get(name) ?? name);
  const names = (line: string): string[] => [...line.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const lines = template.split(/\r\n|\r|\n/);
  const left = lines.filter((line) => names(line).length === 0 || names(line).some(stands));
  const without = left.map((line) => line.replaceAll(WITH_SPACE_BEFORE, (whole, name: string) => (stands(name) ? whole : '')));
  const text = without.join('\n');
  return left.length === lines.length ? text : text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** A template with HTML tags is sent as HTML with a text part, any other as text with an HTML part in which URLs are links. */
export function fillMail({ subject, template, values, letterhead }: MailTemplate): FilledMail {
  const isHtml = isHtmlTemplate(template);
  const html = fill(template, values, isHtml ? HTML : TEXT_AS_HTML);
  const text = isHtml ? htmlToText(html) : fill(template, values, PLAIN).trim();
  return {
    subject: headerLine(fill(subject, values, PLAIN, ', ')),
    ...addLetterhead({ html, text }, letterhead),
  };
}

/** One of the mails of a series besides the confirmation: lines without anything to say are left out. */
export const fillKindMail = ({ template, values, ...mail }: MailTemplate): FilledMail =>
  fillMail({ ...mail, template: withoutBlankValues(placesBeforePositions(template, values), values), values });
