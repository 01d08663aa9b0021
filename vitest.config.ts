import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './e2e/support/longest-first.ts';

const slow = '{src,scripts}/**/*.slow.test.ts';
/** Take minutes: `npm run test:crash`. */
const faults = 'src/**/*.faults.test.ts';
/** Makes the database that each file has a copy of. */
const globalSetup = ['src/server/testing/database-setup.ts'];
const cores = availableParallelism();

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
        // Whole processes: started, killed and started again.
        test: {
          name: 'slow',
          include: [slow],
          environment: 'node',
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They mostly wait for processes to start and end.
          maxWorkers: cores + 1,
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
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
