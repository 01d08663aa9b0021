import { matchRoutes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

// The session reads `window` when its module is loaded.
vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://localhost/') }));
const { createRoutes, requireSignedOut, requireSignIn } = await import('./routes.tsx');

const routes = createRoutes(createQueryClient());
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
  ['/handbook/form/f1', form],
  ['/handbook/form/f1/edit', form],
  ['/handbook/form/f1/create', form],
  ['/handbook/form/f1/statistics', form],
  ['/feedback/l1', { id: 'l1' }],
  ['/events-series/s1', { eventseriesid: 's1' }],
  ['/home', {}],
  ['/getduplicatesleads', {}],
  ['/connections', {}],
  ['/connections/check', {}],
  ['/needs-attention', {}],
];

test.each(addresses)('R22: the parameters of %s are %j', (path, params) => {
  expect(paramsOf(path)).toEqual(params);
});

test('AUTH-9: every screen but the sign-in stands behind the guard', () => {
  const guards = (path: string) => matchRoutes(routes, path)?.flatMap(({ route }) => route.middleware ?? []);
  expect(addresses.map(([path]) => [path, guards(path)])).toEqual(addresses.map(([path]) => [path, [requireSignIn]]));
  for (const path of ['/', '/no/such/page']) expect(guards(path)).toEqual([requireSignedOut]);
});
