import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { openDatabase } from '#server/db/connection.ts';
import { buildSampleSeries } from '../e2e/support/public-forms.ts';
import type { Finding } from './support/figures.ts';
import { startTurnout, temporaryData, withDatabase } from './support/processes.ts';

// The size of the public form, compared with form builders that people could embed instead. Their packages are downloaded for this
// only.

const BEST = 9;
const KB = 1_000;
const DIST = path.join(import.meta.dirname, '../dist');
const run = promisify(execFile);

interface Rival {
  readonly what: string;
  /** The files that a page loads to show one form, by each package's own instructions for browsers. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

/** Of several builds the smallest; without answers of servers, forms and languages. */
const RIVALS: readonly Rival[] = [
  {
    what: 'Formbricks',
    files: { '@formbricks/js@5.1.0': ['dist/index.js'], '@formbricks/surveys@1.99.0': ['dist/index.umd.js'] },
  },
  {
    what: 'SurveyJS',
    files: {
      'survey-core@2.5.38': ['survey.core.min.js', 'survey-core.fontless.min.css'],
      'survey-js-ui@2.5.38': ['survey-js-ui.min.js'],
    },
  },
  { what: 'form.io', files: { '@formio/js@5.6.0': ['dist/formio.form.min.js', 'dist/formio.form.min.css'] } },
  { what: 'Typebot', files: { '@typebot.io/js@0.10.7': ['dist/web.js'] } },
];

/** The size with the best compression of gzip. */
const gz = (content: string | Buffer): number => gzipSync(content, { level: BEST }).length;

const packedSchema = z.array(z.object({ filename: z.string() })).min(1);

/** Downloads a package without its dependencies and scripts; gives its folder. */
async function download(name: string, folder: string): Promise<string> {
  const into = path.join(folder, name.replaceAll(/[^\w.]/g, '-'));
  fs.mkdirSync(into);
  const { stdout } = await run('npm', ['pack', name, '--json', '--ignore-scripts', '--pack-destination', into]);
  const [packed] = packedSchema.parse(JSON.parse(stdout));
  await run('tar', ['-xzf', path.join(into, path.basename(packed?.filename ?? '')), '-C', into]);
  return path.join(into, 'package');
}

async function weigh({ what, files }: Rival, folder: string): Promise<Finding> {
  let bytes = 0;
  for (const [name, wanted] of Object.entries(files)) {
    const from = await download(name, folder);
    for (const file of wanted) bytes += gz(fs.readFileSync(path.join(from, file)));
  }
  return { what: `${what} (${Object.keys(files).join(', ')})`, figure: bytes / KB, unit: 'kB' };
}

/** The size of our form and its embedding: the document with its style and early script, and the script. */
async function weighOurs(folder: string): Promise<Finding[]> {
  return withDatabase(async (databaseUrl) => {
    const turnout = await startTurnout({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
    const { db, close } = openDatabase({ url: databaseUrl, pool: 1, log: { warn: (message) => console.error(message) } });
    try {
      const { path: formPath } = await buildSampleSeries(db);
      const server = `http://localhost:${turnout.port}`;
      const html = await (await fetch(server + formPath)).text();
      const scriptPath = /data-script="([^"]*)"/.exec(html)?.[1] ?? '';
      const script = await (await fetch(server + scriptPath)).text();
      const whole = (gz(html) + gz(script)) / KB;
      return [
        { what: 'Turnout: a form, all of it', figure: whole, unit: 'kB', limit: { atMost: 85 } },
        { what: 'of it before it can be used', figure: gz(html) / KB, unit: 'kB' },
        { what: 'with the embed script', figure: whole + gz(fs.readFileSync(path.join(DIST, 'embed/embed.js'))) / KB, unit: 'kB' },
      ];
    } finally {
      await close();
      await turnout.stop();
    }
  });
}

/** Compares the sizes of the public form and of others. Run `npm run build` first; needs the network. */
export async function benchWeight(): Promise<Finding[]> {
  const { dataDir, remove } = temporaryData();
  try {
    const findings = await weighOurs(dataDir);
    for (const rival of RIVALS) findings.push(await weigh(rival, dataDir));
    return findings;
  } finally {
    remove();
  }
}
