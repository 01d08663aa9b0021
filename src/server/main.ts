import v8 from 'node:v8';

// A start creates much garbage once, for which the young generation would grow by 15 to 20 MB and not shrink again.
v8.setFlagsFromString('--semi-space-growth-factor=1');
const { runProcess } = await import('./process/run-process.ts');
await runProcess();
v8.setFlagsFromString('--semi-space-growth-factor=2');
// Garbage up to 200 % of what is in use; V8's own 300 % would be 470 MB while sign-ups wait for a silent database, and 200 MB in a long export.
v8.setFlagsFromString('--heap-growing-percent=200');
