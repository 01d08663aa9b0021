import type { Act } from './own-view.ts';

interface ActLinkProps {
  readonly act: Act;
  /** The page's only filled button. */
  readonly isMain?: boolean;
}

/** A link to a page that asks, in the shape of a button; a button where nothing is asked. */
export function ActLink({ act: { label, name, href, isPosted }, isMain = false }: ActLinkProps) {
  const look = { className: isMain ? 'button' : 'button plain', 'aria-label': name };
  return isPosted ? (
    <form method="post" action={href}>
      <button type="submit" {...look}>
        {label}
      </button>
    </form>
  ) : (
    <a href={href} {...look}>
      {label}
    </a>
  );
}
