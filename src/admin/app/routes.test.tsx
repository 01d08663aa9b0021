import '#admin/testing/window.ts';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, matchRoutes, type RouteObject, RouterProvider } from 'react-router';
import { afterAll, expect, test, vi } from 'vitest';
import { queryClient } from '#admin/api/query-client.ts';

const settings = {
  organisation: { name: 'Turnout', logo: null, consentText: '', privacyUrl: null, imprintUrl: null, accessibilityUrl: null, mapUrl: null },
  timeZone: 'UTC',
  links: { copperSearchUrl: '', calendarEventUrl: '' },
  hasSampleData: false,
  version: '1.0.0',
};
vi.stubGlobal('document', { cookie: '', getElementById: () => ({ textContent: JSON.stringify(settings) }) });
afterAll(() => void vi.unstubAllGlobals());
const { createRoutes, requireSignedOut, requireSignIn } = await import('./routes.tsx');
const { Providers } = await import('./providers.tsx');

const routes = createRoutes();
const paramsOf = (path: string) => matchRoutes(routes, path)?.at(-1)?.params;

const series = { eventSerieType: 'open-days', eventseriesid: 's1' };
const form = { formType: 'handbook', formid: 'f1' };

const addresses: [string, Record<string, string>][] = [
  ['/open-days/events-series/s1', series],
  ['/open-days/events-series/s1/show-disabled-events', series],
  ['/open-days/events-series/s1/statistics', series],
  ['/open-days/events-series/s1/create', series],
  ['/open-days/events-series/s1/edit', series],
  ['/open-days/events-series/s1/add', series],
  ['/open-days/events-series/s1/event/e1/edit', { ...series, eventid: 'e1' }],
  ['/open-days/events-series/s1/event/e1/print', { ...series, eventid: 'e1' }],
  ['/open-days/events-series/s1/mailings', series],
  ['/open-days/events-series/s1/mailings/new', series],
  ['/open-days/events-series/s1/mailings/m1', { ...series, mailingid: 'm1' }],
  ['/handbook/form/f1', form],
  ['/handbook/form/f1/edit', form],
  ['/handbook/form/f1/create', form],
  ['/handbook/form/f1/statistics', form],
  ['/handbook/form/f1/mailings', form],
  ['/handbook/form/f1/mailings/new', form],
  ['/handbook/form/f1/mailings/m1', { ...form, mailingid: 'm1' }],
  ['/feedback/l1', { id: 'l1' }],
  ['/events-series/s1', { eventseriesid: 's1' }],
  ['/home', {}],
  ['/people', {}],
  ['/getduplicatesleads', {}],
  ['/connections', {}],
  ['/connections/check', {}],
  ['/needs-attention', {}],
];

test.each(addresses)('R22: the parameters of %s are %j', (path, params) => {
  expect(paramsOf(path)).toEqual(params);
});

const patternOf = (path: string) =>
  matchRoutes(routes, path)
    ?.map(({ route }) => route.path ?? '')
    .join('/');
const patternsOf = ({ path = '', lazy, children = [] }: RouteObject): string[] => [
  ...(lazy ? [path] : []),
  ...children.flatMap(patternsOf).map((below) => `${path}/${below}`),
];

test('every screen is in this list, or is the sign-in', () => {
  const listed = [...addresses.map(([path]) => path), '/', '/no/such/page'].map(patternOf);
  expect(new Set(listed)).toEqual(new Set(routes.flatMap(patternsOf)));
});

test('AUTH-9: every screen except the sign-in is behind the guard', () => {
  const guards = (path: string) => matchRoutes(routes, path)?.flatMap(({ route }) => route.middleware ?? []);
  expect(addresses.map(([path]) => [path, guards(path)])).toEqual(addresses.map(([path]) => [path, [requireSignIn]]));
  for (const path of ['/', '/no/such/page']) expect(guards(path)).toEqual([requireSignedOut]);
});

const unreadKeys = (): string[] =>
  queryClient
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.data === undefined })
    .map(({ queryHash }) => queryHash);

/** The reads that a screen mounts when these have been read. */
function mountedKeys(path: string, pattern: string, Component: ComponentType, read: readonly string[][]): string[] {
  queryClient.clear();
  for (const key of read)
    queryClient.setQueryData(key, {
      kind: key[0] === 'event-series' ? 'series' : 'marketing',
      id: key[1],
      title: 'Open days',
      is_archived: false,
      formFields: [],
    });
  const router = createMemoryRouter([{ path: pattern, Component }], { initialEntries: [path] });
  renderToString(
    <Providers styleNonce="">
      <RouterProvider router={router} />
    </Providers>,
  );
  return unreadKeys();
}

/** Screens whose page below the first read is mounted too. */
const FORM_PAGES = [
  ['event-series', 's1', 'read', 'visible'],
  ['marketing-forms', 'f1', 'read'],
];
/** Reads requested by the address, whose code would make the first screen larger. */
const isOfAddress = (key: string) => /"today_from"|"mailings"/.test(key);
const withLoader = addresses.map(([path]) => path).filter((path) => matchRoutes(routes, path)?.at(-1)?.route.loader !== undefined);

// Each loads the script of a screen, which takes long on a busy machine.
const SCRIPT_MS = 120_000;

test.each(withLoader)('the loader of %s starts the reads that its screen mounts, and no others', { timeout: SCRIPT_MS }, async (path) => {
  // No server answers the reads that it starts.
  vi.spyOn(console, 'error').mockReturnValue();
  queryClient.clear();
  const matches = matchRoutes(routes, path) ?? [];
  const { route, params } = matches.at(-1) ?? expect.unreachable();
  const { loader, lazy } = route;
  if (typeof loader !== 'function' || typeof lazy !== 'function') expect.unreachable();
  await loader({ params, request: new Request(`http://localhost${path}`) } as never, undefined);
  const { Component } = await lazy();
  const pattern = matches.map((match) => match.route.path ?? '').join('/');
  const mounted = (read: readonly string[][]) => mountedKeys(path, pattern, Component ?? expect.unreachable(), read);
  const started = unreadKeys();
  const first = mounted([]).filter((key) => !isOfAddress(key));
  expect(started).toEqual(expect.arrayContaining(first));
  const later = started.some((key) => !first.includes(key)) ? mounted(FORM_PAGES) : [];
  expect([...first, ...later]).toEqual(expect.arrayContaining(started));
});
