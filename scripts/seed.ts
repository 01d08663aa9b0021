// npm run seed: fills the database with a realistic demo, once. Works beside a running product and without one.
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { findEmbedded } from '#server/db/embedded.ts';
import { createLogger } from '#server/logger.ts';
import { prepareDatabase } from '#server/main-database.ts';
import { seedDatabase } from './demo/seed-database.ts';

const config = readConfig();
const log = createLogger({ level: 'warn', environment: config.environment });
const url = config.database.url ?? findEmbedded(config.dataDir);
const prepared = await prepareDatabase({ ...config, database: { ...config.database, url } }, log, new AbortController().signal);
const { db, close } = openDatabase({ url: prepared.url, pool: 1, log, statementTimeoutMs: 0 });
try {
  console.log(await seedDatabase(db));
} finally {
  await close();
  await prepared.stop();
}
