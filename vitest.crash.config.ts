import { defineConfig } from 'vitest/config';

// npm run test:crash: takes minutes, kills processes; Linux only.
export default defineConfig({
  test: {
    include: ['e2e/**/*.crash.ts', 'src/**/*.faults.test.ts'],
    environment: 'node',
    globalSetup: ['src/server/testing/database-setup.ts', 'faults/harness/build-pages.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // They wait for leases most of the time.
    maxWorkers: 2,
  },
});
