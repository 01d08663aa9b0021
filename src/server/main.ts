import v8 from 'node:v8';

// A start creates much garbage once, for which the young generation would grow by 15 to 20 MB and not shrink again.
v8.setFlagsFromString('--semi-space-growth-factor=1');
const { runProcess } = await import('./process/run-process.ts');
await runProcess();
const { letHeapGrow } = await import('./heap-growth.ts');
letHeapGrow('usual');
