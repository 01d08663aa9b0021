import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { pathWithoutSlug } from '#admin/paths.ts';
import { recordVisit } from './visited.ts';

/** Runs on every navigation: scrolls to the top, focuses the heading, records the visit. */
export function Root() {
  const { pathname } = useLocation();
  const shown = useRef<string>(undefined);

  useEffect(() => {
    recordVisit(pathname);
    const page = pathWithoutSlug(pathname);
    const isChange = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (!isChange) return;
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  return <Outlet />;
}
