import { useEffect } from 'react';
import { type Location, Outlet, useLocation, useNavigate, useNavigation, useParams } from 'react-router';
import { useReadTitle } from '#admin/features/event-series/series-queries.ts';
import { useReadFormTitle } from '#admin/features/marketing-forms/form-queries.ts';
import { withSlug } from '#admin/paths.ts';

/** The pages of a series, whatever the slug before its id; the address bar gets the right one (decision 46). */
export function SeriesAddress() {
  const { eventseriesid: seriesId = '' } = useParams();
  useRightSlug(useReadTitle(seriesId));
  return <Outlet />;
}

/** The pages of a marketing form, whatever the slug before its id; the address bar gets the right one (decision 46). */
export function FormAddress() {
  const { formid: formId = '' } = useParams();
  useRightSlug(useReadFormTitle(formId));
  return <Outlet />;
}

/** Corrects the slug once the title is known, also after it was changed; the address makes no step in the history. */
function useRightSlug(title: string | undefined): void {
  const location: Location<unknown> = useLocation();
  const { pathname, search, hash, state } = location;
  const navigate = useNavigate();
  // A correction in the middle of a change of page would call that off.
  const isIdle = useNavigation().state === 'idle';
  const right = title === undefined ? pathname : withSlug(pathname, title);

  useEffect(() => {
    if (isIdle && right !== pathname) void navigate({ pathname: right, search, hash }, { replace: true, state });
  }, [isIdle, right, pathname, search, hash, state, navigate]);
}
