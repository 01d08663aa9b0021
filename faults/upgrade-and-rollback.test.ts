import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listApplied } from '#server/db/migrations/migrate.ts';
import { startBalancer } from '#server/testing/processes/balancer.ts';
import { atRest, until } from '#server/testing/worker.ts';
import { fill } from '../bench/support/volume.ts';
import { type Machine, type MachineSetup, startMachine } from './harness/machines.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { commandOfRow, commandsMarked } from './harness/page-commands.ts';
import { thisRelease } from './harness/releases.ts';
import { MAILED, newForm, openScene, type Scene, SERVER_SETTINGS, startServices, startStaff, visitorsOf } from './harness/scene.ts';
import { letStaffWork } from './harness/staff-at-work.ts';

/** TURNOUT_ROWS=1000000 tries a database of that many sign-ups. */
const ROWS = Number(process.env.TURNOUT_ROWS ?? 50_000);
const SERIES = 5;
const PER_SECOND = 40;
const CHECK_MS = 1_000;
const PATIENCE = { timeout: 120_000 };
const [OLD, NEW] = ['1.0.0', '1.1.0'];
const NEXT = {
  '9000_note_of_a_registration.sql': 'alter table registrations add column note text;',
  '9001_find_notes.concurrent.sql':
    'drop index concurrently if exists registrations_by_note;\ncreate index concurrently registrations_by_note on registrations (note);\n',
};

interface Setup {
  readonly scene: Scene;
  readonly settings: MachineSetup['settings'];
  readonly releases: MachineSetup['releases'];
}

/** Two web servers and two workers of the old release; the first migrates the empty database, which then gets its rows. */
async function startMachines({ scene, settings, releases }: Setup): Promise<Machine[]> {
  const start = async (unit: Machine['unit']): Promise<Machine> => startMachine({ unit, settings, releases, installed: OLD });
  const first = await start('turnout-web');
  await first.process().ready();
  await fill(scene.embedded.url, { signUps: ROWS, series: SERIES });
  const machines = [first, await start('turnout-web'), await start('turnout-worker'), await start('turnout-worker')];
  await Promise.all(machines.map(untilReady));
  return machines;
}

/** Workers have no port here. */
const untilReady = async ({ unit, process }: Machine): Promise<void> =>
  unit === 'turnout-web'
    ? process().ready()
    : until('the worker to be ready', () => process().output().includes('ready to work'), PATIENCE.timeout);

test(
  'DEP-7: this release and the next one alternate on two servers and two workers by the commands of docs/operations.md, and nobody notices',
  { timeout: 300_000 + ROWS },
  async (context) => {
    const scene = await openScene({ migrates: false });
    const { db } = scene.database;
    const world = await startServices();
    const staff = await startStaff();
    const releases = { [OLD]: thisRelease(), [NEW]: thisRelease(NEXT) };
    const settings = {
      ...SERVER_SETTINGS,
      ...world.settings,
      ...staff.settings,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      LOG_REQUESTS: 'false',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://turnout.example.com',
      DATABASE_URL: scene.databaseUrl,
      SHUTDOWN_NOTICE_SECONDS: '3',
      CONFIRMATIONS_PER_HOUR: '1000000',
    };
    const machines = await startMachines({ scene, settings, releases });
    const balancer = await startBalancer({
      ports: machines.filter(({ unit }) => unit === 'turnout-web').map(({ port }) => port),
      checkMs: CHECK_MS,
    });
    onTestFinished(balancer.close);
    const form = await newForm(scene, MAILED);
    const visitors = visitorsOf(balancer.url);
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const visiting = visitors.atRate(form, { perSecond: PER_SECOND, until: over.signal });
    // A separate series, since visitors are asked to come back while a form changes many times a second.
    const edited = await newForm(scene);
    const working = letStaffWork(balancer.url, staff.token, edited.seriesId);

    /** Runs the command on each machine; gives the milliseconds that the first one took. */
    const goRound = async (command: string, version: string): Promise<number> => {
      const times: number[] = [];
      for (const machine of machines) {
        const startedAt = performance.now();
        await machine.run(command);
        await untilReady(machine);
        expect(machine.running()).toBe(releases[version]);
        if (machine.unit === 'turnout-web') await expect.poll(balancer.ready, PATIENCE).toContain(machine.port);
        times.push(performance.now() - startedAt);
      }
      return times[0] ?? 0;
    };
    const migrations = (await listApplied(db)).size;
    const upgradeMs = await goRound(commandsMarked('run to upgrade'), NEW);
    const added = (await listApplied(db)).size - migrations;
    expect(added).toBeGreaterThan(0);
    const duringUpgrade = visitors.signUps.all.length;
    await goRound(commandOfRow('Rollback', 'with systemd'), OLD);
    await working.stop();
    over.abort();
    await visiting;
    await atRest(db, PATIENCE.timeout);

    const { rows: open } = await sql`
      select step, state, submission_steps.message, count(*)::int as count from submission_steps join submissions on submissions.id = submission_id
      where form_id = ${form.seriesId} and state <> 'succeeded' group by 1, 2, 3`.execute(db);
    const all = visitors.signUps.all.length;
    const note = `${ROWS} rows; the first server was back with ${added} migrations after ${(upgradeMs / 1_000).toFixed(1)} s; ${duringUpgrade} sign-ups during the upgrade`;
    const troubles = machines.flatMap((machine) => machine.troubles()).join('\n');
    await expectNothingLost(context, { visitors, pool: scene.database.pool, note });
    expect(visitors.signUps.answeredWith('refused'), `sign-ups that were told to come back:\n${troubles}`).toEqual([]);
    expect(working.failures).toEqual([]);
    expect(open).toEqual([]);
    expect(new Set(world.smtp.mails.map(({ parsed }) => parsed.messageId)).size).toBe(all);
    expect([world.smtp.mails.length, world.slack.messages.length]).toEqual([all, all]);
  },
);
