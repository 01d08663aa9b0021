import { defineConfig } from 'vitest/config';
import TableReporter from './faults/table-reporter.ts';

// npm run test:faults: takes minutes, cuts connections, kills processes; Linux, some of it as root only. npm run test:long adds what tries the
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
    // They measure: two at once would measure each other.
    fileParallelism: false,
    // A small machine does other things besides; the end of the run names what was run twice.
    retry: 1,
  },
});
