// npm run backup -- FILE: copies a snapshot of all rows into a file. The server may be running.
import { takeBackup } from '#server/backup/take-backup.ts';
import { refuse, rowsInWords, runOnDatabase } from './database-command.ts';

const [file, ...more] = process.argv.slice(2);
if (file === undefined || file.startsWith('-') || more.length > 0) refuse('Usage: npm run backup -- FILE');
else {
  await runOnDatabase(
    async ({ database, config, signal }) => {
      const rows = rowsInWords(await takeBackup(database, file, signal));
      return `${rows} are in ${file}${config.database.url === undefined ? `, from the embedded database in ${config.dataDir}` : ''}`;
    },
    { pool: 2 },
  );
}
