import { type Config, readConfig } from '#server/config/config.ts';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { createLogger } from '#server/process/logger.ts';
import { type BeforeMigrating, openUnmigrated, prepareDatabase } from '#server/process/prepare-database.ts';

interface CommandContext {
  readonly database: DatabaseConnection;
  readonly config: Config;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal;
}

/** Ends at a signal by aborting `work`, so that it can clean up. */
function endingSignal(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    process.once(name, () => ending.abort(new Error(`Stopped by ${name}`)));
  return ending.signal;
}

/** Says in one line why `work` failed, and sets the exit code to 1. */
export async function orSayWhy(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** The settings without the pooler, which would keep a connection of this command and make it look like a running server. */
function pastPooler(config: Config): Config {
  const { url, directUrl, ...others } = config.database;
  return { ...config, database: { ...others, url: directUrl ?? url, directUrl: undefined } };
}

/**
 * Runs a command on the database of the settings, and prints what `work` returns. A failure is reported on one line, and sets the exit code to 1.
 * @param options.beforeMigrating given if the database is to be created and migrated first
 */
export async function runOnDatabase(
  work: (context: CommandContext) => Promise<string>,
  { pool = 1, beforeMigrating }: { readonly pool?: number; readonly beforeMigrating?: BeforeMigrating } = {},
): Promise<void> {
  await orSayWhy(async () => {
    const config = readConfig();
    const log = createLogger({ level: 'warn', environment: config.environment });
    const signal = endingSignal();
    const direct = pastPooler(config);
    const prepared = await (beforeMigrating === undefined
      ? openUnmigrated(direct, log)
      : prepareDatabase(direct, log, signal, beforeMigrating));
    const database = openDatabase({ url: prepared.url, pool, log, statementTimeoutMs: 0 });
    try {
      console.log(await work({ database, config, signal }));
    } finally {
      await database.close();
      await prepared.stop();
    }
  });
}

/** Says how the command is called, and sets the exit code to 1. */
export function refuse(usage: string): void {
  console.error(usage);
  process.exitCode = 1;
}

/** How many rows of how many tables. */
export function rowsInWords(rows: Readonly<Record<string, number>>): string {
  const counts = Object.values(rows);
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`;
}
