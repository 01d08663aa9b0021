import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { bodyOf, emptyOutbox, fillSeries } from './sign-ups.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { post, run } from './support/load.ts';
import { openQuietly } from './support/open-quietly.ts';
import { type Running, startTurnout, withDatabase } from './support/processes.ts';
import { startMocks } from './support/service-mocks.ts';
import { useLog } from './support/used-log.ts';

/** Of each kind of address, in each round. */
const ANSWERS = 1_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const WARM_UP = 500;
const STEADY_SECONDS = Number(process.env.BENCH_STEADY_SECONDS ?? 30);
const STEADY_PER_SECOND = 50;
/** All are for one form, whose limit would fail the mails. */
const NO_LIMITS = { CONFIRMATIONS_PER_HOUR: '1000000', SLACK_MESSAGES_PER_MINUTE: '1000000' };

interface Form {
  readonly seriesId: string;
  readonly eventIds: readonly string[];
}

interface Scene {
  readonly pool: pg.Pool;
  readonly url: string;
  readonly server: Running;
}

const knownAddress = (number: number): string => `known.${number}@example.com`;
const otherAddress = (number: number): string => `other.${number}@example.com`;

/** A series with this policy, for all events of which these addresses are registered. */
async function fillKnown(pool: pg.Pool, url: string, { policy, known }: { policy: string; known: number }): Promise<Form> {
  const form = await fillSeries(url);
  await pool.query('update event_series set duplicate_policy = $2 where id = $1', [form.seriesId, policy]);
  await pool.query('delete from past_policies');
  await pool.query(
    `with added as (
       insert into submissions (id, series_id, first_name, last_name, email, email_key, awaiting_fan_out)
       select gen_random_uuid(), $1, 'Ada', 'Lovelace', address, address, false
       from (select 'known.' || n || '@example.com' as address from generate_series(1, $3::int) as n) as given
       returning id, submitted_at)
     insert into submission_events (event_id, submission_id, submitted_at) select event_id, id, submitted_at from added, unnest($2::uuid[]) as event_id`,
    [form.seriesId, form.eventIds, known],
  );
  await pool.query(
    `insert into series_addresses (series_id, email_key, places) select $1, 'known.' || n || '@example.com', 4 from generate_series(1, $2::int) as n`,
    [form.seriesId, known],
  );
  return form;
}

/** Milliseconds to the last byte of the answer. */
async function answerTime({ port }: Running, { seriesId, eventIds }: Form, email: string): Promise<number> {
  const body = JSON.stringify({ ...bodyOf(0, eventIds), email });
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`A sign-up answered ${answer.status}`);
  return performance.now() - startedAt;
}

/** The ratio of the median times of answers to known addresses and to others, which are sent one by one in a random order. */
async function answersRatio({ pool, url, server }: Scene, policy: string): Promise<number> {
  const form = await fillKnown(pool, url, { policy, known: ANSWERS });
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

/** Notes when each sign-up has been settled, as of the commit. */
const NOTE_SETTLED = `
  create table settled (id uuid primary key, at timestamptz not null);
  create function note_settled() returns trigger language plpgsql as $$
  begin
    insert into settled values (new.id, clock_timestamp()) on conflict do nothing;
    return null;
  end $$;
  create constraint trigger note_settled after update on submissions deferrable initially deferred for each row
    when (old.awaiting_fan_out and not new.awaiting_fan_out) execute function note_settled();`;

/** The milliseconds from the sign-ups of a steady rate, of which every second one repeats, until the repeats are settled; ascending. */
async function settlingTimes({ pool, url, server }: Scene, policy: string): Promise<number[]> {
  const count = STEADY_SECONDS * STEADY_PER_SECOND;
  const form = await fillKnown(pool, url, { policy, known: count });
  await emptyOutbox(url);
  await pool.query('truncate settled');
  const sent: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let number = 1; number <= count; number += 1) {
    const due = startedAt + (number * 1_000) / STEADY_PER_SECOND;
    if (due > performance.now()) await sleep(due - performance.now());
    const email = number % 2 === 0 ? knownAddress(number) : otherAddress(number);
    const request = () => post(`/api/event_series/${form.seriesId}/submit`, { ...bodyOf(number, form.eventIds), email });
    sent.push(run({ port: server.port, connections: 1, milliseconds: 0, request }));
  }
  await Promise.all(sent);
  await emptyOutbox(url);
  const { rows } = await pool.query<{ ms: number }>(
    `select (extract(epoch from settled.at - submission.submitted_at) * 1000)::float8 as ms
     from settled join submissions as submission using (id) where submission.series_id = $1 and submission.email_key = '' order by 1`,
    [form.seriesId],
  );
  if (rows.length !== count / 2) throw new Error(`${rows.length} of ${count / 2} repeats were settled`);
  return rows.map(({ ms }) => ms);
}

const POLICIES = ['refuse', 'update'] as const;

/** Nothing is settled meanwhile, so that only the answers are compared. */
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
  await scene.pool.query(NOTE_SETTLED);
  for (const policy of POLICIES) {
    const times = await settlingTimes(scene, policy);
    const what = `${policy}: a repeat settled at ${STEADY_PER_SECOND} sign-ups a second`;
    findings.push({ what: `${what}, median`, figure: quantile(times, 0.5), unit: 'ms' });
    findings.push({ what: `${what}, p99`, figure: quantile(times, 0.99), unit: 'ms', limit: { atMost: 5_000 } });
  }
  return findings;
}

/** Measures what an address that signs up again is answered, to others, and when it has been settled, by web and worker in one process. */
export async function benchRepeats(): Promise<Finding[]> {
  const mocks = await startMocks();
  try {
    return await withDatabase(async (url) => {
      await useLog(url);
      const { pool, close } = openQuietly(url, 2);
      const findings: Finding[] = [];
      try {
        for (const [ROLES, measure] of [
          ['web', compareAnswers],
          ['web,worker', measureSettling],
        ] as const) {
          const server = await startTurnout({ DATABASE_URL: url, ...mocks.settings, ...NO_LIMITS, ROLES });
          try {
            findings.push(...(await measure({ pool, url, server })));
          } finally {
            await server.stop();
          }
          await pool.query('update submissions set awaiting_fan_out = false where awaiting_fan_out');
        }
      } finally {
        await close();
      }
      return findings;
    });
  } finally {
    mocks.close();
  }
}
