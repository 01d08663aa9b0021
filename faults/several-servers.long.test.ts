import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { copyInstallation, findInstallation } from '#server/db/embedded/binaries.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { temporaryFolder } from '#server/testing/processes/process.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { startSmtp } from '#server/testing/services/smtp.ts';
import { debianProgram } from './harness/debian-program.ts';
import { commandsMarked, substitute } from './harness/page-commands.ts';
import { hasPgBouncer } from './harness/pgbouncer.ts';
import { copySources } from './harness/releases.ts';

/** PostgreSQL and PgBouncer refuse to run as root. */
const NOBODY = 65_534;
const POLL_MS = 100;
const STOPPED = '# everything runs';

/** The ports and addresses of the page, and free ones here; the commands are otherwise unchanged. */
async function substitutes(identity: string, smtpPort: number): Promise<[from: string, to: string][]> {
  const ports = ['5432', '6432', '3001', '3002', '3011', '3012', '8443', '8080'];
  const free: [string, string][] = [];
  for (const port of ports) free.push([port, String(await freePort())]);
  return [...free, ['1025', String(smtpPort)], ['https://login.example.com', identity]];
}

/** Kills remaining processes if the test fails before the end. */
function killAll(folder: string, shell: ChildProcess): void {
  const pidFiles = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.pid'))
    .map((name) => path.join(folder, name));
  for (const file of [...pidFiles, path.join(folder, 'postgres/postmaster.pid')]) {
    if (!fs.existsSync(file)) continue;
    try {
      process.kill(Number.parseInt(fs.readFileSync(file, 'utf8'), 10), 'SIGKILL');
    } catch {
      continue; // It has ended.
    }
  }
  shell.kill('SIGKILL');
}

/** The output of the shell and the programs it started. */
const logsIn = (folder: string): string =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => `${name}:\n${fs.readFileSync(path.join(folder, name), 'utf8').slice(-4_000)}`)
    .join('\n');

/** One shell that runs these commands, then waits for a line on its input, then runs the others. Its output goes to a file, since a pipe would be held open by what it started. */
function openShell(folder: string, text: { first: string; last: string }, env: NodeJS.ProcessEnv) {
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const log = path.join(folder, 'shell.log');
  const output = fs.openSync(log, 'a');
  if (process.getuid?.() === 0) execFileSync('chown', ['--recursive', `${NOBODY}:${NOBODY}`, folder]);
  const script = `set -eu\n${text.first}\necho '${STOPPED}'\nread -r line\n${text.last}`;
  const shell = spawn('sh', ['-c', script], { cwd: folder, env, ...asNobody, stdio: ['pipe', output, output] });
  fs.closeSync(output);
  onTestFinished(() => killAll(folder, shell));
  const ended = once(shell, 'exit').then(() => true);
  return {
    /** @throws Error with the output if the shell ends before */
    hasRun: async () => {
      while (!fs.readFileSync(log, 'utf8').includes(STOPPED)) {
        if (await Promise.race([ended, sleep(POLL_MS, false)])) throw new Error(logsIn(folder));
      }
    },
    /** @throws Error with the output if a command failed */
    end: async () => {
      shell.stdin?.end('\n');
      await ended;
      if (shell.exitCode !== 0) throw new Error(logsIn(folder));
    },
  };
}

/** The commands install the packages into an empty folder. */
const isRegistryReachable = (): boolean => spawnSync('npm', ['view', 'fastify', 'version'], { timeout: 60_000 }).status === 0;

test('DEP-1: two web servers, two workers, a pooler, a balancer and PostgreSQL are set up by the commands of docs/operations.md', async (context) => {
  const haproxy = debianProgram('haproxy');
  context.skip(haproxy === undefined || !hasPgBouncer(), 'there is no HAProxy or no PgBouncer, and no Debian package of it');
  context.skip(!isRegistryReachable(), 'the npm registry cannot be reached');
  const [identity, smtp] = [await startTestIdentity(), await startSmtp()];
  onTestFinished(async () => void (await Promise.all([identity.close(), smtp.close()])));
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, 'turnout'), { recursive: true });
  fs.chmodSync(path.dirname(folder), 0o755);
  copySources(path.join(folder, 'turnout'));
  const pairs = await substitutes(identity.issuer, smtp.port);
  const port = (name: string): string => pairs.find(([from]) => from === name)?.[1] ?? '';
  for (const file of ['pgbouncer.ini', 'proxies/haproxy.cfg']) {
    const place = path.join(folder, 'turnout/deploy', file);
    fs.writeFileSync(place, substitute(fs.readFileSync(place, 'utf8'), pairs));
  }
  const postgres = await copyInstallation(findInstallation(), folder);
  const shell = openShell(
    folder,
    { first: substitute(commandsMarked('run'), pairs), last: commandsMarked('run at the end') },
    {
      ...process.env,
      NODE_ENV: undefined,
      VITEST: undefined,
      HOME: folder,
      npm_config_cache: path.join(folder, 'npm-cache'),
      PATH: [path.dirname(process.execPath), path.join(postgres.folder, 'bin'), haproxy, process.env.PATH].join(path.delimiter),
    },
  );
  await shell.hasRun();
  const [first, second] = [`http://127.0.0.1:${port('3001')}`, `http://127.0.0.1:${port('3002')}`];
  const headers = { authorization: `Bearer ${await identity.token()}`, 'content-type': 'application/json' };
  const call = async (url: string, body?: unknown) => {
    const response = await fetch(url, { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) });
    expect.soft(response.status, url).toBe(200);
    return (await response.json()) as { data: { id: string } };
  };
  const mailAfter = { email_from: 'office@example.com', email_subject: 'You are in', email_template: '<p>See you there.</p>' };
  const series = await call(`${first}/api/event_series/add`, { title: 'Spring training' });
  await call(`${first}/api/event_series/${series.data.id}/edit`, mailAfter);
  const event = await call(`${first}/api/event_series/${series.data.id}/event/add`, {
    event_title: 'Day one',
    google_calendar_id: 'c',
    date: '2050-01-12T09:30:00Z',
  });
  const email = `${randomUUID()}@example.com`;
  await call(`${first}/api/event_series/${series.data.id}/submit`, newSignUp({ email, events: [event.data.id] }));
  expect(JSON.stringify(await call(`${second}/api/event_series/${series.data.id}/event/${event.data.id}`))).toContain(email);
  await expect.poll(() => smtp.mails.flatMap(({ recipients }) => recipients), { timeout: 30_000 }).toContain(email);
  await shell.end();
}, 600_000);
