import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '#server/db/connection.ts';
import { buildSampleSeries } from '../e2e/support/public-forms.ts';
import { type Finding, median } from './support/figures.ts';
import { get, run } from './support/load.ts';
import { startFileServer, startTurnout, temporaryData, withDatabase } from './support/processes.ts';

/** A type that servers do not compress. */
const FILE = 'form.woff2';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3_000);
const WARM_UP_MS = 1_000;
const CROWD = 64;
/** As browsers send it. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html' };
const PREFILL = 'first_name=Ada&last_name=Lovelace&email=ada%40example.com&organisation=Engines&utm_source=news';

/** The length in bytes of an answer's body as it is sent. */
async function sentBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: HEADERS });
  if (response.headers.get('content-encoding') !== 'gzip') throw new Error(`${url} is not sent compressed`);
  return Number(response.headers.get('content-length'));
}

type Target = 'form' | 'prefilled' | 'file';

interface Measured {
  readonly port: number;
  readonly request: string;
}

async function perSecondOf({ port, request }: Measured, milliseconds: number): Promise<number> {
  return (await run({ port, connections: CROWD, milliseconds, request: () => request })).perSecond;
}

/** One round over all targets, so that other work of the machine affects all alike. */
async function round(targets: Record<Target, Measured>, milliseconds: number): Promise<Record<Target, number>> {
  return {
    file: await perSecondOf(targets.file, milliseconds),
    form: await perSecondOf(targets.form, milliseconds),
    prefilled: await perSecondOf(targets.prefilled, milliseconds),
  };
}

async function compare(targets: Record<Target, Measured>, bytes: number): Promise<Finding[]> {
  await round(targets, WARM_UP_MS);
  const rounds: Record<Target, number>[] = [];
  for (let number = 0; number < ROUNDS; number += 1) rounds.push(await round(targets, ROUND_MS));
  const perSecond = (target: Target): number => median(rounds.map((each) => each[target]));
  const ratio = (target: Target): number => median(rounds.map((each) => each[target] / each.file));
  return [
    { what: `static file of ${bytes} bytes, ${CROWD} connections`, figure: perSecond('file'), unit: '/s' },
    { what: 'form of a series, compressed', figure: perSecond('form'), unit: '/s' },
    { what: 'form to the file', figure: ratio('form'), unit: '×', limit: { atLeast: 0.25 } },
    { what: 'form filled in by its address', figure: perSecond('prefilled'), unit: '/s' },
    { what: 'filled in to the file', figure: ratio('prefilled'), unit: '×', limit: { atLeast: 0.25 } },
  ];
}

/** Compares the form of a series, blank and prefilled, with a file of the same size from a bare Fastify. */
async function againstFile(port: number, formPath: string, folder: string): Promise<Finding[]> {
  fs.mkdirSync(folder);
  const bytes = await sentBytes(`http://127.0.0.1:${port}${formPath}`);
  fs.writeFileSync(path.join(folder, FILE), randomBytes(bytes));
  const files = await startFileServer(folder);
  try {
    const targets = {
      file: { port: files.port, request: get(`/files/${FILE}`, HEADERS) },
      form: { port, request: get(formPath, HEADERS) },
      prefilled: { port, request: get(`${formPath}?${PREFILL}`, HEADERS) },
    };
    return await compare(targets, bytes);
  } finally {
    await files.stop();
  }
}

/** Measures how many forms a server can show. Run `npm run build` first. */
export async function benchFormServing(): Promise<Finding[]> {
  return withDatabase(async (databaseUrl) => {
    const { dataDir, remove } = temporaryData();
    const turnout = await startTurnout({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    const { db, close } = openDatabase({ url: databaseUrl, pool: 1, log: { warn: (message) => console.error(message) } });
    try {
      const form = await buildSampleSeries(db);
      return await againstFile(turnout.port, form.path, path.join(dataDir, 'files'));
    } finally {
      await close();
      await turnout.stop();
      remove();
    }
  });
}
