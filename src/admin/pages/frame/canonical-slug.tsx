import { useEffect } from 'react';
import { type Location, Outlet, useLocation, useNavigate, useNavigation, useParams } from 'react-router';
import { withSlug } from '#admin/paths.ts';
import { useReadFormTitle } from '#admin/reads/form-queries.ts';
import { useReadTitle } from '#admin/reads/series-queries.ts';

/** The pages of a series with any slug; the address bar gets the right one. */
export function SeriesAddress() {
  const { eventseriesid: seriesId = '' } = useParams();
  useCanonicalSlug(useReadTitle(seriesId));
  return <Outlet />;
}

/** The pages of a marketing form with any slug; the address bar gets the right one. */
export function FormAddress() {
  const { formid: formId = '' } = useParams();
  useCanonicalSlug(useReadFormTitle(formId));
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
