import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { DOMAIN_NOT_ALLOWED } from '#contract/texts/staff.ts';
import { parseConfig } from '#server/config/config.ts';
import { AppError } from '#server/errors.ts';
import type { CheckAnswer } from '#server/http/answers.ts';
import { buildApp } from '#server/process/build-app.ts';
import { createContext, type WebContext, type WebProcess } from '#server/process/context.ts';
import type { StaffUser } from '#server/services/identity-token.ts';
import type { WriteDeps } from '#server/write.ts';
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

/** Much shorter than in the product, which collects the changes of simultaneous visitors. */
const NOTIFIES_WITHIN_MS = 20;
export const TEST_SECRET = 'a secret of tests, of thirty-two characters and more';

const users: Partial<Record<string, StaffUser>> = {
  staff: { email: 'ada@example.com', displayName: 'Ada Marsh', photoURL: null, subject: 'ada' },
  colleague: { email: 'ben@example.org', displayName: 'Ben Osei', photoURL: null, subject: 'ben' },
};

/** Replaces the check of real tokens, which the sign-in tests cover. */
async function verifyToken(token: string): Promise<StaffUser> {
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

/** A string is sent unchanged, so that tests can send invalid JSON, and a blob with its own type. */
function requestOf(method: string, body: unknown, { as = 'staff', headers = {} }: CallOptions): RequestInit {
  const authorization: Record<string, string> = as === 'visitor' ? {} : { authorization: `Bearer ${as}` };
  if (body === undefined) return { method, headers: { ...authorization, ...headers } };
  const type = body instanceof Blob ? body.type : 'application/json';
  return {
    method,
    headers: { ...authorization, 'content-type': type, ...headers },
    body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
  };
}

async function readAnswer(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Settings of a server on this machine that sends nothing, has no pages and no rate limits. */
export const SETTINGS = {
  NODE_ENV: 'test',
  PUBLIC_URL: 'http://localhost',
  DATABASE_URL: 'postgres://localhost',
  DATA_DIR: os.tmpdir(),
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'turnout',
  ALLOWED_EMAIL_DOMAINS: 'example.com example.org',
  SESSION_SECRET: TEST_SECRET,
  PUBLIC_RATE_LIMIT: '1000000',
};

export type Settings = Readonly<Record<string, string>>;

/** The parts of the process and its context that a test replaces. */
export type Replaced = Partial<WebProcess & WebContext & WriteDeps>;

/** Starts the server on `given` or its own database, emptied before each test, and stops it after the last one. */
export async function createTestServer(settings: Settings = {}, replaced: Replaced = {}, given?: TestDatabase): Promise<TestServer> {
  const database = given ?? (await openTestDatabase());
  const context = await createContext({
    config: parseConfig({ ...SETTINGS, ...settings }),
    log: pino({ level: 'silent' }),
    visitors: database,
    staff: database,
    metrics: [],
    version: { version: '1.2.3' },
    whyStalled: () => undefined,
    ending: new AbortController().signal,
    distDir: os.devNull,
    liveMs: NOTIFIES_WITHIN_MS,
    ...replaced,
  });
  const app = await buildApp({ ...context, verifyToken, ...replaced, checkAnswer });
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
