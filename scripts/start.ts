// npm start: builds the pages when they are missing or out of date, then runs the server in this process.
import process from 'node:process';
import { buildPages } from './build.ts';

try {
  await buildPages({ onlyStale: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import('#server/main.ts');
