// Part of npm run check: each decision record says when it was made and whether it still holds.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const DATE = /^- Date: \d{4}-\d{2}-\d{2}$/m;
const STATUS = /^- Status: (?:accepted|revised on \d{4}-\d{2}-\d{2}|superseded by decision \d{3})$/m;

/** The missing lines of a record. */
export function gapsOf(record: string): string[] {
  return [
    ...(DATE.test(record) ? [] : ['no “- Date: 2026-11-20”']),
    ...(STATUS.test(record) ? [] : ['no “- Status: accepted”, “revised on 2026-11-21” or “superseded by decision 011”']),
  ];
}

if (import.meta.main) {
  const problems = readdirSync(FOLDER).flatMap((name) =>
    gapsOf(readFileSync(join(FOLDER, name), 'utf8')).map((gap) => `${name} has ${gap}`),
  );
  if (problems.length > 0) console.log(problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
