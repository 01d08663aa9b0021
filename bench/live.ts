import { setTimeout as sleep } from 'node:timers/promises';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { timed } from './csv.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { bodyOf, signUpTo } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { type Running, startTurnout, withDatabase } from './support/processes.ts';
import { processorTime } from './support/processor-time.ts';
import { perSecond, ratio, rounds } from './support/rounds.ts';
import { useLog } from './support/used-log.ts';
import { addSeries } from './support/volume.ts';

const STREAMS = 200;
/** Enough to hold all streams: the server allows each person 20. */
const PEOPLE = 10;
const REST_MS = Number(process.env.BENCH_REST_MS ?? 30_000);
const LONE_SIGN_UPS = 15;
const RUSH_MS = 10_000;
const RUSH_PER_SECOND = 50;
const LENGTHS = { rounds: 5, roundMs: 3_000, warmUpMs: 6_000 };

/** Open streams, the bytes that they have brought so far, and a wait for the message of a change. */
export class Streams {
  bytes = 0;
  #waiting: (() => void)[] = [];
  readonly #ending = new AbortController();

  async open(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(url, { headers, signal: this.#ending.signal });
    if (response.status !== 200 || response.body === null) throw new Error(`A stream answered ${response.status}`);
    void this.#read(response.body).catch(() => undefined); // It ends when it is closed.
  }

  /** Milliseconds from the end of a change until a message, after those of earlier changes. */
  async noticeOf(change: () => Promise<unknown>): Promise<number> {
    await sleep(1_100 + Math.random() * 400);
    await change();
    return timed(async () => new Promise<void>((resolve) => this.#waiting.push(resolve)));
  }

  close(): void {
    this.#ending.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    for await (const part of body) {
      this.bytes += part.length;
      if (Buffer.from(part).includes('event: changed')) for (const resolve of this.#waiting.splice(0)) resolve();
    }
  }
}

interface Scene {
  readonly streams: Streams;
  /** Only holds the streams. */
  readonly staff: Running;
  /** The process of PostgreSQL. */
  readonly database: number;
  readonly request: (number: number) => string;
  readonly signUp: () => Promise<void>;
  /** Takes sign-ups, and reports them. */
  readonly notifying: Running;
  /** The same with LIVE_UPDATES=false. */
  readonly silent: Running;
}

/** Shares of one processor that the server of the streams and PostgreSQL use in the meantime, in per cent. */
async function processorShares({ staff, database }: Scene, work: () => Promise<unknown>): Promise<[server: number, database: number]> {
  const used = () => [staff.pid, database].map((pid) => processorTime([pid]) ?? Number.NaN);
  const [before, startedAt] = [used(), performance.now()];
  await work();
  const milliseconds = performance.now() - startedAt;
  const [server = Number.NaN, postgres = Number.NaN] = used().map(
    (time, index) => ((time - (before[index] ?? Number.NaN)) / milliseconds) * 100,
  );
  return [server, postgres];
}

/** Milliseconds from the answer to a sign-up until another server has reported it, ascending. */
async function noticeTimes({ streams, signUp }: Scene): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < LONE_SIGN_UPS; number += 1) times.push(await streams.noticeOf(signUp));
  return times.toSorted((a, b) => a - b);
}

async function rush({ signUp }: Scene): Promise<void> {
  const end = performance.now() + RUSH_MS;
  const under: Promise<void>[] = [];
  while (performance.now() < end) {
    under.push(signUp());
    await sleep(1_000 / RUSH_PER_SECOND);
  }
  await Promise.all(under);
}

/** Sign-ups per second with all streams notified, to those of a server that notifies nobody. */
async function crowdRatio({ request, notifying, silent }: Scene): Promise<number> {
  const all = await rounds({ notifying: { ports: [notifying.port], request }, silent: { ports: [silent.port], request } }, LENGTHS);
  return ratio(all, 'notifying', 'silent', perSecond);
}

async function measure(scene: Scene): Promise<Finding[]> {
  await sleep(5_000);
  const [rest, databaseAtRest] = await processorShares(scene, () => sleep(REST_MS));
  const times = await noticeTimes(scene);
  const before = scene.streams.bytes;
  const [busy] = await processorShares(scene, () => rush(scene));
  const perStream = (scene.streams.bytes - before) / STREAMS / 1_024;
  return [
    { what: `processor of ${STREAMS} streams at rest`, figure: rest, unit: '%', limit: { atMost: 2 } },
    { what: 'processor of PostgreSQL during it', figure: databaseAtRest, unit: '%', limit: { atMost: 2 } },
    { what: 'a sign-up shown on another server, median', figure: median(times), unit: 'ms', limit: { atMost: 1_000 } },
    { what: 'a sign-up shown on another server, longest', figure: quantile(times, 1), unit: 'ms', limit: { atMost: 1_500 } },
    { what: `processor of ${STREAMS} streams, ${RUSH_PER_SECOND} sign-ups a second`, figure: busy, unit: '%', limit: { atMost: 5 } },
    { what: `bytes of a stream during it, ${RUSH_MS / 1_000} s`, figure: perStream, unit: 'kB', limit: { atMost: 20 } },
    {
      what: `sign-ups with notices to ${STREAMS} streams, to those without`,
      figure: await crowdRatio(scene),
      unit: '×',
      limit: { atLeast: 0.97 },
    },
  ];
}

/** Measures live updates: one server holds the streams, another takes the sign-ups, a third takes them and notifies nobody. */
export async function benchLive(): Promise<Finding[]> {
  const identity = await startTestIdentity();
  const streams = new Streams();
  try {
    return await withDatabase(async (url, database) => {
      await useLog(url);
      const settings = {
        DATABASE_URL: url,
        OIDC_ISSUER: identity.issuer,
        OIDC_CLIENT_ID: identity.clientId,
        ALLOWED_EMAIL_DOMAINS: 'example.com',
        ROLES: 'web',
      };
      const [staff, notifying] = [await startTurnout(settings), await startTurnout(settings)];
      const silent = await startTurnout({ ...settings, LIVE_UPDATES: 'false' });
      try {
        const series = await onDatabase(url, addSeries);
        for (let stream = 0; stream < STREAMS; stream += 1) {
          const token = await identity.token({ sub: `person-${stream % PEOPLE}` });
          await streams.open(`http://127.0.0.1:${staff.port}/api/live`, { authorization: `Bearer ${token}` });
        }
        let number = 1_000_000_000;
        const signUp = async () => {
          number += 1;
          const body = JSON.stringify(bodyOf(number, series.eventIds));
          const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
          const { status } = await fetch(`http://127.0.0.1:${notifying.port}/api/event_series/${series.seriesId}/submit`, init);
          if (status !== 200) throw new Error(`A sign-up answered ${status}`);
        };
        return await measure({ streams, staff, database, notifying, silent, signUp, request: signUpTo(series) });
      } finally {
        streams.close();
        for (const each of [staff, notifying, silent]) await each.stop();
      }
    });
  } finally {
    await identity.close();
  }
}
