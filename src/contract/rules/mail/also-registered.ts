import * as words from '../../texts/words/mails.ts';
import { isHtmlTemplate } from './mail-template.ts';

interface Additions {
  readonly isWaiting: boolean;
  /** Whether the sign-up repeated others in part. */
  readonly hasRepeated: boolean;
  readonly hasLink: boolean;
  /** In a mail without the link that it was to bring: whom to write to. */
  readonly insteadOfLink?: string | undefined;
}

const htmlOf = (paragraphs: readonly string[]): string =>
  paragraphs.map((lines) => `\n<p>${lines.replace('\n', '<br>\n').replace('%LINK%', '<a href="%LINK%">%LINK%</a>')}</p>`).join('');

/** The template of a mail with what it does not say itself: for what the person waits or was registered before, and the link to the own page. */
export function withRegistrations(template: string, { isWaiting, hasRepeated, hasLink, insteadOfLink }: Additions): string {
  const paragraphs = [
    ...(isWaiting && !template.includes('%WAITING%') ? [`${words.ALSO_WAITING}\n%WAITING%`, words.NOT_CONFIRMED_YET] : []),
    ...(hasRepeated ? [`${words.ALREADY_REGISTERED}\n%REPEATED%`] : []),
    ...(hasLink && !template.includes('%LINK%') ? [`${words.SEE_REGISTRATION} %LINK%`] : []),
    ...(insteadOfLink === undefined ? [] : [insteadOfLink]),
  ];
  if (paragraphs.length === 0) return template;
  if (!isHtmlTemplate(template)) return [template.trimEnd(), ...paragraphs].join('\n\n');
  const html = htmlOf(paragraphs);
  return /<\/body\s*>/i.test(template) ? template.replace(/<\/body\s*>/i, (body) => html + body) : template + html;
}
