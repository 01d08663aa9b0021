import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrations/migrate.ts';

// Migrates the database of its first argument and prints the applied migrations.
const { db, close } = openDatabase({ url: process.argv[2] ?? '', pool: 2, log: { warn: () => undefined }, statementTimeoutMs: 0 });
try {
  process.stdout.write(JSON.stringify(await migrate(db)));
} finally {
  await close();
}
