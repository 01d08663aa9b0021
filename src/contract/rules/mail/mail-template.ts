import type { FormRef } from '../../forms/form-ref.ts';
import type { MailKind } from '../../registrations/mail-kind.ts';
import type { RegistrationStatus } from '../../registrations/places.ts';
import * as words from '../../texts/words/mails.ts';
import { shortened } from '../text.ts';
import { fitTemplate, type MailRights } from './fit-template.ts';
import { htmlToText } from './html-to-text.ts';
import { isChange, isCode, isEvent, itemParagraphs, type MailItem } from './mail-items.ts';
import { buttonHtml, codeHtml, footText, listWriter, type MailLetterhead, mailPage, paragraphHtml, withLetterhead } from './mail-layout.ts';
import {
  asMeant,
  fill,
  HTML,
  isHtmlTemplate,
  isNothing,
  LISTS,
  type MailValues,
  PLAIN,
  SUBJECT,
  TEXT_AS_HTML,
  type Value,
  withParagraphs,
} from './mail-values.ts';

export interface FilledMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The preview text that mail programs show next to the subject. */
  readonly preheader?: string;
}

/** A mail before its placeholders are filled in. */
export interface MailDraft extends MailRights {
  /** None: the confirmation; a mailing has the same buttons. */
  readonly kind?: MailKind | undefined;
  /** The kind of the form that the mail is about; a series unless given. */
  readonly formKind?: FormRef['kind'];
  /** What the person has at the event that the mail is about. */
  readonly standing?: RegistrationStatus | null | undefined;
  readonly subject: string;
  readonly template: string;
  readonly values: MailValues;
}

interface MailTemplate extends MailDraft {
  readonly letterhead: MailLetterhead;
}

const SUBJECT_MAX_LENGTH = 250;

/** Text for a mail header: without line breaks, control characters and the mark of an encoded word, and not too long. */
export const headerLine = (text: string): string =>
  shortened(
    text
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replaceAll('=?', '=\u200b?')
      .trim(),
    SUBJECT_MAX_LENGTH,
  );

/** A part of a template: text, the list of a placeholder, or the button. */
type Block = { readonly words: string } | { readonly items: readonly MailItem[] } | { readonly link: (typeof BUTTON_LINKS)[number] };

const ALONE_IN_PARAGRAPH = new RegExp(`<p\\b[^<>]*>\\s*%(${LISTS.join('|')})%\\s*</p\\s*>`, 'gi');

const isWholeDocument = (template: string): boolean => /<(?:html|body)[\s>]/i.test(template);
/** Whether a template sets its own colours, which would not suit a dark scheme. */
const hasColours = (template: string): boolean => /(?:color|background(?:-[a-z]{1,9})?)["']?\s{0,9}[:=]/i.test(template);

/** The first of these at the end of a line is the button. */
const BUTTON_LINKS = ['LINK', 'FEEDBACK'] as const;

/** The list or link at the end of a line that becomes a block, with the text before it. */
function blockAt(line: string, values: MailValues, isLinkKept: boolean): { readonly before: string; readonly block: Block } | undefined {
  const typed = line.trimEnd();
  const before = (name: string): string => typed.slice(0, -name.length - 2).trimEnd();
  for (const name of LISTS) {
    const { [name]: items } = values;
    if (typed.endsWith(`%${name}%`) && Array.isArray(items) && /^$|:$/.test(before(name).slice(-1)))
      return { before: before(name), block: { items } };
  }
  const link = isLinkKept ? undefined : BUTTON_LINKS.find((name) => new RegExp(`(?:^|\\s)%${name}%$`).test(typed));
  if (link === undefined || typeof values[link] !== 'string') return undefined;
  return { before: before(link), block: { link } };
}

/** Lists are alone on a line, after a colon at its end, or alone in an HTML paragraph; the first link at the end of a line of text is the button. */
function blocksOf(template: string, values: MailValues, isHtml: boolean): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.some((line) => line.trim() !== '')) blocks.push({ words: lines.join('\n').trimEnd() });
    lines = [];
  };
  let isLinkKept = isHtml;
  const separated = isHtml ? template.replaceAll(ALONE_IN_PARAGRAPH, '\n%$1%\n') : template;
  for (const line of separated.split('\n')) {
    const found = blockAt(line, values, isLinkKept);
    lines.push(found?.before ?? line);
    if (found !== undefined || (line.trim() === '' && !isHtml)) flush();
    if (found === undefined) continue;
    blocks.push(found.block);
    isLinkKept ||= 'link' in found.block;
  }
  flush();
  return blocks;
}

/** The check-in code goes where the template has it, otherwise below the last event with a place. */
function withCode(blocks: readonly Block[], { code }: MailLetterhead): readonly Block[] {
  const has = (isOne: (item: MailItem) => boolean) => (block: Block) => 'items' in block && block.items.some(isOne);
  const last = blocks.findLastIndex(has((item) => isEvent(item) && item.position === ''));
  return code === undefined || last === -1 || blocks.some(has(isCode)) ? blocks : blocks.toSpliced(last + 1, 0, { items: [{ code }] });
}

const BUTTON_OF_KIND: Readonly<Partial<Record<MailKind, string>>> = { cancelled: words.BUTTONS.see, offer_ended: words.BUTTONS.options };
/** Whatever the person has at the event. */
const ALWAYS_BUTTON_OF_KIND: Readonly<Partial<Record<MailKind, string>>> = {
  offer: words.BUTTONS.answer,
  event_cancelled: words.BUTTONS.dates,
};
const BUTTON_OF_STATUS: Readonly<Partial<Record<RegistrationStatus, string>>> = {
  waiting: words.BUTTONS.position,
  offered: words.BUTTONS.offer,
};

const onlyWaits = ({ EVENTS, OFFERED, WAITING }: MailValues): boolean => isNothing(EVENTS) && isNothing(OFFERED) && !isNothing(WAITING);

/** The label of the button, which only promises what applies. */
function buttonOf({ kind = 'link', standing, canChange, values }: MailTemplate): string {
  const label = ALWAYS_BUTTON_OF_KIND[kind] ?? BUTTON_OF_STATUS[standing ?? 'confirmed'] ?? BUTTON_OF_KIND[kind];
  if (label !== undefined) return label;
  if (onlyWaits(values)) return words.BUTTONS.position;
  return kind === 'updated' || canChange === false ? words.BUTTONS.see : words.BUTTONS.manage;
}

/** The first sentence after the greeting that adds something to the subject. */
function firstSentence(text: string, subject: string): string {
  const [greeting = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  const lines = greeting.endsWith(',') ? rest : [greeting, ...rest];
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?]) /));
  return sentences.find((sentence) => !sentence.endsWith(':') && !subject.includes(sentence.replace(/[.!?]$/, ''))) ?? '';
}

const itemsIn = (value: Value | undefined): readonly MailItem[] => (typeof value === 'string' || value === undefined ? [] : value);

function whenAndWhere({ EVENTS, SUCCESS }: MailValues): string {
  const event = [...itemsIn(EVENTS), ...itemsIn(SUCCESS)].find(isEvent);
  return event === undefined ? '' : [event.date, event.place].filter((line) => line !== '').join(', ');
}

const firstChange = ({ CHANGES }: MailValues): string => itemParagraphs(itemsIn(CHANGES).filter(isChange).slice(0, 1)).join('');

/** The preview text next to the subject, if it is not the first sentence. */
const PREHEADERS: Readonly<Partial<Record<MailKind, (values: MailValues) => string>>> = {
  offer: (values) => (isNothing(values.OFFER_ENDS) ? '' : words.replyBy(fill('%OFFER_ENDS%', values, PLAIN))),
  waiting: ({ WAITING }) => {
    const waited = itemsIn(WAITING).find(isEvent);
    return waited === undefined ? '' : words.stillWaitsAt(waited.position);
  },
  updated: firstChange,
  event_changed: firstChange,
  place: whenAndWhere,
  link: whenAndWhere,
  event_cancelled: whenAndWhere,
  reminder: whenAndWhere,
  starting_soon: whenAndWhere,
};

function preheaderOf({ kind, values }: MailTemplate, { subject, text }: { readonly subject: string; readonly text: string }): string {
  // Only a confirmation has what was chosen: a mailing may be about anything.
  const ofKind = kind === undefined ? () => whenAndWhere({ ...values, EVENTS: [] }) : PREHEADERS[kind];
  return [ofKind?.(values) ?? '', firstSentence(text, subject), whenAndWhere(values)].find((line) => line !== '') ?? '';
}

/** Both parts of a mail from ready HTML and text, such as a copy to staff, in the common layout. */
export const inLayout = (mail: FilledMail & { readonly letterhead: MailLetterhead }): FilledMail => ({
  subject: mail.subject,
  html: mailPage({ ...mail, body: mail.html, preheader: firstSentence(mail.text, mail.subject), reason: '' }),
  text: mail.text + footText(mail.letterhead, ''),
});

/** A text template in both parts: paragraphs, lists and one button. */
function fillText(mail: MailTemplate, template: string): { readonly html: string; readonly text: string } {
  const { values, letterhead } = mail;
  const list = listWriter(letterhead);
  const paragraphs: string[] = [];
  let html = '';
  const blocks = withCode(blocksOf(template, values, false), letterhead);
  for (const [index, block] of blocks.entries()) {
    if ('link' in block) {
      const href = fill(`%${block.link}%`, values, PLAIN);
      html += buttonHtml(href, block.link === 'FEEDBACK' ? words.BUTTONS.feedback : buttonOf(mail), letterhead);
      // Directly below a list, it would seem to be of its last event.
      const above = 'words' in (blocks[index - 1] ?? {}) ? paragraphs.pop() : '';
      paragraphs.push(`${above ?? ''}\n${href}`.trim());
    } else if ('items' in block) {
      html += list(block.items);
      paragraphs.push(...itemParagraphs(block.items));
    } else {
      const next = blocks[index + 1];
      html += paragraphHtml(fill(block.words, values, TEXT_AS_HTML), next !== undefined && 'link' in next ? 8 : undefined);
      paragraphs.push(fill(block.words, values, PLAIN).trim());
    }
  }
  return { html, text: paragraphs.join('\n\n').trim() };
}

/** An HTML template; its placeholders become text, or a list if they are alone. */
function fillHtml({ values, letterhead }: MailTemplate, template: string): { readonly html: string; readonly text: string } {
  const list = listWriter(letterhead);
  const lines = (items: readonly MailItem[]): string => `<p>${HTML.value(itemParagraphs(items).join('\n\n'), '')}</p>`;
  const blocks = withCode(blocksOf(template, values, true), letterhead);
  const written = (write: (items: readonly MailItem[]) => string): string =>
    blocks.map((block) => ('items' in block ? write(block.items) : fill('words' in block ? block.words : '', values, HTML))).join('\n');
  return { html: written(list), text: htmlToText(written(lines)) };
}

function reasonOf({ name, unsubscribeUrl }: MailLetterhead, formKind: FormRef['kind'], title: string): string {
  if (unsubscribeUrl !== undefined) return words.becauseAgreed(name);
  return formKind === 'marketing' ? words.becauseOfForm(title) : words.becauseOfSeries(title);
}

/** The mail with its placeholders filled in, as HTML and as text; a template without HTML tags is text, and empty lines are omitted. */
export function fillMail(typed: MailTemplate): FilledMail {
  const { letterhead, formKind = 'series' } = typed;
  const { code } = letterhead;
  const values = code === undefined ? typed.values : { ...typed.values, QR: [{ code }] };
  const mail = { ...typed, values };
  const template = fitTemplate(withParagraphs(asMeant(mail.template)), values, mail);
  const subject = headerLine(fill(mail.subject, values, SUBJECT, ', '));
  const reason = reasonOf(letterhead, formKind, fill('%SERIES%', values, PLAIN));
  const missing = (text: string, shown: string): string => (code === undefined || text.includes(shown) ? '' : shown);
  const codeOf = (html: string): string => missing(html, codeHtml(code ?? ''));
  const withFoot = (text: string): string =>
    [text, missing(text, words.CODE_IS_ATTACHED)].filter(Boolean).join('\n\n') + footText(letterhead, reason);
  if (isWholeDocument(template)) {
    const html = fill(template, values, HTML);
    const whole = html.replace(/<\/body\s*>|$/i, (end) => codeOf(html) + end);
    return { subject, html: withLetterhead(whole, letterhead, reason), text: withFoot(htmlToText(html)) };
  }
  const isHtml = isHtmlTemplate(template);
  const { html, text } = isHtml ? fillHtml(mail, template) : fillText(mail, template);
  const preheader = preheaderOf(mail, { subject, text });
  return {
    subject,
    html: mailPage({ subject, preheader, body: html + codeOf(html), letterhead, reason, isLight: isHtml && hasColours(template) }),
    text: withFoot(text),
    preheader,
  };
}
