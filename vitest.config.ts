import { defineConfig } from 'vitest/config';

const slow = '{src,scripts}/**/*.slow.test.ts';
/** Take minutes: `npm run test:crash`. */
const faults = 'src/**/*.faults.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [slow, faults],
          retry: 1,
          environment: 'node',
          globalSetup: ['src/server/testing/database-setup.ts'],
          // Generous: a machine of two cores that does other things besides is slow, not wrong.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Whole processes: started, killed and started again.
        test: {
          name: 'slow',
          include: [slow],
          retry: 2,
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser that draws without help of a graphics card takes both processors of a small machine.
          fileParallelism: false,
          retry: 2,
        },
      },
    ],
  },
});
