import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { barePath } from '#admin/paths.ts';
import { noteVisit } from './visited.ts';

/** What happens on every change of page, whatever the page: top of the page, focus on its heading, a note of the visit. */
export function Root() {
  const { pathname } = useLocation();
  const shown = useRef<string>(undefined);

  useEffect(() => {
    noteVisit(pathname);
    const page = barePath(pathname);
    const isChange = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (!isChange) return;
    window.scrollTo(0, 0);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);

  return <Outlet />;
}
