import { Fragment } from 'react';
import { OPENS_NEW_TAB } from '#contract/texts/sign-up.ts';

// A full stop or bracket after an address belongs to the sentence around it.
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/i;

interface NewTabLinkProps {
  readonly href: string;
  readonly children: string;
}

/** A link that leaves the form open, and says so to those who do not see it happen. */
export function NewTabLink({ href, children }: NewTabLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="quiet">{` ${OPENS_NEW_TAB}`}</span>
    </a>
  );
}

/** Text whose http addresses are links (decision 2). */
export function LinkedText({ text }: { readonly text: string }) {
  return text.split(ADDRESS).map((part, index) => {
    const key = `${index}:${part}`;
    return index % 2 === 1 ? (
      <NewTabLink key={key} href={part}>
        {part}
      </NewTabLink>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
