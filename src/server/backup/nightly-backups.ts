import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { BackupsState, Finding } from '#contract/server-state.ts';
import type { DatabaseConnection, Db } from '#server/db/connection.ts';
import { ARE_BACKUPS_ON } from '#server/db/queues.ts';
import { bad, good, warning } from '#server/doctor/finding.ts';
import { withLease } from '#server/jobs/work-lease.ts';
import { takeBackup } from './take-backup.ts';

export interface NightlyOptions {
  /** Setting BACKUP_DIR, which has to exist. */
  readonly folder: string;
  /** Setting BACKUP_KEEP. */
  readonly keep: number;
  readonly timeZone: string;
  readonly log: { error(details: object, message: string): void; info(details: object, message: string): void };
  /** Where all processes read how the backups did. */
  readonly db: Db;
  /** Opens the database, past a pooler, for one backup. */
  readonly open: () => DatabaseConnection;
  readonly now?: () => Date;
  /** Default: a minute. */
  readonly pollMs?: number;
}

/** Ours, and no other files of the folder: one for each night. */
const OURS = /^turnout-\d{4}-\d{2}-\d{2}\.backup$/;
const OUR_DRAFT = /^turnout-\d{4}-\d{2}-\d{2}\.backup\.part$/;
/** The hour of the day from which on a night's backup is due. */
const FROM_HOUR = 3;
const HOUR_MS = 3_600_000;
const POLL_MS = 60_000;
const OLD_MS = 49 * HOUR_MS;

/** The night that a moment belongs to, by its date in this zone; a night begins at three o'clock. */
export function nightOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return parts.format(new Date(moment.getTime() - FROM_HOUR * HOUR_MS));
}

function removeDrafts(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((each) => OUR_DRAFT.test(each))) fs.rmSync(path.join(folder, name));
}

/** @returns the number of backups that are left */
function removeOld(folder: string, keep: number): number {
  const names = fs.readdirSync(folder).filter((name) => OURS.test(name));
  for (const name of names.toSorted().slice(0, -keep)) fs.rmSync(path.join(folder, name));
  return Math.min(names.length, keep);
}

/** How the nightly backups did; null where no worker makes any. */
export async function readBackupsState(db: Db): Promise<BackupsState | null> {
  const row = await db
    .selectFrom('nightly_backups')
    .select(['succeeded_at', 'bytes', 'kept', 'failed_at', 'failure'])
    .where(sql.raw<boolean>(ARE_BACKUPS_ON))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { succeeded_at: succeededAt, failed_at: failedAt, bytes } = row;
  return {
    ...row,
    bytes: bytes === null ? null : Number(bytes),
    succeeded_at: succeededAt?.toISOString() ?? null,
    failed_at: failedAt?.toISOString() ?? null,
  };
}

/** For the doctor; nothing where no worker makes backups. */
export async function checkBackups(db: Db, now = new Date()): Promise<readonly Finding[]> {
  const state = await readBackupsState(db);
  if (state === null) return [];
  const { succeeded_at: succeededAt, failure } = state;
  if (failure !== null) return [bad('Backups', `The last one failed: ${failure}`, 'Fix that; it is tried again every hour.')];
  if (succeededAt === null) return [warning('Backups', 'None has been made yet', 'The first one is made soon after the start.')];
  const text = `The last one was made on ${succeededAt.slice(0, 10)}`;
  const isOld = now.getTime() - Date.parse(succeededAt) > OLD_MS;
  return [isOld ? bad('Backups', text, 'See the log of the worker that has BACKUP_DIR.') : good('Backups', text)];
}

class Nightly {
  readonly #options: NightlyOptions;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #running = Promise.resolve();
  #failure: { at: Date; text: string } | undefined;

  constructor(options: NightlyOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(async () => this.#makeDue()).catch(async (error: unknown) => this.#noteFailure(error));
    }, options.pollMs ?? POLL_MS);
    this.#timer.unref();
  }

  get #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #isDue(): Promise<boolean> {
    const { db, timeZone } = this.#options;
    const row = await db.selectFrom('nightly_backups').select('succeeded_at').executeTakeFirst();
    if (row === undefined) await sql`insert into nightly_backups default values on conflict do nothing`.execute(db);
    const last = row?.succeeded_at ?? null;
    return last === null || nightOf(last, timeZone) !== nightOf(this.#now, timeZone);
  }

  async #makeDue(): Promise<void> {
    const hasJustFailed = this.#failure !== undefined && Math.abs(this.#now.getTime() - this.#failure.at.getTime()) < HOUR_MS;
    if (this.#ending.signal.aborted || hasJustFailed || !(await this.#isDue())) return;
    const lost = () => new Error('No backup was made: its lease was lost');
    await withLease({ db: this.#options.db, name: 'nightly backup', signal: this.#ending.signal, lost }, async (signal) => {
      // Another worker may have made it in the meantime.
      if (await this.#isDue()) await this.#make(signal);
    });
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { folder, keep, log, open, timeZone, db } = this.#options;
    const file = path.join(folder, `turnout-${nightOf(this.#now, timeZone)}.backup`);
    const database = open();
    try {
      if (!fs.existsSync(folder)) throw new Error(`BACKUP_DIR ${folder} does not exist: create it, or mount its disk`);
      removeDrafts(folder);
      // It is there already when the database has forgotten it: after a crash or a restore.
      if (!fs.existsSync(file)) await takeBackup(database, file, signal);
    } finally {
      await database.close();
    }
    const kept = removeOld(folder, keep);
    const { size: bytes } = fs.statSync(file);
    await db.updateTable('nightly_backups').set({ succeeded_at: this.#now, bytes, kept, failed_at: null, failure: null }).execute();
    this.#failure = undefined;
    log.info({ file }, 'The nightly backup was made');
  }

  async #noteFailure(error: unknown): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const text = error instanceof Error ? error.message : String(error);
    // It is tried again every hour, and logged again only when something else is wrong.
    if (this.#failure?.text !== text) this.#options.log.error({ err: error }, 'The nightly backup failed; it is tried again in an hour');
    this.#failure = { at: this.#now, text };
    const noted = this.#options.db.updateTable('nightly_backups').set({ failed_at: this.#now, failure: text }).execute();
    await noted.catch(() => undefined); // The database is away, which its own alerts report.
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#running;
  }
}

/**
 * Makes a backup every night from three o'clock on, or as soon as a worker runs again, and removes all but the newest.
 * Of several workers with BACKUP_DIR, one makes it.
 * @returns a function that stops it, and a backup under way
 */
export function startNightlyBackups(options: NightlyOptions): () => Promise<void> {
  const nightly = new Nightly(options);
  return async () => nightly.stop();
}
