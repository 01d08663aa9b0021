// npm run restore -- FILE [--overwrite] [--resume-steps]: loads a backup into the database, which has to be empty unless --overwrite is given.
import { parseArgs } from 'node:util';
import { type RestoreOptions, restoreBackup } from '#server/backup/restore-backup.ts';
import { openDatabase } from '#server/db/connection.ts';
import { readConfig } from '#server/process/config/config.ts';
import { createLogger } from '#server/process/logger.ts';
import { prepareDatabase } from '#server/process/prepare-database.ts';

const USAGE = 'Usage: npm run restore -- FILE [--overwrite] [--resume-steps]';

async function restore(file: string, options: RestoreOptions) {
  const config = readConfig();
  const log = createLogger({ level: 'warn', environment: config.environment });
  const prepared = await prepareDatabase(config, log, new AbortController().signal);
  const database = openDatabase({ url: config.database.directUrl ?? prepared.url, pool: 1, log, statementTimeoutMs: 0 });
  try {
    const rows = Object.values(await restoreBackup(database, file, options));
    console.log(`${rows.reduce((sum, count) => sum + count, 0)} rows of ${rows.length} tables were restored from ${file}`);
    if (!options.resumeSteps) console.log('What was waiting to be sent stands among the failed steps: it may have been sent since.');
  } finally {
    await database.close();
    await prepared.stop();
  }
}

try {
  const flags = { overwrite: { type: 'boolean', default: false }, 'resume-steps': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error(USAGE);
  await restore(file, { overwrite: values.overwrite, resumeSteps: values['resume-steps'] });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
