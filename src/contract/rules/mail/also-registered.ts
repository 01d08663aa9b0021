import * as words from '../../texts/words/mails.ts';
import { isHtmlTemplate } from './mail-template.ts';

interface Additions {
  readonly isWaiting: boolean;
  /** Whether the sign-up repeated others in part. */
  readonly hasRepeated: boolean;
  readonly hasLink: boolean;
  /** Further paragraphs. */
  readonly more?: readonly string[];
}

const htmlOf = (paragraphs: readonly string[]): string =>
  paragraphs.map((lines) => `\n<p>${lines.replace('\n', '<br>\n').replace(/%(?:LINK|CONFIRM|UNDO)%/, '<a href="$&">$&</a>')}</p>`).join('');

/** The template of a mail with what it does not say itself: for what the person waits or was registered before, and the link to the own page. */
export function withRegistrations(template: string, { isWaiting, hasRepeated, hasLink, more = [] }: Additions): string {
  const paragraphs = [
    ...(isWaiting && !template.includes('%WAITING%') ? [`${words.ALSO_WAITING}\n%WAITING%`, words.NOT_CONFIRMED_YET] : []),
    ...(hasRepeated ? [`${words.ALREADY_REGISTERED}\n%REPEATED%`] : []),
    ...(hasLink && !template.includes('%LINK%') ? [`${words.SEE_REGISTRATION} %LINK%`] : []),
    ...more,
  ];
  if (paragraphs.length === 0) return template;
  if (!isHtmlTemplate(template)) return [template.trimEnd(), ...paragraphs].join('\n\n');
  const html = htmlOf(paragraphs);
  return /<\/body\s*>/i.test(template) ? template.replace(/<\/body\s*>/i, (body) => html + body) : template + html;
}
