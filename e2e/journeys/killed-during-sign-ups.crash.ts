import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { findEmbedded } from '#server/db/embedded/embedded.ts';
import { newId } from '#server/db/new-id.ts';
import { killerOf } from '#server/testing/processes/kill-tree.ts';
import { newPlace, type Place, type Product, startProduct } from '../support/product.ts';

const ROUNDS = process.env.LONG_TESTS === undefined ? 4 : 10;
const VISITORS = 24;
const BACK_WITHIN_MS = 10_000;
/** Time in which the visitors resume, since listing processes slows them down. */
const IN_FULL_SWING_MS = 200;

interface SignUp {
  readonly key: string;
  readonly email: string;
  /** The id in the answer; undefined until it arrives. */
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

/** Kills the product, the database server and all its processes, as a power cut would. */
async function killEverything(): Promise<void> {
  const pidFile = path.join(place.dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const postmaster = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  const killers = [killerOf(product.process.pid ?? 0), killerOf(postmaster)];
  await sleep(IN_FULL_SWING_MS);
  const ended = new Promise((resolve) => product.process.once('exit', resolve));
  for (const kill of killers) kill();
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

/** Whether the connection broke during the sign-up, and not before it was sent. */
const isCutOff = ({ cause }: TypeError): boolean => !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');

/** Signs up repeatedly until the connection breaks; returns whether that was during a sign-up. */
async function visit(): Promise<boolean> {
  for (;;) {
    const key = newId();
    const signUp: SignUp = { key, email: `${key}@example.com` };
    sent.push(signUp);
    try {
      await post(signUp);
    } catch (error) {
      if (error instanceof TypeError) return isCutOff(error); // what fetch throws when a connection breaks
      throw error;
    }
  }
}

beforeAll(async () => {
  place = await newPlace();
  product = await startProduct({ PUBLIC_RATE_LIMIT: '1000000' }, place);
  const { db, close } = openEmbedded();
  await db
    .insertInto('forms')
    .values({ id: seriesId, kind: 'series', title: 'Crash', send_notifications_slack: true, slack_channel_id: 'C123' })
    .execute();
  await db.insertInto('events').values({ id: eventId, form_id: seriesId, title: 'Event' }).execute();
  await close();
});

afterAll(async () => {
  await product.stop();
  fs.rmSync(place.dataDir, { recursive: true, force: true });
});

test(`killed ${ROUNDS} times during sign-ups: no answered sign-up is lost, none is stored twice, and each has its outbox row`, async () => {
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

  // A visitor without an answer repeats the sign-up with the same key.
  for (const signUp of unanswered) await post(signUp);

  const { db, close } = openEmbedded();
  const stored = await db
    .selectFrom('submissions')
    .innerJoin('registrations', 'registrations.submission_id', 'submissions.id')
    .leftJoin('submission_steps', 'submission_steps.submission_id', 'submissions.id')
    .select(['submissions.id', 'email', 'awaiting_fan_out', 'submission_steps.step'])
    .execute();
  const counted = await db.selectFrom('form_counts').select('signups').where('form_id', '=', seriesId).executeTakeFirst();
  await close();
  process.stdout.write(
    `${answered.length} answered before a kill, ${cutOff} cut off, ${unanswered.length} without an answer and repeated\n`,
  );
  expect(stored.map(({ id }) => id).toSorted()).toEqual(sent.map(({ id }) => id ?? '').toSorted());
  expect(new Set(stored.map(({ email }) => email)).size).toBe(sent.length);
  expect(stored.filter(({ awaiting_fan_out: isWaiting, step }) => !isWaiting && step !== 'slack')).toEqual([]);
  expect(counted?.signups).toBe(sent.length);
});
