import { useWindowEvent } from '@mantine/hooks';
import { type ComponentType, useEffect, useLayoutEffect, useRef } from 'react';
import {
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  NavigationType,
  Outlet,
  type Params,
  redirect,
  type RouteObject,
  useLocation,
  useNavigationType,
  useRouteError,
} from 'react-router';
import { messageOf } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { setupQuery } from '#admin/forms/setup/setup-queries.ts';
import { FormAddress, formIn } from '#admin/pages/frame/form-address.tsx';
import { rememberReturnPath, takeReturnPath } from '#admin/pages/frame/return-path.ts';
import { SignedInFrame, TopBar } from '#admin/pages/frame/signed-in-frame.tsx';
import { historyIndex, recordVisit } from '#admin/pages/frame/visited.ts';
import { paths, pathWithoutSlug } from '#admin/paths.ts';
import { connectionsQuery } from '#admin/reads/connection-queries.ts';
import { feedbackCardsQuery, feedbackQuery } from '#admin/reads/feedback-queries.ts';
import { eventQuery, formCardsQuery, readFormQuery, seriesCardsQuery } from '#admin/reads/form-queries.ts';
import { overviewQuery } from '#admin/reads/overview-queries.ts';
import type { ShownEvents } from '#admin/reads/query-keys.ts';
import { undeliveredQuery } from '#admin/reads/step-queries.ts';
import { saveDrafts } from '#admin/records/drafts.ts';
import { getSnapshot, getToken } from '#admin/session/session.ts';
import { statisticsQuery } from '#admin/statistics/statistics-queries.ts';
import { setStorageOwner } from '#admin/storage-owner.ts';
import { focusInPlace } from '#admin/ui/focus.ts';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { loadScript, ScriptError, useAdvice } from '#admin/ui/loading/lazy-part.tsx';
import { ErrorState } from '#admin/ui/states/page-state.tsx';

/** Shown until the session is known and the first screen's script has loaded; the sign-in has another frame. */
const FirstLoad = () =>
  useLocation().pathname === paths.signIn ? null : (
    <>
      <TopBar />
      <Page>
        <PageHeader back={null} title={undefined} isLoading />
      </Page>
    </>
  );

// Each screen has its own script, loaded when it is first opened.
const screen = (load: () => Promise<ComponentType>) => async () => ({ Component: await loadScript(load) });

const screens = {
  signIn: screen(async () => (await import('#admin/pages/sign-in.tsx')).SignInRoute),
  home: screen(async () => (await import('#admin/pages/home.tsx')).HomeRoute),
  seriesEvents: screen(async () => (await import('#admin/pages/series-events.tsx')).SeriesEventsRoute),
  people: screen(async () => (await import('#admin/pages/people.tsx')).PeopleRoute),
  feedback: screen(async () => (await import('#admin/pages/feedback.tsx')).FeedbackRoute),
  statistics: screen(async () => (await import('#admin/pages/statistics.tsx')).StatisticsRoute),
  editSettings: screen(async () => (await import('#admin/pages/edit-settings.tsx')).EditSettingsRoute),
  editEvent: screen(async () => (await import('#admin/pages/edit-event.tsx')).EditEventRoute),
  printList: screen(async () => (await import('#admin/pages/print-list.tsx')).PrintListRoute),
  addEvent: screen(async () => (await import('#admin/pages/add-event.tsx')).AddEventRoute),
  formPage: screen(async () => (await import('#admin/pages/form/form-page.tsx')).FormPageRoute),
  modifyForm: screen(async () => (await import('#admin/pages/form/form-builder.tsx')).FormBuilderRoute),
  duplicateLeads: screen(async () => (await import('#admin/pages/duplicate-leads.tsx')).DuplicateLeadsRoute),
  connections: screen(async () => (await import('#admin/pages/connections.tsx')).ConnectionsRoute),
  serverCheck: screen(async () => (await import('#admin/pages/connections.tsx')).ServerCheckRoute),
  needsAttention: screen(async () => (await import('#admin/pages/needs-attention.tsx')).NeedsAttentionRoute),
  mailings: screen(async () => (await import('#admin/pages/mailings.tsx')).MailingsRoute),
  newMailing: screen(async () => (await import('#admin/pages/mailings.tsx')).NewMailingRoute),
  mailing: screen(async () => (await import('#admin/pages/mailings.tsx')).MailingRoute),
  disabledEvents: screen(async () => (await import('#admin/pages/series-events.tsx')).DisabledEventsRoute),
};

/** Lets signed-in staff pass; others sign in first and then return to the page they wanted. */
export const requireSignIn: MiddlewareFunction = async ({ request }, next) => {
  if ((await getToken()) === undefined) {
    const { pathname, search } = new URL(request.url);
    // The request has no hash; the address bar has one when the navigation came from it.
    const { location } = window;
    const hash = location.pathname === pathname && location.search === search ? location.hash : '';
    rememberReturnPath(`${pathname}${search}${hash}`);
    // oxlint-disable-next-line typescript/only-throw-error -- a middleware redirects by throwing
    throw redirect(paths.signIn);
  }
  const session = getSnapshot();
  if (session.status === 'signed-in') setStorageOwner(session.user.email);
  return next();
};

/** The sign-in screen is only for signed-out visitors; others are sent to the dashboard. */
export const requireSignedOut: MiddlewareFunction = async (_, next) => {
  if ((await getToken()) === undefined) return next();
  takeReturnPath(); // Forget the page of an earlier session: the person chose this one.
  // oxlint-disable-next-line typescript/only-throw-error -- a middleware redirects by throwing
  throw redirect(paths.home);
};

/** A loader that only starts reads; the screen shows their failures. */
const starting =
  (reads: (params: Params) => readonly Promise<unknown>[]) =>
  ({ params }: LoaderFunctionArgs): null => {
    for (const read of reads(params)) read.catch(() => undefined);
    return null;
  };

/** All routes of the app. A loader only starts the reads of its screen, in parallel with loading its script. */
export function createRoutes(): RouteObject[] {
  const formOf = (params: Params, shown: ShownEvents) => queryClient.query(readFormQuery(formIn(params), shown));
  const readForm = (shown: ShownEvents) => starting((params) => [formOf(params, shown)]);
  const readFormPage = starting((params) => [formOf(params, 'visible'), queryClient.query(setupQuery(formIn(params)))]);
  const readEvent = starting((params) => [formOf(params, 'all'), queryClient.query(eventQuery(formIn(params).id, params.eventid ?? ''))]);
  const readStatistics = starting((params) => [formOf(params, 'visible'), queryClient.query(statisticsQuery(formIn(params), null))]);
  const readCards = starting(() => [
    queryClient.query(overviewQuery()),
    queryClient.query(undeliveredQuery()),
    queryClient.query(seriesCardsQuery()),
    queryClient.query(formCardsQuery()),
    queryClient.query(feedbackCardsQuery()),
  ]);
  const readFeedback = starting(({ id = '' }) => [queryClient.infiniteQuery(feedbackQuery(id))]);
  const ofBothKinds: RouteObject[] = [
    { path: 'statistics', loader: readStatistics, lazy: screens.statistics },
    { path: 'edit', loader: readForm('visible'), lazy: screens.editSettings },
    { path: 'mailings', loader: readForm('all'), lazy: screens.mailings },
    { path: 'mailings/new', loader: readForm('all'), lazy: screens.newMailing },
    { path: 'mailings/:mailingid', loader: readForm('all'), lazy: screens.mailing },
    { path: 'create', loader: readForm('all'), lazy: screens.modifyForm },
  ];
  const series: RouteObject[] = [
    { index: true, loader: readFormPage, lazy: screens.seriesEvents },
    { path: 'show-disabled-events', loader: readForm('disabled'), lazy: screens.disabledEvents },
    {
      path: 'add',
      loader: starting((params) => [formOf(params, 'visible'), queryClient.query(connectionsQuery())]),
      lazy: screens.addEvent,
    },
    { path: 'event/:eventid/edit', loader: readEvent, lazy: screens.editEvent },
    { path: 'event/:eventid/print', loader: readEvent, lazy: screens.printList },
    ...ofBothKinds,
  ];
  const form: RouteObject[] = [{ index: true, loader: readFormPage, lazy: screens.formPage }, ...ofBothKinds];

  return [
    {
      Component: Root,
      ErrorBoundary: RouteFailure,
      HydrateFallback: FirstLoad,
      children: [
        {
          Component: SignedInFrame,
          middleware: [requireSignIn],
          ErrorBoundary: RouteFailure,
          children: [
            {
              // Inside the frame, so that the top bar stays when a screen throws.
              ErrorBoundary: RouteFailure,
              children: [
                { path: 'home', loader: readCards, lazy: screens.home },
                { path: 'people', lazy: screens.people },
                { path: 'feedback/:id', loader: readFeedback, lazy: screens.feedback },
                { path: 'getduplicatesleads', lazy: screens.duplicateLeads },
                { path: 'connections', lazy: screens.connections },
                { path: 'connections/check', lazy: screens.serverCheck },
                { path: 'needs-attention', lazy: screens.needsAttention },
                { path: ':eventSerieType/events-series/:eventseriesid', Component: FormAddress, children: series },
                { path: ':formType/form/:formid', Component: FormAddress, children: form },
                { path: 'events-series/:eventseriesid', loader: readFormPage, lazy: screens.seriesEvents },
              ],
            },
          ],
        },
        { path: '/', middleware: [requireSignedOut], lazy: screens.signIn },
        { path: '*', middleware: [requireSignedOut], lazy: screens.signIn },
      ],
    },
  ];
}

/** For a screen that threw, or whose script an upgrade removed: then the page reloads once. What was typed is kept. */
function RouteFailure() {
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
  focusInPlace(document.querySelector<HTMLElement>('[data-focus-first]') ?? document.querySelector('h1'));
}

/** Runs on every navigation: records the visit, scrolls to the top and focuses the heading or a form's first field, or returns to the row that was left. */
function Root() {
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
