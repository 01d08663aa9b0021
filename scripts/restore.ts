// npm run restore -- FILE [--overwrite] [--resume-steps] [--end-links]: loads a backup into the database, which has to be empty unless --overwrite is given.
import { parseArgs } from 'node:util';
import { unsentInWords } from '#contract/server-state.ts';
import { checkBackup, checkTarget, type RestoreOptions, restoreBackup } from '#server/backup/restore-backup.ts';
import { findPause } from '#server/queues/sending-pause.ts';
import { orSayWhy, refuse, rowsInWords, runOnDatabase } from './database-command.ts';

const USAGE = 'Usage: npm run restore -- FILE [--overwrite] [--resume-steps] [--end-links]';

function readArguments(): { file: string; options: RestoreOptions } | undefined {
  const flag = { type: 'boolean', default: false } as const;
  const flags = { overwrite: flag, 'resume-steps': flag, 'end-links': flag };
  try {
    const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return undefined;
    return { file, options: { overwrite: values.overwrite, resumeSteps: values['resume-steps'], endLinks: values['end-links'] } };
  } catch {
    return undefined; // It throws for other flags.
  }
}

const given = readArguments();
if (given === undefined) refuse(USAGE);
else {
  const { file, options } = given;
  await orSayWhy(async () => {
    const backup = await checkBackup(file);
    await runOnDatabase(
      async ({ database }) => {
        const loaded = `${rowsInWords(await restoreBackup(database, backup, options))} were restored from ${file}`;
        const pause = await findPause(database.db);
        if (pause === undefined) return loaded;
        return [
          loaded,
          `Sending is paused, since some messages may have been sent after the backup. Waiting: ${unsentInWords(pause)}.`,
          'npm run resume                    sends them',
          'npm run resume -- --as-failed     leaves what waited then to staff, under Needs attention',
        ].join('\n');
      },
      { beforeMigrating: async (database) => checkTarget(database, backup, options) },
    );
  });
}
