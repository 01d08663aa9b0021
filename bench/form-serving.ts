import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '#server/db/connection.ts';
import { pngBytes } from '#server/testing/pictures.ts';
import { buildSampleSeries } from '../e2e/support/public-forms.ts';
import { buildPublicPage } from '../e2e/support/public-pages.ts';
import type { Finding } from './support/figures.ts';
import { get } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { startFileServer, withTurnout } from './support/processes.ts';
import { CROWD, figure, perSecond, ratio, rounds, type Target } from './support/rounds.ts';

/** A type that servers do not compress. */
const FILE = 'form.woff2';
const LENGTHS = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 7),
  roundMs: Number(process.env.BENCH_ROUND_MS ?? 3_000),
  warmUpMs: 1_000,
};
/** As browsers send it. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd', accept: 'text/html' };
const PREFILL = 'first_name=Ada&last_name=Lovelace&email=ada%40example.com&organisation=Engines&utm_source=news';

const ask = (port: number, address: string): Target => {
  const text = get(address, HEADERS);
  return { ports: [port], request: () => text };
};

/** The length in bytes of an answer's body as it is sent. */
async function sentBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: HEADERS });
  if (response.headers.get('content-encoding') !== 'gzip') throw new Error(`${url} is not sent compressed`);
  return Number(response.headers.get('content-length'));
}

/** Compares the form of a series, blank and prefilled, with a file of the same size from a bare Fastify. */
async function againstFile(port: number, formPath: string, folder: string): Promise<Finding[]> {
  fs.mkdirSync(folder);
  const bytes = await sentBytes(`http://127.0.0.1:${port}${formPath}`);
  fs.writeFileSync(path.join(folder, FILE), randomBytes(bytes));
  const files = await startFileServer(folder);
  try {
    const all = await rounds(
      { file: ask(files.port, `/files/${FILE}`), form: ask(port, formPath), prefilled: ask(port, `${formPath}?${PREFILL}`) },
      LENGTHS,
    );
    return [
      { what: `static file of ${bytes} bytes, ${CROWD} connections`, figure: figure(all, 'file', perSecond), unit: '/s' },
      { what: 'form of a series, compressed', figure: figure(all, 'form', perSecond), unit: '/s' },
      { what: 'form to the file', figure: ratio(all, 'form', 'file', perSecond), unit: '×', limit: { atLeast: 0.25 } },
      { what: 'form filled in by its address', figure: figure(all, 'prefilled', perSecond), unit: '/s' },
      { what: 'filled in to the file', figure: ratio(all, 'prefilled', 'file', perSecond), unit: '×', limit: { atLeast: 0.25 } },
    ];
  } finally {
    await files.stop();
  }
}

/** Three series that only differ in appearance: a page with everything, a form with a look, and a form with neither. */
async function buildFaces(db: Db): Promise<Record<'page' | 'look' | 'plain', string>> {
  const cover = [pngBytes(1600, 900), pngBytes(800, 450)];
  const [page, look, plain] = [await buildPublicPage(db, cover), await buildPublicPage(db, cover), await buildPublicPage(db, cover)];
  const bare = [look.id, plain.id];
  await db.updateTable('forms').set({ description: null, cover: null, speakers: '[]' }).where('id', 'in', bare).execute();
  await db.updateTable('forms').set({ theme: null }).where('id', '=', plain.id).execute();
  await db.updateTable('events').set({ description: null, price: null, speakers: [] }).where('form_id', 'in', bare).execute();
  return { page: page.path, look: `${look.path}?embed=1`, plain: `${plain.path}?embed=1` };
}

/** Compares a public page, and an embedded form with a look, with an embedded form with neither. */
async function againstPlain(port: number, paths: Awaited<ReturnType<typeof buildFaces>>): Promise<Finding[]> {
  const all = await rounds({ plain: ask(port, paths.plain), page: ask(port, paths.page), look: ask(port, paths.look) }, LENGTHS);
  return [
    { what: 'form with two limited events, embedded', figure: figure(all, 'plain', perSecond), unit: '/s' },
    { what: 'its public page to that', figure: ratio(all, 'page', 'plain', perSecond), unit: '×', limit: { atLeast: 0.65 } },
    { what: 'with a look, embedded, to that', figure: ratio(all, 'look', 'plain', perSecond), unit: '×', limit: { atLeast: 0.95 } },
  ];
}

/** Measures how many forms a server can show. Run `npm run build` first. */
export async function benchFormServing(): Promise<Finding[]> {
  return withTurnout({}, async ({ databaseUrl, port, dataDir }) => {
    const [form, faces] = await onDatabase(databaseUrl, async ({ db }) => [await buildSampleSeries(db), await buildFaces(db)] as const);
    return [...(await againstFile(port, form.path, path.join(dataDir, 'files'))), ...(await againstPlain(port, faces))];
  });
}
