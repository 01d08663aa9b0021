import { defineConfig } from 'vitest/config';
import { LongestFirst } from './e2e/support/longest-first.ts';
import { AT_ONCE } from './scripts/at-once.ts';

const pages = 'faults/harness/build-pages.ts';
const shared = {
  environment: 'node',
  testTimeout: 600_000,
  hookTimeout: 120_000,
  // They wait most of the time; with more at once on two processors, starting took longer than allowed.
  maxWorkers: 2,
} as const;

// npm run test:crash: takes minutes, kills processes; Linux only. In `.ci/run` some of the fault tests run next to them.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'crash',
          include: ['e2e/**/*.crash.ts', 'src/**/*.faults.test.ts'],
          globalSetup: ['src/server/testing/database-setup.ts', pages],
        },
      },
      { test: { ...shared, name: 'faults', include: AT_ONCE, globalSetup: [pages], retry: 1 } },
    ],
  },
});
