import * as words from '../../texts/words/mails.ts';
import { isHtmlTemplate, isNothing, type MailValues, PLACEHOLDER, WITH_SPACE_BEFORE } from './mail-values.ts';

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
