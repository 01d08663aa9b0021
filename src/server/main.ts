import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything of ours is loaded: stripping the types of all files at each start takes three times as long.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/turnout', import.meta.url)));

const { runProcess } = await import('./main-process.ts');
await runProcess();
