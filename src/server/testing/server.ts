import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { User } from '#contract/session/user.ts';
import { DOMAIN_NOT_ALLOWED } from '#contract/texts/staff.ts';
import { AppError } from '#server/errors.ts';
import { feedbackWriter } from '#server/feedback/commands.ts';
import { FormHosts, viewCounter } from '#server/forms/views.ts';
import type { CheckAnswer } from '#server/http/answers.ts';
import { LiveStreams } from '#server/live/streams.ts';
import { createTeller } from '#server/live/teller.ts';
import { type AppDeps, buildApp } from '#server/process/build-app.ts';
import { parseConfig } from '#server/process/config/config.ts';
import { examinedOf } from '#server/process/config/examined.ts';
import { openServices } from '#server/process/open-services.ts';
import { createSignUpService } from '#server/sign-up/sign-up-service.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** Staff of two allowed domains, a token of another domain, an invalid token, or no token. */
export type Caller = 'staff' | 'colleague' | 'outsider' | 'forger' | 'visitor';

interface CallOptions {
  as?: Caller;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON. */
  body: ReturnType<typeof JSON.parse>;
}

export interface TestServer extends TestDatabase {
  app: FastifyInstance;
  /** Without a trailing slash. */
  url: string;
  databaseUrl: string;
  /** `path` is relative to `/api`; the caller is staff by default. */
  get(path: string, options?: CallOptions): Promise<TestResponse>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<TestResponse>;
}

const TIME_ZONE = 'Europe/London';
/** Much shorter than in the product, where changes are gathered for visitors who come at once. */
const TELLS_WITHIN_MS = 20;
export const TEST_SECRET = 'a secret of tests, of thirty-two characters and more';

const users: Partial<Record<string, User>> = {
  staff: { email: 'ada@example.com', displayName: 'Ada Marsh', photoURL: null },
  colleague: { email: 'ben@example.org', displayName: 'Ben Osei', photoURL: null },
};

/** Replaces the check of real tokens, which the sign-in tests cover. */
async function verifyToken(token: string): Promise<User> {
  const user = users[token];
  if (user !== undefined) return user;
  if (token === 'outsider') throw new AppError('forbidden', DOMAIN_NOT_ALLOWED, { subject: 'outsider-7' });
  throw new AppError('unauthenticated', 'The token is not valid. Please sign in again.');
}

/** @throws AssertionError when the keys of an answer differ from its schema */
const checkAnswer: CheckAnswer = (schema, body) => {
  const answer: unknown = JSON.parse(body);
  assert.deepStrictEqual(z.parse(schema, answer), answer, 'the answer has keys that the contract does not name');
};

/** A string is sent unchanged, so that tests can send invalid JSON. */
function requestOf(method: string, body: unknown, { as = 'staff', headers = {} }: CallOptions): RequestInit {
  const authorization: Record<string, string> = as === 'visitor' ? {} : { authorization: `Bearer ${as}` };
  if (body === undefined) return { method, headers: { ...authorization, ...headers } };
  return {
    method,
    headers: { ...authorization, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
}

async function readAnswer(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** What differs from the defaults; pages get the sign-up service that they share with the API. */
type ServerOptions =
  | Partial<AppDeps>
  | ((given: Pick<AppDeps, 'signUps' | 'db' | 'tell'> & { databaseUrl: string }) => Partial<AppDeps> | Promise<Partial<AppDeps>>);

/** Starts the server on the database of a test file, emptied before each test, and stops it after the last one. */
export async function createTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = await openTestDatabase();
  const log = { warn: () => undefined };
  const tell = createTeller(database.pool, log.warn, TELLS_WITHIN_MS);
  const signUps = createSignUpService({ database, secret: TEST_SECRET, timeZone: TIME_ZONE, canMail: true, log, tell });
  const app = await buildApp({
    db: database.db,
    pool: database.pool,
    signUps,
    tell,
    examined: examinedOf(parseConfig({})),
    live: new LiveStreams({ database, log, max: 1_000, pauseMs: TELLS_WITHIN_MS }),
    views: viewCounter(database.db),
    formHosts: new FormHosts({ db: database.db, tell }),
    feedback: feedbackWriter(database.db),
    services: openServices(parseConfig({ NODE_ENV: 'test', DATA_DIR: os.tmpdir() }), database.db),
    publicRateLimit: 1_000_000,
    verifyToken,
    timeZone: TIME_ZONE,
    publicUrl: 'http://localhost',
    pagesUrl: 'http://localhost',
    frameAncestors: ['*'],
    whyNotReady: async () => undefined,
    checkAnswer,
    ...(typeof options === 'function' ? await options({ signUps, db: database.db, tell, databaseUrl: database.url }) : options),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(async () => app.close());
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const send = async (method: string, path: string, body: unknown, options: CallOptions): Promise<TestResponse> =>
    readAnswer(await fetch(`${url}/api${path}`, requestOf(method, body, options)));

  return {
    ...database,
    app,
    url,
    databaseUrl: database.url,
    get: async (path, callOptions = {}) => send('GET', path, undefined, callOptions),
    post: async (path, body, callOptions = {}) => send('POST', path, body, callOptions),
  };
}

const HEADERS_OF_THE_MOMENT = new Set(['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset', 'x-ratelimit-remaining']);

/** The headers of an answer, without those that differ from call to call. */
export const lastingHeaders = (headers: Headers): [string, string][] => [...headers].filter(([name]) => !HEADERS_OF_THE_MOMENT.has(name));
