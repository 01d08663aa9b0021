import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { copyInstallation, executable, findInstallation, type PostgresInstallation } from './binaries.ts';
import { type Command, canReach, chooseIdentity, commandAs, ensureOwner, type Identity, PROGRAM_ENVIRONMENT } from './identity.ts';

export const EMBEDDED_USER = 'turnout';

export type EmbeddedHome = Awaited<ReturnType<typeof openHome>>;

export interface HomeOptions {
  durable: boolean;
  /** Default: what works on this machine. */
  identity?: Identity;
}

const HOME = 'postgres';
/** For a cluster whose user cannot enter DATA_DIR, which then contains a link to it. */
const SHARED_FOLDER = '/var/lib';

async function run({ file, args, ...ids }: Command): Promise<void> {
  const child = spawn(file, args, { ...ids, cwd: '/', env: PROGRAM_ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`The embedded PostgreSQL could not create its data folder: ${stderr.trim()}`);
}

function publish(home: string, place: string): void {
  try {
    if (path.dirname(home) === path.dirname(place)) fs.renameSync(home, place);
    else fs.symlinkSync(home, place);
  } catch (error) {
    fs.rmSync(home, { recursive: true, force: true });
    if (!fs.existsSync(place)) throw error; // Otherwise another process was faster, and its cluster is used.
  }
}

/** Removes what an interrupted first start left; nothing refers to it, since a home is renamed once it is complete. */
function removeUnfinished(dataDir: string): void {
  const left = fs.readdirSync(dataDir).filter((name) => name.startsWith(`${HOME}-`));
  for (const name of left) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
}

async function createHome(dataDir: string, installation: PostgresInstallation, options: HomeOptions): Promise<void> {
  removeUnfinished(dataDir);
  const identity = options.identity ?? chooseIdentity([dataDir, executable(installation, 'initdb')]);
  const parent = canReach(identity, dataDir) ? dataDir : SHARED_FOLDER;
  const home = fs.mkdtempSync(path.join(parent, parent === dataDir ? `${HOME}-` : 'turnout-'));
  const passwordFile = path.join(home, 'password');
  fs.writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const own = identity === 'nobody' ? await copyInstallation(installation, home) : installation;
  ensureOwner(identity, home);
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['-U', EMBEDDED_USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const args = ['-D', path.join(home, 'cluster'), ...access, '--no-instructions', ...locale];
  try {
    await run(commandAs(identity, executable(own, 'initdb'), options.durable ? args : [...args, '--no-sync']));
  } catch (error) {
    fs.rmSync(home, { recursive: true, force: true });
    throw error;
  }
  publish(home, path.join(dataDir, HOME));
}

function checkVersion(cluster: string, installation: PostgresInstallation): void {
  const made = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (installation.version.split('.')[0] === made) return;
  throw new Error(
    [
      `${cluster} was made by PostgreSQL ${made}, this is ${installation.version}. To carry the data over:`,
      '  npm run backup -- FILE     with the release of Turnout that made it',
      `  then move ${path.dirname(cluster)} away, and with this release`,
      '  npm run restore -- FILE --resume-steps',
      'See docs/operations.md for more.',
    ].join('\n'),
  );
}

export const hasHome = (dataDir: string): boolean => fs.existsSync(path.join(dataDir, HOME));

export function readHome(dataDir: string): { cluster: string; password: string } {
  const home = fs.realpathSync(path.join(dataDir, HOME));
  return { cluster: path.join(home, 'cluster'), password: fs.readFileSync(path.join(home, 'password'), 'utf8') };
}

/** Copies and volumes may open the cluster to others, and PostgreSQL would refuse it. @throws Error where it cannot be closed, as on network drives */
function closeToOthers(cluster: string): void {
  const isOpen = (): boolean => process.platform !== 'win32' && (fs.statSync(cluster).mode & 0o027) !== 0;
  try {
    if (isOpen()) fs.chmodSync(cluster, 0o700);
  } catch {
    // It belongs to another user, which is reported below.
  }
  if (isOpen())
    throw new Error(
      `${cluster} is open to other users and cannot be closed: give it to the user of this server, choose a DATA_DIR on a disk with Unix permissions, or set DATABASE_URL`,
    );
}

/** Opens the cluster under DATA_DIR; a new one is renamed when complete, so that a killed start does no harm. @throws Error */
export async function openHome(dataDir: string, options: HomeOptions) {
  const installation = findInstallation();
  fs.mkdirSync(dataDir, { recursive: true });
  if (!hasHome(dataDir)) await createHome(dataDir, installation, options);
  const { cluster, password } = readHome(dataDir);
  const home = path.dirname(cluster);
  checkVersion(cluster, installation);
  const identity = options.identity ?? chooseIdentity([path.dirname(home), executable(installation, 'postgres')]);
  if (!canReach(identity, path.dirname(home))) {
    throw new Error(
      `PostgreSQL must not run as root, and the user it would run as cannot enter ${home}: start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL`,
    );
  }
  ensureOwner(identity, home);
  closeToOthers(cluster);
  const own = identity === 'nobody' ? await copyInstallation(installation, home) : installation;
  const lockFile = path.join(home, 'lock'); // Locked as long as a server runs.
  return { cluster, password, logFile: path.join(home, 'log'), lockFile, installation: own, identity };
}
