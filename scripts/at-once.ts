/** Scenes in `faults/` that wait more than they work, and measure nothing: `.ci/run` runs them beside the crash tests, the others one after the other. */
export const AT_ONCE = ['clock', 'disk-full', 'door', 'mailing', 'metrics', 'other-version', 'pgbouncer', 'promotions'].map(
  (name) => `faults/${name}.test.ts`,
);
