import { report } from './figures.ts';
import { benchFormPage } from './form-page.ts';
import { benchReads } from './reads.ts';
import { benchSignUps } from './sign-ups.ts';
import { benchStart } from './start.ts';
import { benchSteps } from './steps.ts';

// What docs/performance.md promises, measured. `npm run bench -- reads` runs one part.
const PARTS = { 'sign-ups': benchSignUps, reads: benchReads, steps: benchSteps, start: benchStart, form: benchFormPage } as const;

const asked = process.argv.slice(2);
for (const [name, bench] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (!report(name, await bench())) process.exitCode = 1;
}
