import type pg from 'pg';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { openQuietly } from './open-quietly.ts';
import { type Running, startTurnout, withDatabase } from './processes.ts';

/** A running server on a separate database, and calls by a signed-in member of staff, which fail unless the answer is 200. */
export interface StaffCalls {
  /** Its address. */
  readonly server: string;
  readonly turnout: Running;
  readonly token: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: object) => Promise<unknown>;
}

type Settings = Readonly<Record<string, string>>;

/** Starts the product on this database, with these settings, while `use` runs. `folder` is that of another checkout. */
export async function withStaffCallsOn<T>(
  databaseUrl: string,
  use: (calls: StaffCalls) => Promise<T>,
  { settings, folder }: { readonly settings?: Settings; readonly folder?: string | undefined } = {},
): Promise<T> {
  const identity = await startTestIdentity();
  try {
    const own = { OIDC_ISSUER: identity.issuer, OIDC_CLIENT_ID: identity.clientId, ALLOWED_EMAIL_DOMAINS: 'example.com' };
    const turnout = await startTurnout({ DATABASE_URL: databaseUrl, ...own, ...settings }, folder);
    const { db, pool, close } = openQuietly(databaseUrl, 2);
    const server = `http://127.0.0.1:${turnout.port}`;
    const token = await identity.token();
    const authorization = `Bearer ${token}`;
    const call = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await fetch(server + path, init);
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json();
    };
    const get = async (path: string) => call(path, { headers: { authorization } });
    const post = async (path: string, body: object) => {
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': newId() };
      return call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    try {
      return await use({ server, turnout, port: turnout.port, token, databaseUrl, db, pool, get, post });
    } finally {
      await close();
      await turnout.stop();
    }
  } finally {
    await identity.close();
  }
}

/** The same on a separate database. */
export const withStaffCalls = async <T>(use: (calls: StaffCalls) => Promise<T>, settings: Settings = {}): Promise<T> =>
  withDatabase(async (databaseUrl) => withStaffCallsOn(databaseUrl, use, { settings }));
