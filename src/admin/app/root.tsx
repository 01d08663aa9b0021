import { useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { recordPlace, returnTo, takePlace } from '#admin/pages/frame/return-place.ts';
import { recordVisit } from '#admin/pages/frame/visited.ts';
import { pathWithoutSlug } from '#admin/paths.ts';

function showTop(): void {
  window.scrollTo(0, 0);
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Runs on every navigation: records the visit, scrolls to the top and focuses the heading, or returns to the row that was left. */
export function Root() {
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shown = useRef<string>(undefined);

  useEffect(() => {
    document.addEventListener('click', recordPlace, { capture: true });
    return () => document.removeEventListener('click', recordPlace, { capture: true });
  }, []);

  useEffect(() => {
    recordVisit(pathname);
    const page = pathWithoutSlug(pathname);
    const isChange = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (!isChange) return undefined;
    const place = isReturn ? takePlace() : undefined;
    if (place !== undefined) return returnTo(place, showTop);
    showTop();
    return undefined;
  }, [pathname, isReturn]);

  return <Outlet />;
}
