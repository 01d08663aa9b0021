// Part of npm run check: docs/conformance.md has each statement of the specification's checklist once, and each test that it names exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many statements each area of the checklist has; they are numbered from 1. */
const AREAS: Readonly<Record<string, number>> = {
  'AUTH-': 13,
  R: 27,
  'TOP-': 10,
  'DASH-': 13,
  'SER-': 23,
  'ATT-': 14,
  'EDIT-': 13,
  'EV-': 9,
  'IMP-': 26,
  'EXP-': 9,
  'FORM-': 8,
  'BLD-': 34,
  'PUB-': 37,
  'STAT-': 17,
  'CHART-': 21,
  'DUP-': 15,
  'FB-': 8,
  'ENT-': 31,
  'DATA-': 33,
  'API-': 100,
  'IDEM-': 5,
  'VAL-': 29,
  'ERR-': 12,
  'CONST-': 10,
  'STATE-': 8,
  'OIDC-': 22,
  'EMB-': 22,
  'SPAM-': 7,
  'JOB-': 13,
  'MAIL-': 15,
  'SLACK-': 4,
  'CRM-': 5,
};

const root = join(import.meta.dirname, '..');
const allIds = Object.entries(AREAS).flatMap(([area, count]) => Array.from({ length: count }, (_, index) => `${area}${index + 1}`));

interface Row {
  readonly id: string;
  readonly isDone: string;
  readonly file: string;
  readonly test: string;
}

/** The rows of the table; a bar inside a test's name is written `\|`. */
function rowsOf(page: string): Row[] {
  return page
    .split('\n')
    .filter((line) => /^\| [A-Z]/.test(line))
    .map((line) => {
      const [, id = '', isDone = '', file = '', test = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { id, isDone, file, test: test.replaceAll(String.raw`\|`, '|') };
    });
}

function problemOf({ id, isDone, file, test }: Row): string | undefined {
  if (isDone === 'no') return undefined;
  if (isDone !== 'yes') return `${id}: the second column is “${isDone}”, not yes or no`;
  if (!existsSync(join(root, file))) return `${id}: there is no ${file}`;
  return readFileSync(join(root, file), 'utf8').includes(test) ? undefined : `${id}: ${file} has no test “${test}”`;
}

/** What is wrong with the page, one line each. */
export function conformanceProblems(page: string): string[] {
  const rows = rowsOf(page);
  const times = Map.groupBy(rows, ({ id }) => id);
  return [
    ...allIds.filter((id) => times.get(id)?.length !== 1).map((id) => `${id} stands ${times.get(id)?.length ?? 0} times`),
    ...rows.filter(({ id }) => !allIds.includes(id)).map(({ id }) => `${id} is no statement of the checklist`),
    ...rows.map(problemOf).filter((problem) => problem !== undefined),
  ];
}

if (import.meta.main) {
  const page = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  const problems = conformanceProblems(page);
  const done = rowsOf(page).filter(({ isDone }) => isDone === 'yes').length;
  console.log([...problems, `${done} of ${allIds.length} statements have their test.`].join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
