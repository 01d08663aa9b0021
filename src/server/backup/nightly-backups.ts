import fs from 'node:fs';
import path from 'node:path';
import type { BackupsState, Finding } from '#contract/server-state.ts';
import type { DatabaseConnection } from '#server/db/connection.ts';
import { bad, good, warning } from '#server/doctor/finding.ts';
import { takeBackup } from './take-backup.ts';

export interface NightlyOptions {
  /** Setting BACKUP_DIR, which has to exist. */
  readonly folder: string;
  /** Setting BACKUP_KEEP. */
  readonly keep: number;
  readonly timeZone: string;
  readonly log: { error(details: object, message: string): void; info(details: object, message: string): void };
  /** Opens the database for one backup. */
  readonly open: () => DatabaseConnection;
  readonly now?: () => Date;
  /** Default: a minute. */
  readonly pollMs?: number;
}

export interface NightlyBackups {
  readonly state: () => BackupsState;
  /** For the doctor. */
  readonly check: () => readonly Finding[];
  /** Stops a backup under way. */
  readonly stop: () => Promise<void>;
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

const nameOf = (moment: Date, timeZone: string): string => `turnout-${nightOf(moment, timeZone)}.backup`;

const backupsIn = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && OURS.test(entry.name))
        .map(({ name }) => name)
        .toSorted()
    : [];

/** Removes what a killed process left; this one alone writes there. */
function removeDrafts(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((each) => OUR_DRAFT.test(each))) fs.rmSync(path.join(folder, name));
}

function removeOld(folder: string, keep: number): void {
  for (const name of backupsIn(folder).slice(0, -keep)) fs.rmSync(path.join(folder, name));
}

class Nightly implements NightlyBackups {
  readonly #options: NightlyOptions;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #running = Promise.resolve();
  #failure: { at: Date; text: string } | undefined;

  constructor(options: NightlyOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(async () => this.#makeDue()).catch((error: unknown) => this.#tellFailure(error));
    }, options.pollMs ?? POLL_MS);
    this.#timer.unref();
  }

  get #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #makeDue(): Promise<void> {
    const { folder, timeZone } = this.#options;
    const now = this.#now;
    const hasJustFailed = this.#failure !== undefined && Math.abs(now.getTime() - this.#failure.at.getTime()) < HOUR_MS;
    if (this.#ending.signal.aborted || hasJustFailed) return;
    const file = path.join(folder, nameOf(now, timeZone));
    if (!fs.existsSync(file)) await this.#make(file);
  }

  async #make(file: string): Promise<void> {
    const { folder, keep, log, open } = this.#options;
    const database = open();
    try {
      if (!fs.existsSync(folder)) throw new Error(`BACKUP_DIR ${folder} does not exist: create it, or mount its disk`);
      removeDrafts(folder);
      await takeBackup(database, file, this.#ending.signal);
      removeOld(folder, keep);
      this.#failure = undefined;
      log.info({ file }, 'The nightly backup was made');
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#tellFailure(error);
    } finally {
      await database.close();
    }
  }

  #tellFailure(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    // It is tried again each hour, and said again when something else is wrong.
    if (this.#failure?.text !== text) this.#options.log.error({ err: error }, 'The nightly backup failed; it is tried again in an hour');
    this.#failure = { at: this.#now, text };
  }

  state(): BackupsState {
    const { folder, timeZone } = this.#options;
    const names = backupsIn(folder);
    const tonight = nameOf(this.#now, timeZone);
    const latest = names.findLast((name) => name <= tonight); // One of a later night was made by a clock that was ahead.
    const stat = latest === undefined ? undefined : fs.statSync(path.join(folder, latest), { throwIfNoEntry: false });
    return {
      succeeded_at: stat?.mtime.toISOString() ?? null,
      bytes: stat?.size ?? null,
      kept: names.length,
      failed_at: this.#failure?.at.toISOString() ?? null,
      failure: this.#failure?.text ?? null,
    };
  }

  check(): readonly Finding[] {
    const { succeeded_at: succeededAt, failure } = this.state();
    if (failure !== null) return [bad('Backups', `The last one failed: ${failure}`, 'Mend that; it is tried again each hour.')];
    if (succeededAt === null) return [warning('Backups', 'None has been made yet', 'The first one is made soon after the start.')];
    const text = `The last one was made on ${succeededAt.slice(0, 10)}`;
    const isOld = this.#now.getTime() - Date.parse(succeededAt) > OLD_MS;
    return [isOld ? bad('Backups', text, 'See the log for why there is no newer one.') : good('Backups', text)];
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ending.abort();
    await this.#running;
  }
}

/** Makes a backup each night from three o'clock on, or as soon as the server runs again, and removes all but the newest. */
export const nightlyBackups = (options: NightlyOptions): NightlyBackups => new Nightly(options);
