import type { World } from '../worker.ts';

/** A link to a self-service page; its group is the token. */
const OWN_LINK = /http:\/\/localhost:3000\/registration\/([\w-]{22})/g;

/** The tokens of the links to self-service pages in a text. */
export const tokensIn = (text = ''): string[] => [...text.matchAll(OWN_LINK)].map(([, token]) => token!);

/** Reads the last mail that arrived. */
export const lastMail = ({ mails }: World['smtp']) => ({
  lastSubject: (): string | undefined => mails.at(-1)?.parsed.subject,
  /** Its text above the footer, with links as `{link}`. */
  lastText: (): string =>
    (mails.at(-1)?.parsed.text ?? '').split('\n\n-- \n')[0]!.trim().replaceAll(OWN_LINK, '{link}').replaceAll('\u00a0', ' '),
});
