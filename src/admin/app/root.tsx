import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType, useRouteError } from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { historyIndex, recordVisit } from '#admin/pages/frame/visited.ts';
import { pathWithoutSlug } from '#admin/paths.ts';
import { saveDrafts } from '#admin/records/drafts.ts';
import { ErrorState } from '#admin/ui/feedback/page-state.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { ScriptError, useAdvice } from '#admin/ui/loading/lazy-part.tsx';

/** For a screen that threw, or whose script an upgrade removed: then the page reloads once. What was typed is kept. */
export function RouteFailure() {
  const error = useRouteError();
  const advice = useAdvice(error);
  // Before the forms of the screen end.
  useLayoutEffect(saveDrafts, []);
  return (
    <Page>
      <PageHeader back={null} title="Events Hub" isLoading={advice === undefined} />
      {advice === undefined ? null : (
        <ErrorState
          message={error instanceof ScriptError ? error.message : messageOf(error)}
          text={advice}
          action="Reload"
          onRetry={() => window.location.reload()}
        />
      )}
    </Page>
  );
}

function showTop(): void {
  window.scrollTo(0, 0);
  const first = document.querySelector<HTMLElement>('[data-focus-first]') ?? document.querySelector('h1');
  focusInPlace(first);
}

/** Runs on every navigation: records the visit, scrolls to the top and focuses the heading or a form's first field, or returns to the row that was left. */
export function Root() {
  const { pathname } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const shown = useRef<string>(undefined);

  useWindowEvent('click', recordPlace, true);

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

interface Place {
  /** Finds the link through which the page was left, or the button of the menu that contains it. */
  readonly selector: string;
  /** The id of its row. */
  readonly row: string;
  readonly scrolled: number;
}

/** How long a list may take to load before the return to its row is abandoned. */
const RETURN_WITHIN_MS = 2_000;

/** By history index, since the app was loaded. */
const places = new Map<number, Place>();

/** Remembers the link through which a page is left, if it is in a row that people return to: in an element with `data-place`. */
function recordPlace({ target }: MouseEvent): void {
  const index = historyIndex();
  if (index === undefined || !(target instanceof Element)) return;
  const link = target.closest('a[href]');
  if (link === null) return;
  const isInMenu = link.closest('[role="menu"]') !== null;
  const opener = isInMenu ? document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]') : link;
  const row = opener?.closest('[data-place]');
  // A row can have several menus, each with its label.
  const name = isInMenu ? 'aria-label' : 'href';
  const selector = `[${name}="${CSS.escape(opener?.getAttribute(name) ?? '')}"]`;
  if (!row) places.delete(index);
  else places.set(index, { selector: `#${CSS.escape(row.id)} ${selector}`, row: row.id, scrolled: window.scrollY });
}

/** The place at the current history index, once. */
function takePlace(): Place | undefined {
  const index = historyIndex();
  const place = index === undefined ? undefined : places.get(index);
  if (index !== undefined) places.delete(index);
  return place;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/** Scrolls to the place and focuses its link as soon as it is rendered; calls `otherwise` if it does not appear. Returns a function that stops it. */
function returnTo({ selector, row, scrolled }: Place, otherwise: () => void): () => void {
  const until = performance.now() + RETURN_WITHIN_MS;
  const attempt = () => {
    const link = document.querySelector<HTMLElement>(selector);
    if (link !== null) {
      window.scrollTo(0, scrolled);
      focusInPlace(link);
      if (!isInView(link)) link.scrollIntoView({ block: 'center' });
    } else if (performance.now() < until) {
      // In a long list, a row gets its links only when it is in view.
      document.getElementById(row)?.scrollIntoView({ block: 'center' });
      frame = requestAnimationFrame(attempt);
    } else {
      otherwise();
    }
  };
  // After the page has scrolled to the part named in its address.
  let frame = requestAnimationFrame(attempt);
  return () => cancelAnimationFrame(frame);
}
