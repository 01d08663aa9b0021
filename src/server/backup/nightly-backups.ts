import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { clockOf } from '#contract/rules/event-date.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { DatabaseConnection, Db } from '#server/db/connection.ts';
import { withLease } from '#server/db/work-lease.ts';
import { takeBackup } from './take-backup.ts';

export interface NightlyOptions {
  /** The setting BACKUP_DIR; the folder must exist. */
  readonly folder: string;
  /** Setting BACKUP_KEEP. */
  readonly keep: number;
  readonly timeZone: string;
  readonly log: { error(details: object, message: string): void; info(details: object, message: string): void };
  /** The database in which all processes read how the backups went. */
  readonly db: Db;
  /** Opens the database, past a pooler, for one backup. */
  readonly open: () => DatabaseConnection;
  readonly now?: () => Date;
}

/** The names of our nightly backups; other files in the folder are left alone. */
const OURS = /^turnout-\d{4}-\d{2}-\d{2}\.backup$/;
const OUR_DRAFT = /^turnout-\d{4}-\d{2}-\d{2}\.backup\.part$/;
const FROM_HOUR = 3;

/** The night that a moment belongs to, by its date in this zone; a night begins at three o'clock. */
export const nightOf = (moment: Date, timeZone: string): string =>
  clockOf(new Date(moment.getTime() - FROM_HOUR * HOUR_MS), timeZone)
    .toISOString()
    .slice(0, 10);

/** Leaves those of nights to come, from a clock that was ahead: they are not newer. @returns the number of backups that are left */
function removeOld(folder: string, keep: number, newest: string): number {
  const names = fs.readdirSync(folder).filter((name) => OURS.test(name) && name <= newest);
  for (const name of names.toSorted().slice(0, -keep)) fs.rmSync(path.join(folder, name));
  return Math.min(names.length, keep);
}

/** Backs up every night from three o'clock on, by one of the workers, and removes all but the newest. @returns makes the backup if it is due, until the signal */
export function nightlyBackups(options: NightlyOptions): (ending: AbortSignal) => Promise<void> {
  const { folder, keep, timeZone, log, db, open, now = () => new Date() } = options;
  let failure: { at: Date; text: string } | undefined;

  async function isDue(): Promise<boolean> {
    const row = await db.selectFrom('nightly_backups').select('succeeded_at').executeTakeFirst();
    if (row === undefined) await sql`insert into nightly_backups default values on conflict do nothing`.execute(db);
    const last = row?.succeeded_at ?? null;
    return last === null || nightOf(last, timeZone) !== nightOf(now(), timeZone);
  }

  async function make(signal: AbortSignal): Promise<void> {
    const begunAt = now();
    const file = path.join(folder, `turnout-${nightOf(begunAt, timeZone)}.backup`);
    // After a crash or a restore the file may exist although the database does not know about it.
    const isKnown = fs.existsSync(file);
    if (!isKnown) {
      const database = open();
      try {
        for (const name of fs.readdirSync(folder).filter((each) => OUR_DRAFT.test(each))) fs.rmSync(path.join(folder, name));
        await takeBackup(database, file, signal);
      } finally {
        await database.close();
      }
      log.info({ file }, 'The nightly backup was made');
    }
    const kept = removeOld(folder, keep, path.basename(file));
    const { size: bytes, mtime } = fs.statSync(file);
    const succeeded_at = isKnown ? mtime : begunAt;
    await db.updateTable('nightly_backups').set({ succeeded_at, bytes, kept, failed_at: null, failure: null }).execute();
    failure = undefined;
  }

  async function noteFailure(error: unknown): Promise<void> {
    const text = error instanceof Error ? error.message : String(error);
    // It is tried again every hour, and logged again only when something else is wrong.
    if (failure?.text !== text) log.error({ err: error }, 'The nightly backup failed; it is retried in an hour');
    failure = { at: now(), text };
    await db.updateTable('nightly_backups').set({ failed_at: now(), failure: text }).execute();
  }

  /** The folder is back after the night's backup was made. */
  async function forgetFailure(): Promise<void> {
    if (failure === undefined) return;
    await db.updateTable('nightly_backups').set({ failed_at: null, failure: null }).execute();
    failure = undefined;
  }

  const lost = () => new Error('No backup was made: its lease was lost');
  return async (ending) => {
    const hasJustFailed = failure !== undefined && Math.abs(now().getTime() - failure.at.getTime()) < HOUR_MS;
    if (hasJustFailed) return;
    const isWanted = await isDue();
    try {
      if (!fs.existsSync(folder)) throw new Error(`BACKUP_DIR ${folder} does not exist: create it, or mount its disk`);
      if (!isWanted) {
        await forgetFailure();
        return;
      }
      await withLease({ db, name: 'nightly backup', signal: ending, lost }, async (signal) => {
        // Another worker may have made it in the meantime.
        if (await isDue()) await make(signal);
      });
    } catch (error) {
      if (!ending.aborted) await noteFailure(error);
    }
  };
}
