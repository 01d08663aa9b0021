import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take much longer than their size suggests, by which vitest orders files that it has not run before. */
const LONG = [
  'guide/help',
  'guide/guide-pictures',
  'attendees/large-event',
  'statistics/form-statistics',
  'sign-up/public-form-redirect',
  'steps/stalled-workers.faults',
  'steps/killed-workers.faults',
  'server/main.slow',
  'rules/patterns.slow',
  'scripts/planted-field.slow',
  'scripts/start.slow',
  'services/mail-patience.slow',
  'process/npm-watch.slow',
  'process/rolling-restart.slow',
  'process/containers.slow',
  'faults/backup-under-load',
  'faults/pgbouncer',
  'faults/door',
  'faults/steps',
];

/** Runs the longest files first, so that no worker is left with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): boolean => !LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isShort(a)) - Number(isShort(b)));
  }
}
