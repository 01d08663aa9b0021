import { WEB_ADDRESS } from '#contract/rules/text.ts';
import * as words from '#contract/texts/words/form.ts';
import type { NamedLink } from '../view.ts';

/** A link that opens in a new tab and says so to screen readers, unless its name does. */
export const NewTabLink = ({ href, children, name }: Omit<NamedLink, 'name'> & { readonly name?: string }) => (
  <a href={href} target="_blank" rel="noopener" aria-label={name}>
    {children}
    {!name && <span className="quiet">{` ${words.OPENS_NEW_TAB}`}</span>}
  </a>
);

export const LinkedText = ({ text }: { readonly text: string }) =>
  text.split(WEB_ADDRESS).map((part, index) => {
    const key = `${index}:${part}`;
    return index % 2 === 1 ? (
      <NewTabLink key={key} href={part}>
        {part}
      </NewTabLink>
    ) : (
      part
    );
  });
