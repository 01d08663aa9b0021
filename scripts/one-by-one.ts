/** Scenarios in `faults/` with limits, which apply to idle processors: `.ci/run` runs them one after the other, all others next to the crash tests. */
export const ONE_BY_ONE = ['deleted-series', 'many-servers', 'silence', 'upgrade-and-rollback'].map((name) => `faults/${name}.test.ts`);
