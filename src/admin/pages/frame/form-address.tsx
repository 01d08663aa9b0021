import { useEffect } from 'react';
import { type Location, Outlet, type Params, useLocation, useNavigate, useNavigation, useParams } from 'react-router';
import { paths, withSlug } from '#admin/paths.ts';
import { knownTitle, useKnownForm } from '#admin/reads/form-queries.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';

export const formIn = ({ eventseriesid: seriesId, formid: formId = '' }: Params): FormRef =>
  seriesId === undefined ? { kind: 'marketing', id: formId } : { kind: 'series', id: seriesId };

export const NOUNS = { series: 'Series', marketing: 'Form' } as const;

/** The back link of a page below that of a series or marketing form; `title` is undefined until it has been read. */
export function useBackToForm(title: string | undefined): { to: string; label: string } {
  const form = formIn(useParams());
  const known = knownTitle(form);
  const shownTitle = title ?? known;
  return { to: paths[form.kind].page({ id: form.id, title: shownTitle ?? '' }), label: shownTitle ?? NOUNS[form.kind] };
}

/** The pages of a series or marketing form with any slug; the address bar gets the right one. */
export function FormAddress() {
  useCanonicalSlug(useKnownForm(formIn(useParams()))?.title);
  return <Outlet />;
}

/** Corrects the slug when the title is known or has changed, without a history entry. */
function useCanonicalSlug(title: string | undefined): void {
  const location: Location<unknown> = useLocation();
  const { pathname, search, hash, state } = location;
  const navigate = useNavigate();
  // A correction during a navigation would cancel it.
  const isIdle = useNavigation().state === 'idle';
  const right = title === undefined ? pathname : withSlug(pathname, title);

  useEffect(() => {
    if (isIdle && right !== pathname) void navigate({ pathname: right, search, hash }, { replace: true, state });
  }, [isIdle, right, pathname, search, hash, state, navigate]);
}
