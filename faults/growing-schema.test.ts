import { expect, onTestFinished, test } from 'vitest';
import { startProcess, temporaryFolder } from '#server/testing/processes/process.ts';
import { fill } from '../bench/support/volume.ts';
import { compare, expectNothingLost } from './harness/nothing-lost.ts';
import { thisRelease } from './harness/releases.ts';
import { newForm, openScene, type Scene, SERVER_SETTINGS, startServer, visitorsOf } from './harness/scene.ts';
import type { Visitors } from './harness/visitors.ts';

/** TURNOUT_ROWS=1000000 tries a database of that many sign-ups, each with two registrations. */
const ROWS = Number(process.env.TURNOUT_ROWS ?? 50_000);
const SERIES = 5;
const BATCH = 5_000;
const PEOPLE = 4;
const AT_REST = 1_000;
const PATIENCE = { timeout: 60_000 };

/** The steps of docs/migrations.md for a column that every registration needs. For the previous release a trigger writes it. */
const EXPAND = {
  '9000_day_of_a_registration.sql': `
    alter table registrations add column submitted_on date;
    create function day_of_registration() returns trigger language plpgsql as $$
    begin
      new.submitted_on := (new.submitted_at at time zone 'UTC')::date;
      return new;
    end $$;
    create trigger day_of_registration before insert or update on registrations for each row execute function day_of_registration();`,
  '9001_each_registration_has_a_day.sql':
    'alter table registrations add constraint registration_has_a_day check (submitted_on is not null) not valid;',
  '9002_registrations_by_day.concurrent.sql':
    'drop index concurrently if exists registrations_by_day;\ncreate index concurrently registrations_by_day on registrations (submitted_on);\n',
};
const CONTRACT = {
  ...EXPAND,
  '9003_days_are_complete.sql':
    '-- contract: all registrations were filled by the release before\nalter table registrations validate constraint registration_has_a_day;',
};

const BACKFILL = `
  with part as (
    select event_id, submission_id from registrations where (event_id, submission_id) > ($1, $2)
    order by event_id, submission_id limit ${BATCH} for no key update
  ),
  filled as (
    update registrations as registration set submitted_on = null from part
    where registration.event_id = part.event_id and registration.submission_id = part.submission_id and registration.submitted_on is null
  )
  select event_id, submission_id from part order by event_id desc, submission_id desc limit 1`;

interface Key {
  readonly event_id: string;
  readonly submission_id: string;
}

const ZERO = '00000000-0000-0000-0000-000000000000';

/** As a worker of the next release would do it, in parts, by key. */
async function backfill({ database: { pool } }: Scene): Promise<void> {
  let last: Key | undefined = { event_id: ZERO, submission_id: ZERO };
  while (last !== undefined) {
    const { rows }: { rows: Key[] } = await pool.query<Key>(BACKFILL, [last.event_id, last.submission_id]);
    last = rows[0];
  }
}

/** Starts another release in its folder, which migrates. */
async function startRelease(scene: Scene, folder: string) {
  const settings = { ...SERVER_SETTINGS, DATABASE_URL: scene.databaseUrl, DATA_DIR: temporaryFolder() };
  const server = await startProcess(settings, { command: [process.execPath, 'src/server/main.ts'], cwd: folder });
  await expect.poll(server.readiness, { timeout: 600_000 }).toBe(200);
  return server;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** The longest wait during `work`, as text. */
async function during(what: string, all: readonly Visitors[], work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  const endedAt = performance.now();
  const sent = all.flatMap((visitors) => visitors.signUps.all).filter(({ sentAt }) => sentAt <= endedAt);
  await expect.poll(() => sent.every(({ answer }) => answer !== undefined), PATIENCE).toBe(true);
  const signUps = sent.filter(({ sentAt, waitedMs = 0 }) => sentAt + waitedMs >= startedAt);
  const longest = signUps.reduce((most, { waitedMs = 0 }) => Math.max(most, waitedMs), 0);
  return `${what}: ${seconds(endedAt - startedAt)}, ${signUps.length} sign-ups, the longest ${Math.round(longest)} ms`;
}

test(
  'DEP-8: a column is added, filled in parts and made obligatory while servers of the previous and the next release take sign-ups',
  { timeout: 240_000 + ROWS },
  async (context) => {
    const scene = await openScene();
    const { pool } = scene.database;
    await fill(scene.embedded.url, { signUps: ROWS, series: SERIES });
    // Before anyone signs up, since copying keeps this process busy, and the visitors run in it.
    const releases = { expand: thisRelease(EXPAND), contract: thisRelease(CONTRACT) };
    const form = await newForm(scene);
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const visiting: Promise<unknown>[] = [];
    const visit = (url: string, until: AbortSignal): Visitors => {
      const visitors = visitorsOf(url);
      visiting.push(visitors.crowd(form, { people: PEOPLE, until }));
      return visitors;
    };

    const old = await startServer(scene);
    const oldIsOver = new AbortController();
    onTestFinished(() => oldIsOver.abort());
    const ofOld = visit(old.url, oldIsOver.signal);
    const lines = [
      await during('no migration', [ofOld], async () =>
        expect.poll(() => ofOld.signUps.answeredWith('answered').length, PATIENCE).toBeGreaterThan(AT_REST),
      ),
    ];
    let next = old;
    lines.push(
      await during('expand', [ofOld], async () => {
        next = await startRelease(scene, releases.expand);
      }),
    );
    const ofNext = visit(next.url, over.signal);
    lines.push(await during('backfill', [ofOld, ofNext], async () => backfill(scene)));
    oldIsOver.abort();
    await visiting[0];
    old.kill('SIGTERM');
    expect(await old.ended).toMatchObject({ code: 0 });
    lines.push(await during('contract', [ofNext], async () => startRelease(scene, releases.contract)));
    over.abort();
    await Promise.all(visiting);

    const { rows } = await pool.query<{ filled: number; wrong: number; valid: boolean }>(`
      select count(*)::int as filled, (count(*) filter (where submitted_on is distinct from (submitted_at at time zone 'UTC')::date))::int as wrong,
        (select convalidated from pg_constraint where conname = 'registration_has_a_day') as valid
      from registrations`);
    const all = ofOld.signUps.all.length + ofNext.signUps.all.length;
    expect(rows).toEqual([{ filled: 2 * ROWS + all, wrong: 0, valid: true }]);
    await expectNothingLost(context, { visitors: ofOld, pool, note: `${ROWS} rows; ${lines.join('; ')}` });
    expect(ofNext.signUps.failures()).toEqual([]);
    expect(await compare(pool, ofNext.signUps)).toEqual({ lost: 0, doubled: 0 });
    expect([...ofOld.signUps.answeredWith('refused'), ...ofNext.signUps.answeredWith('refused')]).toEqual([]);
  },
);
