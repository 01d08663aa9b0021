/** Scenarios in `faults/` with limits or at full load: `.ci/run` runs them one after the other, all others next to the crash tests. */
export const ONE_BY_ONE = [
  'backup-under-load',
  'deleted-series',
  'limited-sign-ups',
  'many-servers',
  'silence',
  'upgrade-and-rollback',
].map((name) => `faults/${name}.test.ts`);
