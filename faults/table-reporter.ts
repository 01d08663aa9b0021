import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Line } from './harness/nothing-lost.ts';

const HEADER = ['scenario', 'answered', 'refused', 'other', 'longest wait', 'lost', 'doubled', 'notes'];
const count = (number: number): string => number.toLocaleString('en-GB');

const columnsOf = ({ answered, refused, failed, longestWaitMs, lost, doubled, note }: Line): string[] => [
  count(answered),
  count(refused),
  count(failed),
  `${(longestWaitMs / 1_000).toFixed(1)} s`,
  count(lost),
  count(doubled),
  note,
];

function rowOf(test: TestCase): string[] {
  const result = test.result();
  if (result.state === 'skipped') return [test.name, `omitted: ${result.note ?? 'not asked for'}`];
  const { faults } = test.meta();
  if (faults !== undefined) return [test.name, ...columnsOf(faults)];
  return [test.name, result.state === 'passed' ? 'passed; it counts no sign-ups' : 'failed before its end'];
}

/** Prints a table of all scenarios and their sign-ups at the end of the run. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const scenes = modules.filter(({ moduleId }) => moduleId.includes('/faults/'));
    const rows = scenes.flatMap((module) => [...module.children.allTests()].map(rowOf));
    const lines = [HEADER, HEADER.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}
