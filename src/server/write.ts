import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '#server/config/config.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { GatheredChanges, type Notify, notifyNobody, type Notice } from '#server/live/notice.ts';

/** The person or server acting, and through which call. */
export interface Actor {
  readonly kind: 'staff' | 'visitor' | 'server' | 'token';
  readonly name: string;
  readonly email: string;
  /** The tab of the staff app that made the call. */
  readonly tab?: string | undefined;
  readonly call?: { readonly path: string; readonly params: Readonly<Record<string, string | undefined>> };
}

export const VISITOR: Actor = { kind: 'visitor', name: '', email: '' };
/** Automatic actions of the server: workers, and scripts. */
export const SERVER: Actor = { kind: 'server', name: '', email: '' };

/** What a write did to one record, and which of its fields changed. */
export interface AuditEntry {
  readonly about: { readonly type: string; readonly id: string; readonly title: string };
  readonly changes?: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

export interface WriteDeps {
  readonly db: Db;
  readonly notify: Notify;
  /** Whether this server sends mail; without it staff promote by hand. */
  readonly canMail: boolean;
  /** Records what was done, in the same transaction. */
  readonly audit?: ((w: Write, entry: AuditEntry) => Promise<void>) | undefined;
}

/** For writes that read or format dates. */
export interface ZonedDeps extends WriteDeps {
  readonly config: Pick<Config, 'timeZone'>;
}

/** A transaction that also knows who is writing, and gathers what to record (`did`) and what to notify open screens of after its commit (`changed`). */
export type Write = Tx &
  Pick<WriteDeps, 'canMail'> & {
    readonly by: Actor;
    readonly did: (entry: AuditEntry) => void;
    readonly changed: (...changes: readonly Omit<Notice, 'by' | 'name' | 'tab'>[]) => void;
  };

/** For scripts, which notify nobody and send nothing. */
export const scriptDeps = (db: Db): WriteDeps => ({ db, notify: notifyNobody, canMail: false });

const underWay = new AsyncLocalStorage<true>();

/**
 * The only way to write changes by staff, visitors or the server: works in a transaction, and notifies open screens after its commit. The work is not repeated
 * after a deadlock.
 * @returns what the work returns
 * @throws what the work throws, with nothing written and nobody notified
 */
export async function write<T>({ db, notify, canMail, audit }: WriteDeps, by: Actor, work: (w: Write) => Promise<T>): Promise<T> {
  // It would wait for the outer one's locks.
  if (underWay.getStore() === true) throw new AppError('internal', 'A write within a write');
  const gathered = new GatheredChanges();
  const changed: Write['changed'] = (...changes) => {
    for (const change of changes) gathered.add(change);
  };
  const entries: AuditEntry[] = [];
  const run = async (tx: Tx): Promise<T> => {
    const w = Object.assign(tx, { by, canMail, changed, did: (entry: AuditEntry) => void entries.push(entry) });
    const done = await work(w);
    if (audit !== undefined) for (const entry of entries) await audit(w, entry);
    return done;
  };
  const result = await underWay.run(true, () => db.transaction().execute(run));
  if (!gathered.isEmpty) notify(...gathered.take());
  return result;
}

/** Does the next part of work on very many rows, as described by a table's oldest row. @returns whether there may be more */
export async function nextPart<Row>(
  deps: WriteDeps,
  findOldest: (db: Db) => Promise<Row | undefined>,
  work: (w: Write, row: Row) => Promise<unknown>,
): Promise<boolean> {
  const oldest = await findOldest(deps.db);
  if (oldest === undefined) return false;
  await write(deps, SERVER, (w) => work(w, oldest));
  return true;
}
