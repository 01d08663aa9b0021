// npm run seed: adds realistic sample data once, whether the product is running or not.
import { readConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { findEmbedded } from '#server/db/embedded/embedded.ts';
import { addSampleData } from '#server/demo/commands.ts';
import { createLogger } from '#server/process/logger.ts';
import { prepareDatabase } from '#server/process/prepare-database.ts';
import { scriptDeps, SERVER } from '#server/write.ts';

const config = readConfig();
const log = createLogger({ level: 'warn', environment: config.environment });
const url = config.database.url ?? findEmbedded(config.dataDir);
const prepared = await prepareDatabase({ ...config, database: { ...config.database, url } }, log, new AbortController().signal);
const { db, close } = openDatabase({ url: prepared.url, pool: 1, log, statementTimeoutMs: 0 });
try {
  const isAdded = await addSampleData(scriptDeps(db), SERVER);
  console.log(
    isAdded
      ? 'The sample data was added. A server that is running shows it straight away.'
      : 'The sample data is already there: nothing was added.',
  );
} finally {
  await close();
  await prepared.stop();
}
