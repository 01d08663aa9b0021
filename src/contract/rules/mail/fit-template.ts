import * as words from '../../texts/words/mails.ts';
import { htmlToText } from './html-to-text.ts';
import { isHtmlTemplate, isNothing, type MailValues, PLACEHOLDER, WITH_SPACE_BEFORE, withParagraphs } from './mail-values.ts';

const EVENTS_AND_WAITING = '%EVENTS% %WAITING%';
/** Time grows with the square of their number, and no real text has as many. */
const PAIRS_MAX = 20;
const SENTENCE_ENDS = '.!?:<>\n';
const LINK = '%LINK%';

/** Where the phrase with a colon or question mark at the end of a text begins: after the end of a sentence, line or tag, and a space. */
function introductionStart(text: string): number {
  const end = text.trimEnd().length;
  if (!':?'.includes(text.charAt(end - 1) || ' ')) return text.length;
  let start = end - 1;
  while (start > 0 && !SENTENCE_ENDS.includes(text.charAt(start - 1))) start -= 1;
  return text.charAt(start) === ' ' ? start + 1 : start;
}

/** Whether the end of a text is inside an HTML paragraph. */
const isInParagraph = (html: string): boolean => html.toLowerCase().lastIndexOf('<p') > html.toLowerCase().lastIndexOf('</p');

/** What separates two sentences at the end of a template's part, and a sentence from its list. */
function separatorsAfter(part: string, isHtml: boolean): readonly [between: string, beforeList: string] {
  if (!isHtml) return ['\n\n', ' '];
  return isInParagraph(part) ? ['</p>\n<p>', '</p>\n<p>'] : ['<br>\n', ' '];
}

/** Some texts name places and positions in one sentence; offers and positions get separate sentences, so that nobody takes them for places. */
function placesBeforePositions(template: string, { EVENTS, OFFERED, WAITING }: MailValues): string {
  const sentences = [
    ...(isNothing(OFFERED) ? [] : [[words.HELD_FOR_YOU, '%OFFERED%']]),
    ...(isNothing(WAITING) ? [] : [[words.ALSO_WAITING, '%WAITING%']]),
  ];
  const parts = template.split(EVENTS_AND_WAITING);
  if (sentences.length === 0 || parts.length > PAIRS_MAX) return template;
  const isHtml = isHtmlTemplate(template);
  return parts.reduce((before, after) => {
    const [between, beforeList] = separatorsAfter(before, isHtml);
    const added = sentences.map((sentence) => sentence.join(beforeList)).join(between);
    const places = isNothing(EVENTS) ? before.slice(0, introductionStart(before)) : `${before}%EVENTS%${between}`;
    return places + added + after;
  });
}

/** The end of a text from which a link was removed: without the question and the sentence leading to it, and with whom to write to, if given. */
function withContact(before: string, contact: string): string {
  const start = introductionStart(before);
  const kept = before.slice(0, start).trimEnd();
  const asked = start < before.length && kept.endsWith('?') ? introductionStart(kept) : kept.length;
  return [kept.slice(0, asked).trimEnd(), contact].filter((text) => text !== '').join(start === before.length ? '\n' : ' ');
}

/** A text whose %LINK% leads nowhere, without the question before it; the first is replaced by whom to write to, if given. */
function withoutLink(template: string, { CONTACT }: MailValues): string {
  let contact = isNothing(CONTACT) ? '' : words.CANNOT_COME;
  const left: string[] = [];
  for (const line of template.split('\n')) {
    const typed = line.trimEnd();
    const before = typed.endsWith(LINK) ? typed.slice(0, -LINK.length) : undefined;
    // In the middle of a sentence, it is removed with its line, or alone.
    if (before === undefined || (before.trim() !== '' && introductionStart(before) === before.length)) left.push(line);
    else {
      left.push(withContact(before.trim() === '' ? (left.pop() ?? '') : before, contact));
      contact = '';
    }
  }
  return left.join('\n');
}

/** The template without lines whose placeholders are all empty, and without empty placeholders in other lines. */
function withoutBlankValues(template: string, values: MailValues): string {
  const given = new Map(Object.entries(values));
  const stands = (name: string): boolean => !isNothing(given.get(name) ?? name);
  const isKept = (line: string): boolean => {
    if (!line.includes('%')) return true;
    const names = Array.from(line.matchAll(PLACEHOLDER), ([, name = '']) => name);
    return names.length === 0 || names.some(stands);
  };
  const left = template.split('\n').filter(isKept).join('\n');
  return left.replaceAll(WITH_SPACE_BEFORE, (whole, name: string) => (stands(name) ? whole : ''));
}

/** What people may do on the self-service page. */
export interface MailRights {
  readonly canChange?: boolean;
  readonly canCancel?: boolean;
}

/** The text with its link, which only promises what people may do. */
function asPromised(text: string, { canChange = true, canCancel = true }: MailRights): string {
  const untrue = [
    ...(canChange ? [] : [words.CHANGE_OR_CANCEL, words.SEE_OR_MANAGE]),
    ...(canCancel ? [] : [words.PLEASE_CANCEL, words.CANNOT_MAKE_IT]),
  ];
  return untrue.reduce((before, sentence) => before.replaceAll(sentence, words.SEE_REGISTRATION), text);
}

/** A template adapted to one person: places, offers and positions in separate sentences, and no line about anything that does not apply to this person. */
export function fitTemplate(template: string, values: MailValues, rights: MailRights): string {
  const typed = template.replaceAll(/\r\n|\r/g, '\n');
  const text = placesBeforePositions(typed, values);
  const linked = values.LINK !== undefined && isNothing(values.LINK) ? withoutLink(text, values) : text;
  const fitted = withoutBlankValues(asPromised(linked, rights), values);
  return fitted === typed ? typed : fitted.replaceAll(/<p>\n<\/p>\n|(?<=\n\n)\n+/g, '').trim();
}

interface Additions {
  readonly isWaiting: boolean;
  /** Whether the sign-up partly repeated others. */
  readonly hasRepeated: boolean;
  readonly hasLink: boolean;
  /** Further paragraphs. */
  readonly more?: readonly string[];
}

const LINE_OF_SIGN_OFF = 60;

/** Whether a last paragraph closes a letter: short lines that do not form a sentence. */
function isSignOff(paragraph: string): boolean {
  const lines = paragraph.trim().split('\n');
  return lines.length <= 4 && lines.every((line) => line.length <= LINE_OF_SIGN_OFF && !/[.?!:%]\s*$/.test(line));
}

const htmlOf = (paragraphs: readonly string[]): string =>
  paragraphs
    .flatMap((lines) => lines.split(/\n(?=%(?:WAITING|REPEATED)%$)/))
    .map((lines) => `\n<p>${lines.replace('\n', '<br>\n').replace(/%(?:LINK|CONFIRM|UNDO|AGAIN)%/, '<a href="$&">$&</a>')}</p>`)
    .join('');

/** Lists go before the paragraph with the link, if that is the last, and further paragraphs after it. */
function addToText(template: string, lists: readonly string[], further: readonly string[]): string {
  const paragraphs = template
    .replaceAll(/\r\n|\r/g, '\n')
    .trimEnd()
    .split('\n\n');
  const end = paragraphs.length - (paragraphs.length > 1 && isSignOff(paragraphs.at(-1) ?? '') ? 1 : 0);
  const beforeLink = end > 1 && paragraphs[end - 1]?.includes('%LINK%') === true ? end - 1 : end;
  return [...paragraphs.slice(0, beforeLink), ...lists, ...paragraphs.slice(beforeLink, end), ...further, ...paragraphs.slice(end)].join(
    '\n\n',
  );
}

function addToHtml(template: string, lists: readonly string[], further: readonly string[]): string {
  const lastParagraph = (html: string): number => html.toLowerCase().lastIndexOf('<p');
  const last = lastParagraph(template);
  const bodyEnd = template.search(/<\/body\s*>/i);
  const written = bodyEnd === -1 ? template.length : bodyEnd;
  const end = last > 0 && isSignOff(htmlToText(template.slice(last))) ? last : written;
  const link = lastParagraph(template.slice(0, end));
  const beforeLink = link > 0 && template.slice(link, end).includes('%LINK%') ? link : end;
  return `${template.slice(0, beforeLink)}${htmlOf(lists)}${template.slice(beforeLink, end)}${htmlOf(further)}${template.slice(end)}`;
}

/** The template with anything it lacks, before its sign-off: the events the person is waiting for or was already registered for, and the link to the self-service page. */
export function withAdditions(template: string, { isWaiting, hasRepeated, hasLink, more = [] }: Additions): string {
  const lists = [
    ...(isWaiting && !template.includes('%WAITING%') ? [`${words.ALSO_WAITING}\n%WAITING%`, words.NOT_CONFIRMED_YET] : []),
    ...(hasRepeated ? [`${words.ALREADY_REGISTERED}\n%REPEATED%`] : []),
  ];
  const further = [...(hasLink && !template.includes('%LINK%') ? [`${words.CHANGE_OR_CANCEL} %LINK%`] : []), ...more];
  if (lists.length + further.length === 0) return template;
  return isHtmlTemplate(template) ? addToHtml(withParagraphs(template), lists, further) : addToText(template, lists, further);
}
