// Part of npm run check: docs/conformance.md lists each rule of docs/requirements once, docs/reviews.md each row of the reviews, and all tests and pages that they name exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirementIds } from './requirements.ts';

const root = join(import.meta.dirname, '..');
const allIds = requirementIds();

interface Row {
  readonly id: string;
  readonly state: string;
  readonly file: string;
  readonly test: string;
}

/** The rows of the reviews of security, reliability, conformance and use. */
const reviewIds = [
  ...Array.from({ length: 21 }, (_, index) => `SEC-${index + 1}`),
  ...Array.from({ length: 21 }, (_, index) => `REL-${index + 1}`),
  ...['VAL-2', 'API-85', 'MAIL-15', 'BLD-19', 'SER-3', 'DASH-9', 'TOP-2', 'TOP-6', 'API-87', 'SER-2', 'ENT-28', 'CHART-7', 'JOB-1'].map(
    (statement) => `CONF-${statement}`,
  ),
  ...Array.from({ length: 23 }, (_, index) => `UX-${index + 1}`),
  ...Array.from({ length: 16 }, (_, index) => `WORD-${index + 1}`),
];

/** A bar in a test's name is escaped as `\|`. */
function rowsOf(page: string): Row[] {
  return page
    .split('\n')
    .filter((line) => /^\| [A-Z]/.test(line))
    .map((line) => {
      const [, id = '', state = '', file = '', test = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { id, state, file, test: test.replaceAll(String.raw`\|`, '|') };
    });
}

interface Rules {
  readonly ids: readonly string[];
  /** The words of the second column, and what a row with each has to name. */
  readonly states: Readonly<Record<string, 'nothing' | 'file' | 'test'>>;
}

const CONFORMANCE: Rules = { ids: allIds, states: { yes: 'test', no: 'nothing' } };
const REVIEWS: Rules = { ids: reviewIds, states: { mended: 'test', recorded: 'file', open: 'nothing' } };

function problemOf({ id, state, file, test }: Row, { states }: Rules): string | undefined {
  const needed = states[state];
  if (needed === undefined) return `${id}: the second column is “${state}”, not ${Object.keys(states).join(' or ')}`;
  if (needed === 'nothing') return undefined;
  if (!existsSync(join(root, file))) return `${id}: there is no ${file}`;
  if (needed === 'file') return undefined;
  return test !== '' && readFileSync(join(root, file), 'utf8').includes(test) ? undefined : `${id}: ${file} has no test “${test}”`;
}

function problemsOf(page: string, rules: Rules): string[] {
  const rows = rowsOf(page);
  const times = Map.groupBy(rows, ({ id }) => id);
  return [
    ...rules.ids.filter((id) => times.get(id)?.length !== 1).map((id) => `${id} stands ${times.get(id)?.length ?? 0} times`),
    ...rows.filter(({ id }) => !rules.ids.includes(id)).map(({ id }) => `${id} is not an id of this page`),
    ...rowsOf(page.split('\n## Notes\n')[1] ?? '').map(({ id }) => `${id} stands among the notes`),
    ...rows.map((row) => problemOf(row, rules)).filter((problem) => problem !== undefined),
  ];
}

/** The problems of docs/conformance.md. */
export const conformanceProblems = (page: string): string[] => problemsOf(page, CONFORMANCE);

/** The problems of docs/reviews.md. */
export const reviewProblems = (page: string): string[] => problemsOf(page, REVIEWS);

if (import.meta.main) {
  const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');
  const [conformance, reviews] = [read('conformance.md'), read('reviews.md')];
  const problems = [...conformanceProblems(conformance), ...reviewProblems(reviews)];
  const count = (page: string, ...states: string[]) => rowsOf(page).filter(({ state }) => states.includes(state)).length;
  console.log(
    [
      ...problems,
      `${count(conformance, 'yes')} of ${allIds.length} rules have their test; ${count(reviews, 'mended', 'recorded')} of ${reviewIds.length} review rows are closed.`,
    ].join('\n'),
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
