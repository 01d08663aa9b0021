import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenedDatabase } from '#server/db/connection.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { bodyOf, run, signUpTo } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { type Running, startTurnout, withDatabase } from './support/processes.ts';
import { withMocks } from './support/service-mocks.ts';
import { dropOutbox, emptyOutbox, noteSettled, readSettled } from './support/stored-rows.ts';
import { useLog } from './support/used-log.ts';
import { addSeries, addSignUps, type FilledSeries } from './support/volume.ts';

/** Of each kind of address, in each round. */
const ANSWERS = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const WARM_UP = 500;
const STEADY_SECONDS = Number(process.env.BENCH_STEADY_SECONDS ?? 30);
const STEADY_PER_SECOND = 50;
/** All are for one form, whose limit would fail the mails. */
const NO_LIMITS = { CONFIRMATIONS_PER_HOUR: '1000000', SLACK_MESSAGES_PER_MINUTE: '1000000' };

type Policy = 'refuse' | 'update';

interface Scene {
  readonly database: OpenedDatabase;
  readonly url: string;
  readonly server: Running;
}

const knownAddress = (number: number): string => `known.${number}@example.org`;
const otherAddress = (number: number): string => `other.${number}@example.org`;

/** A series with this policy, with these addresses registered for all its events. */
async function fillKnown(database: Scene['database'], repeat_policy: Policy, signUps: number): Promise<FilledSeries> {
  const series = await addSeries(database, { settings: { repeat_policy } });
  await addSignUps(database, [series], { signUps, chosen: 'array[1, 2, 3, 4]', address: `'known.' || number` });
  return series;
}

/** Milliseconds to the last byte of the answer. */
async function answerTime({ port }: Running, { seriesId, eventIds }: FilledSeries, email: string): Promise<number> {
  const body = JSON.stringify({ ...bodyOf(0, eventIds), email });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/event_series/${seriesId}/submit`, init);
  await answer.text();
  if (answer.status !== 200) throw new Error(`A sign-up answered ${answer.status}`);
  return performance.now() - startedAt;
}

/** The ratio of the median times of answers to known addresses and to others, which are sent one by one in a random order. */
async function answersRatio({ database, server }: Scene, policy: Policy): Promise<number> {
  const form = await fillKnown(database, policy, ANSWERS);
  for (let number = 0; number < WARM_UP; number += 1) await answerTime(server, form, `early.${number}@example.com`);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isKnown = Array.from({ length: 2 * ANSWERS }, (_, index) => ({ isKnown: index % 2 === 0, order: Math.random() }));
    const times = { known: [] as number[], other: [] as number[] };
    for (const each of isKnown.toSorted((a, b) => a.order - b.order)) {
      const kind = each.isKnown ? 'known' : 'other';
      const number = times[kind].length + 1;
      const email = each.isKnown ? knownAddress(number) : otherAddress(round * ANSWERS + number);
      times[kind].push(await answerTime(server, form, email));
    }
    ratios.push(median(times.known) / median(times.other));
  }
  return median(ratios);
}

/** The milliseconds from the sign-ups of a steady rate, of which every second one repeats, until the repeats are settled; ascending. */
async function settlingTimes({ database, url, server }: Scene, policy: Policy): Promise<number[]> {
  const count = STEADY_SECONDS * STEADY_PER_SECOND;
  const form = await fillKnown(database, policy, count);
  await emptyOutbox(url);
  const sent: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let number = 1; number <= count; number += 1) {
    const due = startedAt + (number * 1_000) / STEADY_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const email = number % 2 === 0 ? knownAddress(number) : otherAddress(number);
    const request = signUpTo(form, () => ({ email }));
    sent.push(run({ port: server.port, connections: 1, milliseconds: 0, request }));
  }
  await Promise.all(sent);
  await emptyOutbox(url);
  const times = await readSettled(database.pool, form.seriesId);
  if (times.length !== count / 2) throw new Error(`${times.length} of ${count / 2} repeats were settled`);
  return times;
}

const POLICIES = ['refuse', 'update'] as const;

/** Nothing is settled in the meantime, so that only the answers are compared. */
async function compareAnswers(scene: Scene): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const policy of POLICIES) {
    const ratio = await answersRatio(scene, policy);
    findings.push({ what: `${policy}: median answer to known addresses to that to others`, figure: ratio, unit: '×' });
    findings.push({
      what: `${policy}: the difference`,
      figure: Math.abs(ratio - 1) * 100,
      unit: '%',
      limit: { atMost: 2 },
    });
  }
  return findings;
}

async function measureSettling(scene: Scene): Promise<Finding[]> {
  const findings: Finding[] = [];
  await noteSettled(scene.database.pool);
  for (const policy of POLICIES) {
    const times = await settlingTimes(scene, policy);
    const what = `${policy}: a repeat settled at ${STEADY_PER_SECOND} sign-ups a second`;
    findings.push({ what: `${what}, median`, figure: quantile(times, 0.5), unit: 'ms' });
    findings.push({ what: `${what}, p99`, figure: quantile(times, 0.99), unit: 'ms', limit: { atMost: 5_000 } });
  }
  return findings;
}

/** Measures the answers to repeated addresses, compared with others, and when repeats have been settled, with web and worker in one process. */
export async function benchRepeats(): Promise<Finding[]> {
  return withMocks(async (mocks) =>
    withDatabase(async (url) => {
      await useLog(url);
      const findings: Finding[] = [];
      for (const [ROLES, measure] of [
        ['web', compareAnswers],
        ['web,worker', measureSettling],
      ] as const) {
        const server = await startTurnout({ DATABASE_URL: url, ...mocks, ...NO_LIMITS, ROLES });
        try {
          findings.push(...(await onDatabase(url, async (database) => measure({ database, url, server }), 2)));
        } finally {
          await server.stop();
        }
        await onDatabase(url, async ({ pool }) => dropOutbox(pool));
      }
      return findings;
    }),
  );
}
