// npm run guide:pictures: takes the pictures of the user guide in the product, following the steps of e2e/guide.
import { join } from 'node:path';
import process from 'node:process';
import { buildPages } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { root, succeeds } from './test-stages.ts';

await buildPages({ onlyStale: true });
console.log(`Browser: ${ensureChromium()}`);
process.env.GUIDE_PICTURES = join(root, 'docs/guide/pictures');
if (!succeeds('node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', '--retry', '0', 'e2e/guide/guide-pictures.test.ts'))
  process.exit(1);
await buildPages({ onlyStale: true });
