import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { DOMAIN_NOT_ALLOWED } from '#contract/texts/staff.ts';
import type { User } from '#contract/user.ts';
import { parseConfig } from '#server/config.ts';
import { AppError } from '#server/errors.ts';
import { FeedbackWriter } from '#server/features/feedback/feedback-writer.ts';
import { signUpDesk } from '#server/features/sign-up/sign-up-desk.ts';
import { ViewCounter } from '#server/features/views/commands.ts';
import { type AppDeps, buildApp } from '#server/http/build-app.ts';
import type { CheckAnswer } from '#server/http/response-body.ts';
import { openServices } from '#server/main-services.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** Who calls: staff of an allowed domain, somebody with a good token of another domain or a bad token, or a visitor without token. */
export type Caller = 'staff' | 'colleague' | 'outsider' | 'forger' | 'visitor';

interface CallOptions {
  as?: Caller;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON; a test looks at it field by field. */
  body: ReturnType<typeof JSON.parse>;
}

export interface TestServer extends TestDatabase {
  app: FastifyInstance;
  /** Address of the running server, without a trailing slash. */
  url: string;
  databaseUrl: string;
  /** `path` is under `/api`; staff call unless `as` says otherwise. */
  get(path: string, options?: CallOptions): Promise<TestResponse>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<TestResponse>;
}

const TIME_ZONE = 'Europe/London';
/** Seals what the test server seals, such as the stamps of the public page. */
export const TEST_SECRET = 'a secret of tests, of thirty-two characters and more';

const users: Partial<Record<string, User>> = {
  staff: { email: 'ada@example.com', displayName: 'Ada Marsh', photoURL: null },
  colleague: { email: 'ben@example.org', displayName: 'Ben Osei', photoURL: null },
};

/** Stands for the identity provider; real tokens are the business of the sign-in tests. */
async function verifyToken(token: string): Promise<User> {
  const user = users[token];
  if (user !== undefined) return user;
  if (token === 'outsider') throw new AppError('forbidden', DOMAIN_NOT_ALLOWED);
  throw new AppError('unauthenticated', 'The token is not valid. Please sign in again.');
}

/** Fails when an answer has a key that its schema does not name, or lacks one that it does: the first would leak. */
const checkAnswer: CheckAnswer = (schema, body) => {
  const answer: unknown = JSON.parse(body);
  assert.deepStrictEqual(z.parse(schema, answer), answer, 'the answer has keys that the contract does not name');
};

/** A text is sent as it is, so that tests can send what is no JSON. */
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

/** What a test file wants otherwise; pages that share the sign-up desk with the API are given it. */
type ServerOptions = Partial<AppDeps> | ((given: Pick<AppDeps, 'signUps' | 'db'>) => Partial<AppDeps>);

/** Starts the real HTTP side on a database of the test file's own, emptied before each test, and stops it after the last. */
export async function createTestServer(options: ServerOptions = {}): Promise<TestServer> {
  const database = await openTestDatabase();
  const signUps = signUpDesk({ database, secret: TEST_SECRET, log: { warn: () => undefined } });
  const app = await buildApp({
    db: database.db,
    signUps,
    views: new ViewCounter(database.pool),
    feedback: new FeedbackWriter(database.pool),
    services: openServices(parseConfig({ NODE_ENV: 'test', DATA_DIR: os.tmpdir() }), database.db),
    publicRateLimit: 1_000_000,
    verifyToken,
    timeZone: TIME_ZONE,
    publicUrl: 'http://localhost',
    frameAncestors: ['*'],
    isReady: async () => true,
    checkAnswer,
    ...(typeof options === 'function' ? options({ signUps, db: database.db }) : options),
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
