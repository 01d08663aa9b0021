import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

// Before anything else is loaded: without the cache, stripping the types makes a start three times as long.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/turnout', import.meta.url)));

// A start creates much garbage once, for which the young generation would grow by 15 to 20 MB and not shrink again.
v8.setFlagsFromString('--semi-space-growth-factor=1');
const { runProcess } = await import('./process/run-process.ts');
await runProcess();
v8.setFlagsFromString('--semi-space-growth-factor=2'); // V8's default: under load it may grow.
