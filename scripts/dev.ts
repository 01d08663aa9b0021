// npm run dev: the staff app with hot reload; restarts the server and rebuilds the public form after each change. The embedded database
// runs in this process, so that a restart is quick. With --stand-ins, so do a mail server, a Slack and a Copper stand-in, and a page
// that shows what they received.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { readConfig } from '#server/config/config.ts';
import { createLogger } from '#server/process/logger.ts';
import { endWithNpm } from '#server/process/npm-watch.ts';
import { prepareDatabase } from '#server/process/prepare-database.ts';
import { startOutsideWorld } from '#server/testing/services/outside-world.ts';
import { buildPages } from './build.ts';
import { serveArrivals } from './stand-ins/page.ts';

const root = join(import.meta.dirname, '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');
/** The port in vite.admin.config.ts. */
const PUBLIC_URL = 'http://localhost:5173';

function run(args: string[], env: Record<string, string> = {}) {
  const withoutFiles = Object.fromEntries(Object.keys(env).map((name) => [`${name}_FILE`, '']));
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...withoutFiles, ...env } });
}

/** With --stand-ins, starts the stand-ins; gives the settings that use them. */
async function startStandIns() {
  if (!process.argv.includes('--stand-ins')) return { settings: {}, stop: async () => undefined };
  const world = await startOutsideWorld();
  const page = await serveArrivals(world);
  console.log(`Mails, Slack messages and CRM leads arrive at ${page.url}`);
  return {
    settings: world.settings,
    stop: async () => {
      await page.close();
      await world.close();
    },
  };
}

async function develop(ending: AbortController) {
  const config = readConfig();
  endWithNpm(config.npmScript, () => ending.abort());
  await buildPages({ onlyStale: true });
  const log = createLogger({ level: config.logLevel, environment: config.environment });
  const database = await prepareDatabase(config, log, ending.signal);
  const standIns = await startStandIns();
  const server = { ...standIns.settings, DATABASE_URL: database.url, PORT: String(config.port), PUBLIC_URL };
  const children: ChildProcess[] = [
    run(['--watch', '--watch-preserve-output', 'src/server/main.ts'], server),
    run([vite, '--config', 'vite.admin.config.ts', '--logLevel', 'warn'], { TURNOUT_SERVER: `http://localhost:${config.port}` }),
    // The server may be reading the folders, so they are not emptied first.
    ...['vite.signup.config.ts', 'vite.door.config.ts'].map((config) =>
      run([vite, 'build', '--config', config, '--watch', '--emptyOutDir', 'false', '--logLevel', 'warn']),
    ),
  ];
  const ended = children.map(async (child) => once(child, 'exit'));
  await Promise.race([once(ending.signal, 'abort'), ...ended]);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ended);
  await standIns.stop();
  await database.stop();
}

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(name, () => ending.abort());
try {
  await develop(ending);
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
