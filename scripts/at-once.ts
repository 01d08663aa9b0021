/** Scenarios in `faults/` that mostly wait, and measure nothing: `.ci/run` runs them next to the crash tests, the others one after the other. */
export const AT_ONCE = ['clock', 'disk-full', 'door', 'mailing', 'metrics', 'other-version', 'pgbouncer', 'promotions'].map(
  (name) => `faults/${name}.test.ts`,
);
