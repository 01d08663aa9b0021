import { report } from './figures.ts';
import { benchSignUps } from './sign-ups.ts';

// Ratios within one run: rounds of each target in turn, medians over the rounds. `npm run bench -- sign-ups` runs one part.
const PARTS = { 'sign-ups': benchSignUps } as const;

const asked = process.argv.slice(2);
for (const [name, bench] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (!report(name, await bench())) process.exitCode = 1;
}
