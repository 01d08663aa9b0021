import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './e2e/support/longest-first.ts';
import { ONE_BY_ONE } from './scripts/one-by-one.ts';

const slow = '{src,scripts}/**/*.slow.test.ts';
const faults = 'src/**/*.faults.test.ts';
/** Makes the database that each file has a copy of. */
const globalSetup = ['src/server/testing/database-setup.ts'];
const pages = 'faults/harness/build-pages.ts';
const cores = availableParallelism();

/** Whole processes that are killed, or lose a service. */
const faulty = {
  environment: 'node',
  // They wait two thirds of the time; beside a build, or with more at once, starting takes longer than allowed.
  maxWorkers: cores + 1,
  sequence: { groupOrder: 1 },
} as const;

export default defineConfig({
  test: {
    // When a test fails, pending waits in its page fail too, which is not a second failure.
    onUnhandledError: ({ message }) => !message.includes('Target page, context or browser has been closed'),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [slow, faults],
          environment: 'node',
          globalSetup: [...globalSetup, 'src/server/testing/signup-bundle-setup.ts'],
          // They wait for the database, for timeouts and for pauses.
          maxWorkers: cores + 1,
          // The files of a worker share their imports, which is a third less work. Each still has its own server and database.
          isolate: false,
          // Generous, since a busy machine with two cores is slow, not wrong. Tests that needed a retry are listed at the end.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'slow',
          include: [slow],
          environment: 'node',
          // They mostly wait for processes to start and end.
          maxWorkers: cores + 1,
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        // `npm run test:crash`: takes minutes, kills processes; Linux only.
        test: {
          ...faulty,
          name: 'crash',
          include: ['e2e/**/*.crash.ts', faults],
          globalSetup: [...globalSetup, pages],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...faulty,
          name: 'faults',
          include: ['faults/*.test.ts'],
          exclude: ['faults/*.long.test.ts', ...ONE_BY_ONE],
          globalSetup: [pages],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          retry: 1,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup,
          // The files of a worker share product, browser and sign-in, which take 5 to 8 s to start, unless they change settings.
          isolate: false,
          // They mostly wait for dialogs that close automatically, and for pauses in typing.
          maxWorkers: cores + 1,
          expect: { poll: { timeout: 30_000 } },
          // Browsers share the processors with everything else on a small machine.
          retry: 1,
        },
      },
    ],
  },
});
