import type { Act } from './own-view.ts';

interface ActLinkProps {
  readonly act: Act;
  /** The page's only filled button. */
  readonly isMain?: boolean;
}

/** A link to a page that asks, in the shape of a button. */
export const ActLink = ({ act: { label, name, href }, isMain = false }: ActLinkProps) => (
  <a className={isMain ? 'button' : 'button plain'} href={href} aria-label={name}>
    {label}
  </a>
);
