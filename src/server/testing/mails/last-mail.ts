import type { World } from '../worker.ts';

/** A link to an own page; its group is the token. */
export const OWN_LINK = /http:\/\/localhost:3000\/registration\/([\w-]{22})/g;

/** Reads the last mail that arrived. */
export const lastMail = ({ mails }: World['smtp']) => ({
  lastSubject: (): string | undefined => mails.at(-1)?.parsed.subject,
  /** Its text above the footer, with links as `{link}`. */
  lastText: (): string =>
    (mails.at(-1)?.parsed.text ?? '').split('\n\n-- \n')[0]!.trim().replaceAll(OWN_LINK, '{link}').replaceAll('\u00a0', ' '),
});
