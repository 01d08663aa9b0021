// npm run backup -- FILE: copies a snapshot of all rows into a file. The server may be running.
import { takeBackup } from '#server/backup/take-backup.ts';
import { openDatabase } from '#server/db/connection.ts';
import { readConfig } from '#server/process/config/config.ts';
import { createLogger } from '#server/process/logger.ts';
import { openUnmigrated } from '#server/process/prepare-database.ts';

async function backUp(file: string) {
  const config = readConfig();
  const log = createLogger({ level: 'warn', environment: config.environment });
  const prepared = await openUnmigrated(config, log);
  const database = openDatabase({ url: prepared.url, pool: 2, log, statementTimeoutMs: 0 });
  try {
    const rows = Object.values(await takeBackup(database, file));
    console.log(`${rows.reduce((sum, count) => sum + count, 0)} rows of ${rows.length} tables are in ${file}`);
  } finally {
    await database.close();
    await prepared.stop();
  }
}

const [file, ...more] = process.argv.slice(2);
try {
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new Error('Usage: npm run backup -- FILE');
  await backUp(file);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
