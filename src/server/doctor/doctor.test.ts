import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Finding, unsentInWords } from '#contract/server-state.ts';
import { parseConfig } from '#server/config/config.ts';
import { newId } from '#server/db/new-id.ts';
import { openServices } from '#server/process/open-services.ts';
import { findPause, pauseSending } from '#server/queues/sending-pause.ts';
import { createTestDatabase, openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { startCollector } from '#server/testing/services/collector.ts';
import { buildSignUp, startWorld } from '#server/testing/worker.ts';
import { checkCertificate } from './check-certificates.ts';
import { clockFinding } from './check-clock.ts';
import { checkPoolerAndReplica, checkDatabase } from './check-database.ts';
import { checkIdentity, checkServices, checkTraces } from './check-services.ts';
import { checkSending, examine } from './examine.ts';

const { db, pool, url } = await openTestDatabase();
const world = await startWorld();

const statesOf = (findings: readonly Finding[], area: Finding['area']) =>
  findings.filter((each) => each.area === area).map(({ state }) => state);

async function run(settings: Record<string, string> = world.settings) {
  const config = parseConfig(settings);
  return examine({ db, services: openServices(config, db), config });
}

test('OPS-7: a healthy server has a line for each area, and nothing is sent', async () => {
  const findings = await run({ ...world.settings, DATABASE_POOL: '16' });
  for (const area of [
    'Settings',
    'Database',
    'Connections to the database',
    'Clock',
    'Queues',
    'Identity provider',
    'Email',
    'Slack',
    'Copper',
  ] as const) {
    expect([area, ...statesOf(findings, area)]).toEqual([area, 'good']);
  }
  expect(findings).toContainEqual(expect.objectContaining({ text: 'Connected to Test team as turnout' }));
  // The pool, and one connection each for notifications of the worker and of open screens.
  expect(findings.find(({ area }) => area === 'Connections to the database')?.text).toContain('up to 18 connections');
  expect([world.slack.messages, world.smtp.mails, world.copper.leads]).toEqual([[], [], []]);
});

test('services that refuse us or are down are bad, with the settings to check', async () => {
  world.copper.behaviours.set({ kind: 'status', status: 401 });
  world.slack.behaviours.set({ kind: 'cut' });
  const findings = await run({ ...world.settings, SMTP_URL: 'smtp://127.0.0.1:1' });
  for (const area of ['Email', 'Slack', 'Copper'] as const) {
    expect(findings.filter((each) => each.area === area)).toMatchObject([
      { state: 'bad', advice: expect.stringMatching(/^Check (?:SMTP|SLACK.* SLACK_API|COPPER.* COPPER_API)_URL\b/) },
    ]);
  }
});

test('MON-15: a trace collector is checked if one is set, and only causes a warning when it does not accept them', async () => {
  expect(statesOf(await run(), 'Traces')).toEqual([]);
  const collector = await startCollector();
  const settings = {
    ...world.settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=a-secret-of-ours',
  };
  expect(statesOf(await run(settings), 'Traces')).toEqual(['good']);
  expect(collector.spans).toEqual([]);
  expect(collector.headers).toMatchObject([{ authorization: 'a-secret-of-ours' }]);
  collector.behaviours.set({ kind: 'status', status: 401 });
  const refused = await run(settings);
  expect(refused.filter(({ area }) => area === 'Traces')).toMatchObject([
    { state: 'warning', text: expect.stringContaining('401'), advice: expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS') },
  ]);
  await collector.close();
  const away = await run(settings);
  expect(statesOf(away, 'Traces')).toEqual(['warning']);
  expect(JSON.stringify([...refused, ...away])).not.toContain('a-secret-of-ours');
});

test('a token or password is never shown', async () => {
  const text = JSON.stringify(await run({ ...world.settings, SMTP_URL: 'smtp://someone:pass-word@127.0.0.1:1' }));
  for (const secret of ['xoxb-test', 'copper-test', 'pass-word']) expect(text).not.toContain(secret);
});

test('more connections than the database has are bad', async () => {
  expect(statesOf(await checkDatabase(db, 100_000), 'Connections to the database')).toEqual(['bad']);
});

test('a pooler and a replica are checked if they are set', async () => {
  expect(await checkPoolerAndReplica({ url })).toEqual([]);
  const gone = 'postgres://turnout@127.0.0.1:1/turnout';
  expect(await checkPoolerAndReplica({ url: gone, directUrl: url, readUrl: gone })).toMatchObject([
    { state: 'bad', advice: expect.stringContaining('pooler of DATABASE_URL') },
    { state: 'warning', text: expect.stringContaining('The replica does not answer: ') },
  ]);
  // The same database for both: it has no statement timeout, and accepts writes.
  expect(await checkPoolerAndReplica({ url, directUrl: url, readUrl: url })).toMatchObject([
    { state: 'warning', text: expect.stringContaining('sets no time limit for statements') },
    { state: 'bad', text: expect.stringContaining('a database that is not a replica, since it accepts writes') },
  ]);
});

test('OPS-10: a direct address of another database is bad', async () => {
  const other = await createTestDatabase();
  onTestFinished(other.destroy);
  const text = expect.stringContaining('DATABASE_DIRECT_URL leads to a different database');
  expect(await checkPoolerAndReplica({ url, directUrl: other.url })).toMatchObject([{ state: 'bad', text }]);
});

test('OPS-7: before the first start an empty database is only a warning, and queues are not read', async () => {
  const empty = await createTestDatabase();
  onTestFinished(empty.destroy);
  await sql.raw('drop schema public cascade; create schema public').execute(empty.db);
  const config = parseConfig(world.settings);
  const findings = await examine({ db: empty.db, services: openServices(config, empty.db), config });
  expect(findings.filter(({ area, state }) => state !== 'good' && area !== 'Durability')).toEqual([
    {
      area: 'Database',
      state: 'warning',
      text: 'The database is empty',
      advice: 'Start Turnout: a server creates the tables when it starts.',
    },
  ]);
  expect(statesOf(findings, 'Queues')).toEqual([]);
});

test('OPS-7: a database of a build before 1.0.0 is bad', async () => {
  const findings = await db.transaction().execute(async (tx) => {
    await sql`update kysely_migration set name = '0001_event_series_and_marketing_forms' where name like '0001%'`.execute(tx);
    const found = await checkDatabase(tx, 10);
    await sql`update kysely_migration set name = '0001_form_settings_and_pictures' where name like '0001_event%'`.execute(tx);
    return found;
  });
  expect(findings).toContainEqual({
    area: 'Database',
    state: 'bad',
    text: 'This database was made by a build before 1.0.0, which this release cannot read',
    advice: 'Give this release a separate database.',
  });
});

test('for a user without rights it says what to grant', async () => {
  const role = `reader_${Date.now()}`;
  await sql.raw(`create role ${role}; grant select on all tables in schema public to ${role}`).execute(db);
  const findings = await db.transaction().execute(async (tx) => {
    await sql.raw(`set local role ${role}`).execute(tx);
    return checkDatabase(tx, 10);
  });
  expect(findings).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        state: 'bad',
        advice: expect.stringContaining(`grant select, insert, update, delete on all tables in schema public to "${role}"`),
      }),
    ]),
  );
  await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(db);
});

test.each([
  ['search_path = nowhere', 'The search_path of the database user leads to no schema that this user may use'],
  ['synchronous_commit = off', 'synchronous_commit is off: a crash loses sign-ups that were acknowledged'],
  ['transaction_read_only = on', expect.stringMatching(/^PostgreSQL .*, which is read-only$/)],
])('OPS-7: a database with %s is bad', async (setting, text) =>
  db.transaction().execute(async (tx) => {
    await sql.raw(`set local ${setting}`).execute(tx);
    expect(await checkDatabase(tx, 10)).toContainEqual(expect.objectContaining({ state: 'bad', text }));
  }),
);

test.each([
  [0.5, 'good'],
  [-5, 'warning'],
  [3_600, 'bad'],
  [-86_400, 'bad'],
])('a clock that is off by %s s is %s', (ahead, state) => {
  expect(clockFinding(ahead, 'the database').state).toBe(state);
});

test('sign-ups that have waited for long, failed steps and a pause are reported', async () => {
  const form_id = await buildSeries(db);
  await buildSignUp(db, { form_id }, { submitted_at: new Date(Date.now() - 2 * 3_600_000) });
  expect(await checkSending(db)).toMatchObject([
    { state: 'bad', text: expect.stringMatching(/^1 sign-up, 0 changes, 0 steps are due, the oldest for 1(?:19|20) minutes$/) },
  ]);
  const client = await pool.connect();
  await pauseSending(client, new Date().toISOString());
  client.release();
  expect(await checkSending(db)).toMatchObject([{ state: 'warning', text: expect.stringContaining('Sending is paused since a restore') }]);
});

test('registration changes that have waited for long are reported', async () => {
  const form_id = await buildSeries(db);
  const submission_id = await buildSignUp(db, { form_id }, { awaiting_fan_out: false });
  const at = new Date(Date.now() - 2 * 3_600_000);
  await db
    .insertInto('registration_changes')
    .values({ id: newId(), form_id, submission_id, kind: 'cancelled', actor: 'staff', at })
    .execute();
  expect(await checkSending(db)).toMatchObject([
    { state: 'bad', text: expect.stringMatching(/^0 sign-ups, 1 change, 0 steps are due, the/) },
  ]);
});

test('queues are counted up to ten thousand, which it says', async () => {
  const form_id = await buildSeries(db);
  const submission_id = await buildSignUp(db, { form_id }, { awaiting_fan_out: false });
  await sql`insert into registration_changes (id, form_id, submission_id, kind, actor, at)
    select gen_random_uuid(), ${form_id}, ${submission_id}, 'cancelled', 'staff', now() from generate_series(1, 10001)`.execute(db);
  expect(await checkSending(db)).toMatchObject([{ text: expect.stringMatching(/^0 sign-ups, at least 10,000 changes, 0 steps are due/) }]);
  const client = await pool.connect();
  await pauseSending(client, new Date().toISOString());
  client.release();
  expect(unsentInWords((await findPause(db))!)).toBe('what follows at least 10,000 sign-ups or changes');
});

test('an identity provider that is down, or is another one, is bad', async () => {
  expect(await checkIdentity('http://127.0.0.1:1')).toMatchObject([{ state: 'bad', advice: expect.stringContaining('Check OIDC_ISSUER') }]);
});

test('a server whose certificate cannot be read is a warning', async () => {
  expect(await checkCertificate({ name: 'PUBLIC_URL', address: 'https://127.0.0.1:1' })).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('could not be read from here'),
  });
});

/** A server that accepts connections and never answers. @returns host and port */
async function startSilent(): Promise<string> {
  const silent = net.createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = silent.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}

test('MON-15: a collector that never answers is only a warning, too', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.timeout(50));
  onTestFinished(() => timeout.mockRestore());
  const findings = await checkTraces({ url: `http://${await startSilent()}/v1/traces`, headers: {} });
  expect(findings).toMatchObject([{ area: 'Traces', state: 'warning', text: 'no answer within 8 seconds' }]);
});

test('a replica that accepts connections and never answers is only a warning', { timeout: 20_000 }, async () => {
  const readUrl = `postgres://turnout@${await startSilent()}/turnout`;
  expect(await checkPoolerAndReplica({ url, readUrl })).toMatchObject([
    { state: 'warning', text: expect.stringContaining('The replica does not answer: ') },
  ]);
});

test('a server that does not answer is reported in plain language', async () => {
  expect((await checkCertificate({ name: 'Copper', address: `https://${await startSilent()}` })).text).toBe(
    'The certificate of Copper could not be read from here: no answer within 6 seconds',
  );
});

test('the certificate of a mail server that encrypts from the beginning is read, and one that is not trusted is bad', async () => {
  const server = new SMTPServer({ secure: true, authOptional: true });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const finding = await checkCertificate({ name: 'the mail server', address: `smtps://127.0.0.1:${port}` });
  expect(finding).toMatchObject({
    state: 'bad',
    text: expect.stringMatching(/^The certificate of the mail server (?:is not trusted|expired on)/),
  });
});

test('a mail server that does not answer is reported with its code once, and services that are not connected with their settings', async () => {
  const services = openServices(parseConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }), db);
  const [mail, slack] = await checkServices(services);
  services.mail?.close();
  expect(mail?.state).toBe('bad');
  expect(mail?.text.match(/ESOCKET|ECONNREFUSED/g)).toHaveLength(1);
  expect(slack).toMatchObject({ area: 'Slack', state: 'good', text: 'Not connected (to connect it, set SLACK_BOT_TOKEN)' });
});
