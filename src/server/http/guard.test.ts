import fastify, { type RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import type { Right } from '#contract/endpoint.ts';
import { AppError } from '#server/errors.ts';
import { admitStaff, assertAccess } from './guard.ts';

const user = { email: 'bo@turnout.test', displayName: 'Bo', photoURL: null, subject: 'bo' };

/** A scope in which everyone has these rights, with a route for each right that a call may need. */
async function scopeOf(access: 'staff' | 'staff-or-public', rights: Right[]) {
  const app = fastify();
  app.setErrorHandler(async (error, _request, reply) =>
    reply.code(error instanceof AppError && error.code === 'forbidden' ? 403 : 500).send(),
  );
  admitStaff(
    app,
    access,
    async () => user,
    () => rights,
  );
  for (const needs of ['view', 'edit', 'admin'] as const) app.get(`/${needs}`, { config: { access, needs } }, async () => ({}));
  return app;
}

test.each<[Right[], number[]]>([
  [
    ['view', 'edit', 'admin'],
    [200, 200, 200],
  ],
  [
    ['view', 'edit'],
    [200, 200, 403],
  ],
  [['view'], [200, 403, 403]],
  [[], [403, 403, 403]],
])('AUTH-12: someone with the rights %j may make the calls that need them, and no others', async (rights, statuses) => {
  for (const access of ['staff', 'staff-or-public'] as const) {
    const app = await scopeOf(access, rights);
    const answers = ['/view', '/edit', '/admin'].map(async (url) => app.inject({ url, headers: { authorization: 'Bearer a.b.c' } }));
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(statuses);
  }
});

test('AUTH-12: a staff route that does not state the right it needs prevents startup', async () => {
  const start = (guard: (app: ReturnType<typeof fastify>) => void, config: RouteOptions['config']) => () => {
    const app = fastify();
    guard(app);
    app.get('/planted', { config }, async () => ({}));
  };
  const verifyToken = async () => user;
  const staff = start((app) => admitStaff(app, 'staff', verifyToken), { access: 'staff' });
  const shared = start((app) => admitStaff(app, 'staff-or-public', verifyToken), { access: 'staff-or-public' });
  expect(staff).toThrow('GET /planted does not say what it needs');
  expect(shared).toThrow('GET /planted does not say what it needs');
  expect(start((app) => assertAccess(app, 'public'), { access: 'public' })).not.toThrow();
});

test('AUTH-12: reads need view and writes edit, except exports, own records and permanent deletions', () => {
  const unusual = Object.entries(allCalls).filter(([, { access, needs, method, changesNothing }]) => {
    if (access === 'public' || access === 'door') return needs !== null;
    return needs !== (method === 'GET' || changesNothing === true ? 'view' : 'edit');
  });
  expect(Object.fromEntries(unusual.map(([name, { needs }]) => [name, needs]))).toEqual({
    exportEvent: 'edit',
    exportChosenOfEvent: 'edit',
    exportForm: 'edit',
    exportChosenOfForm: 'edit',
    exportFeedback: 'edit',
    listDoorLinks: 'edit',
    getDuplicateLeads: 'edit',
    readLeads: 'edit',
    checkServer: 'edit',
    addCalendarFeed: 'view',
    deleteCalendarFeed: 'view',
    deleteFeedbackList: 'admin',
  });
});
