import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/db/embedded/server.ts';
import { databaseOfTest } from '#server/testing/database.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { type Balancer, startBalancer } from '#server/testing/processes/balancer.ts';
import { type ServerProcess, startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';

const CHECK_MS = 1_000;
const NOTICE_SECONDS = 3;
const VISITORS = 4;
/** Of each visitor, between two sign-ups. */
const PAUSE_MS = 10;

/** Visitors who sign up one after the other until they are stopped; gives the status of each answer. */
function letVisitorsSignUp(url: string, eventId: string): () => Promise<string[]> {
  const answers: string[] = [];
  let isOver = false;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!isOver) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(newSignUp({ email: `${randomUUID()}@example.com`, events: [eventId] })),
      });
      const answer = await response.text();
      answers.push(response.ok ? '200' : `${response.status} ${answer}`);
      await sleep(PAUSE_MS);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(visitors);
    return answers;
  };
}

async function restart(server: ServerProcess, settings: Record<string, string>, balancer: Balancer): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  await startReadyProcess({ ...settings, PORT: String(server.port) });
  await expect.poll(balancer.ready).toContain(server.port);
}

test('REL-15: during a rolling restart behind a balancer no visitor’s request fails', async () => {
  const { url: databaseUrl, db } = await databaseOfTest();
  const ports = [await freePort(), await freePort()];
  const settings = {
    DATABASE_URL: databaseUrl,
    ROLES: 'web',
    SESSION_SECRET: 'x'.repeat(32),
    PUBLIC_RATE_LIMIT: '1000000',
    SHUTDOWN_NOTICE_SECONDS: String(NOTICE_SECONDS),
  };
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await startReadyProcess({ ...settings, DATA_DIR: temporaryFolder(), PORT: String(port) }));
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId);
  const balancer = await startBalancer({ ports, checkMs: CHECK_MS });
  onTestFinished(balancer.close);
  expect(balancer.ready()).toEqual(ports);

  const endVisits = letVisitorsSignUp(`${balancer.url}/api/event_series/${seriesId}/submit`, eventId);
  for (const server of servers) await restart(server, { ...settings, DATA_DIR: temporaryFolder() }, balancer);
  const answers = await endVisits();
  expect(new Set(answers)).toEqual(new Set(['200']));
  expect(answers.length).toBeGreaterThan(100);
  const { count } = await db.selectFrom('submissions').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  expect(count).toBe(answers.length);
}, 180_000);
