import type { Act } from './own-view.ts';

/** A link to a page that asks, in the shape of a button; a button where nothing is asked. `isMain`: the only filled one. */
export function ActLink({ act: { label, name, href, isPosted }, isMain = false }: { readonly act: Act; readonly isMain?: boolean }) {
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
