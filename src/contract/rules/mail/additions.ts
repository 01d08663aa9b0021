import * as words from '../../texts/words/mails.ts';
import { htmlToText } from './html-to-text.ts';
import { isHtmlTemplate, withParagraphs } from './mail-values.ts';

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
