// npm run lock:complete, after every change of dependencies: adds missing entries. With --check it only reports them (npm run check).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock, lockProblems, lockSchema, missingEntries } from './lock-file.ts';

const path = join(import.meta.dirname, '../package-lock.json');
const lock = lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));

if (process.argv.includes('--check')) {
  const problems = lockProblems(lock);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  writeFileSync(path, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(`${Object.keys(missingEntries(lock)).length} entries added to package-lock.json`);
}
