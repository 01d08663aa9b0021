import module from 'node:module';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

// Before anything of ours is loaded: stripping the types of all files at each start takes three times as long.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/turnout', import.meta.url)));

// A start makes much garbage once. The young generation would grow for it and stay so: 15 to 20 MB at rest.
v8.setFlagsFromString('--semi-space-growth-factor=1');
const { runProcess } = await import('./main-process.ts');
await runProcess();
v8.setFlagsFromString('--semi-space-growth-factor=2'); // V8's own: under load it may grow.
