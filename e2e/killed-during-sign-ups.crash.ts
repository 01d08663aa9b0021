import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { findEmbedded } from '#server/db/embedded.ts';
import { newId } from '#server/db/new-id.ts';
import { newPlace, type Place, type Product, startProduct } from './product.ts';

const ROUNDS = 10;
const VISITORS = 24;
const BACK_WITHIN_MS = 10_000;
/** After which the visitors, whom looking for processes holds up, are at it again. */
const IN_FULL_SWING_MS = 200;

interface SignUp {
  readonly key: string;
  readonly email: string;
  /** The id that the answer gave; absent while no answer came. */
  id?: string;
}

const seriesId = newId();
const eventId = newId();
const sent: SignUp[] = [];
let place: Place;
let product: Product;

function openEmbedded(): DatabaseConnection {
  const url = findEmbedded(place.dataDir);
  if (url === undefined) throw new Error('the embedded database does not run');
  return openDatabase({ url, pool: 1, log: { warn: () => undefined } });
}

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    return []; // pgrep ends with 1 when there are none
  }
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended a moment ago
  }
};

/** Kills the product, the database server and each of its processes, as a power cut would. */
async function killEverything(): Promise<void> {
  const pidFile = path.join(place.dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const postmaster = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  const pids = [product.process.pid ?? 0, postmaster, ...childrenOf(postmaster)];
  await sleep(IN_FULL_SWING_MS);
  const ended = new Promise((resolve) => product.process.once('exit', resolve));
  for (const pid of pids) kill(pid);
  await ended;
}

async function post(signUp: SignUp): Promise<void> {
  const response = await fetch(`${product.url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': signUp.key },
    body: JSON.stringify({
      first_name: 'Ada',
      last_name: 'Marsh',
      job_title: 'Engineer',
      organisation: 'Kestrel',
      email: signUp.email,
      events: [eventId],
      accepts_marketing: false,
    }),
  });
  if (response.status !== 200) throw new Error(`a sign-up was answered ${response.status}: ${await response.text()}`);
  const answer: { data: { id: string } } = await response.json();
  if (signUp.id !== undefined && signUp.id !== answer.data.id) throw new Error('a repeated sign-up got another id');
  signUp.id = answer.data.id;
}

/** Whether the connection broke while the sign-up was under way, and not before it was made. */
const isCutOff = ({ cause }: TypeError): boolean => !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');

/** Signs up again and again until the connection breaks; gives whether that was in the midst of a sign-up. */
async function visit(): Promise<boolean> {
  for (;;) {
    const key = newId();
    const signUp: SignUp = { key, email: `${key}@example.com` };
    sent.push(signUp);
    try {
      await post(signUp);
    } catch (error) {
      if (error instanceof TypeError) return isCutOff(error); // fetch's word for a connection that broke
      throw error;
    }
  }
}

beforeAll(async () => {
  place = await newPlace();
  product = await startProduct({ PUBLIC_RATE_LIMIT: '1000000' }, place);
  const { db, close } = openEmbedded();
  await db
    .insertInto('event_series')
    .values({ id: seriesId, title: 'Crash', send_notifications_slack: true, slack_channel_id: 'C123' })
    .execute();
  await db.insertInto('events').values({ id: eventId, series_id: seriesId, title: 'Event' }).execute();
  await close();
});

afterAll(async () => {
  await product.stop();
  fs.rmSync(place.dataDir, { recursive: true, force: true });
});

test(`killed ${ROUNDS} times during sign-ups: none that was answered is lost, none is doubled, each has its place in the outbox`, async () => {
  let cutOff = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const visitors = Array.from({ length: VISITORS }, visit);
    await sleep(400 + Math.random() * 1_200);
    await killEverything();
    cutOff += (await Promise.all(visitors)).filter(Boolean).length;
    const before = performance.now();
    product = await startProduct({ PUBLIC_RATE_LIMIT: '1000000' }, place);
    expect(performance.now() - before).toBeLessThan(BACK_WITHIN_MS);
  }
  const answered = sent.filter(({ id }) => id !== undefined);
  const unanswered = sent.filter(({ id }) => id === undefined);
  expect(answered.length).toBeGreaterThan(ROUNDS * VISITORS);
  expect(cutOff, 'sign-ups that were under way when everything was killed').toBeGreaterThan(ROUNDS);

  // A visitor without an answer tries again with the same key.
  for (const signUp of unanswered) await post(signUp);

  const { db, close } = openEmbedded();
  const stored = await db
    .selectFrom('submissions')
    .innerJoin('submission_events', 'submission_events.submission_id', 'submissions.id')
    .leftJoin('submission_steps', 'submission_steps.submission_id', 'submissions.id')
    .select(['submissions.id', 'email', 'awaiting_fan_out', 'submission_steps.step'])
    .execute();
  const counted = await db.selectFrom('series_counts').select('addresses').where('series_id', '=', seriesId).executeTakeFirst();
  await close();
  process.stdout.write(
    `${answered.length} answered before a kill, ${cutOff} cut off, ${unanswered.length} without an answer and repeated\n`,
  );
  expect(stored.map(({ id }) => id).toSorted()).toEqual(sent.map(({ id }) => id ?? '').toSorted());
  expect(new Set(stored.map(({ email }) => email)).size).toBe(sent.length);
  expect(stored.filter(({ awaiting_fan_out: isWaiting, step }) => !isWaiting && step !== 'slack')).toEqual([]);
  expect(counted?.addresses).toBe(sent.length);
});
