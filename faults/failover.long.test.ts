import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { batchSizeOf, POLLERS_PER_STEP } from '#server/steps/run-steps.ts';
import { startWorkerProcess } from '#server/testing/processes/worker-process.ts';
import { atRest } from '#server/testing/worker.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { startCluster } from './harness/patroni.ts';
import { MAILED, newForm, startServer, startServices, visitorsOf } from './harness/scene.ts';
import { longestPauseAfter } from './harness/sign-ups.ts';

const PER_SECOND = 20;
const LONGEST_WAIT_MS = 3_000;
const BETWEEN_MS = 4_000;
const AT_REST_MS = 90_000;
const WORKERS = 2;
/** Messages that the workers send immediately; an outage may prevent recording them. */
const SENT_TWICE = WORKERS * POLLERS_PER_STEP * batchSizeOf('email');

test('REL-24: a switchover, a killed synchronous standby and a killed primary lose nothing', async (context) => {
  const cluster = await startCluster();
  if (cluster === undefined) return context.skip('there is no Patroni, etcd, HAProxy and PostgreSQL, and no Debian packages of them');
  const { databaseUrl } = cluster;
  const database = openDatabase({ url: databaseUrl, pool: 4, log: { warn: () => undefined }, statementTimeoutMs: 0 });
  onTestFinished(database.close);
  await migrate(database.db);
  const world = await startServices();
  const form = await newForm({ database }, MAILED);
  const servers = await Promise.all([startServer({ databaseUrl }, { ROLES: 'web' }), startServer({ databaseUrl }, { ROLES: 'web' })]);
  const workers = Array.from({ length: WORKERS }, () =>
    startWorkerProcess(databaseUrl, { ...world.settings, LOG_LEVEL: 'fatal', CONFIRMATIONS_PER_HOUR: '1000000' }),
  );
  await Promise.all(workers.map(async ({ ready }) => ready()));
  const visitors = servers.map(({ url }) => visitorsOf(url));
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const visiting = visitors.map((each) => each.atRate(form, { perSecond: PER_SECOND, until: over.signal }));

  const notes: string[] = [];
  const lasting = async (what: string, work: () => Promise<void> | void): Promise<void> => {
    await sleep(BETWEEN_MS);
    const startedAt = performance.now();
    await work();
    await cluster.complete(what.startsWith('killed') ? 2 : 3);
    await sleep(BETWEEN_MS);
    const pause = Math.max(...visitors.map(({ signUps }) => longestPauseAfter(signUps, startedAt)));
    notes.push(`${what}: none for ${(pause / 1_000).toFixed(1)} s`);
  };
  await lasting('switchover', cluster.switchOver);
  for (const role of ['sync_standby', 'leader'] as const) {
    const name = (await cluster.machineOf(role)) ?? '';
    await lasting(`killed ${role}`, () => cluster.kill(name));
    cluster.start(name);
    await cluster.complete();
  }
  over.abort();
  await Promise.all(visiting);
  for (const server of servers) expect(await server.readiness()).toBe(200);

  const [first] = visitors;
  for (const each of visitors.slice(1)) first!.signUps.all.push(...each.signUps.all);
  await expectNothingLost(context, { visitors: first!, pool: database.pool, note: notes.join(', ') });
  expect(first!.signUps.longestWaitMs()).toBeLessThan(LONGEST_WAIT_MS);
  await atRest(database.db, AT_REST_MS);
  const all = first!.signUps.all.length;
  const mails = world.smtp.mails.flatMap(({ recipients }) => recipients);
  const messages = world.slack.messages.map(({ sent }) => sent.blocks);
  for (const sent of [mails, messages]) {
    expect(new Set(sent).size).toBe(all);
    expect(sent.length - all, 'sent twice').toBeLessThanOrEqual(SENT_TWICE);
  }
});
