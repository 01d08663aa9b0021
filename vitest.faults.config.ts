import { defineConfig } from 'vitest/config';
import TableReporter from './faults/table-reporter.ts';

// npm run test:faults: takes minutes, cuts connections, kills processes; Linux, some of it only as root. npm run test:long adds tests that strain the
// machine more than the product.
export default defineConfig({
  test: {
    include: ['faults/**/*.test.ts'],
    exclude: process.env.LONG_TESTS === undefined ? ['faults/**/*.long.test.ts'] : [],
    environment: 'node',
    reporters: ['default', new TableReporter()],
    globalSetup: ['faults/harness/build-pages.ts'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // They measure, so two at the same time would disturb each other.
    fileParallelism: false,
    // A small machine also does other things; tests that ran twice are listed at the end.
    retry: 1,
  },
});
