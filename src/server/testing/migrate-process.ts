import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';

// A process of its own that migrates the database of its first argument and writes what it applied.
const { db, close } = openDatabase({ url: process.argv[2] ?? '', pool: 2, log: { warn: () => undefined }, statementTimeoutMs: 0 });
try {
  process.stdout.write(JSON.stringify(await migrate(db)));
} finally {
  await close();
}
