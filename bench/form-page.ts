import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { openDatabase } from '#server/db/connection.ts';
import { buildSampleMarketingForm, buildSampleSeries } from '../e2e/public-forms.ts';
import { chromiumPath } from '../scripts/chromium.ts';
import { type Finding, median } from './figures.ts';
import { freePort, startTurnout, temporaryData, withDatabase } from './processes.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const PERCENT = 100;

interface PageFigures {
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
}

/** One run of Lighthouse as it comes: a phone on a simulated slow 4G. */
async function look(url: string, port: number): Promise<PageFigures> {
  const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error', output: 'json' });
  if (result === undefined) throw new Error(`Lighthouse says nothing of ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.message}`);
  const scoreOf = (name: (typeof CATEGORIES)[number]): number => (categories[name]?.score ?? Number.NaN) * PERCENT;
  const figureOf = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    scores: { performance: scoreOf('performance'), accessibility: scoreOf('accessibility'), 'best-practices': scoreOf('best-practices') },
    largestPaintMs: figureOf('largest-contentful-paint'),
    layoutShift: figureOf('cumulative-layout-shift'),
  };
}

/** Looks several times, since what else the machine does shows in the figures. */
async function lookOften(url: string): Promise<PageFigures[]> {
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`, '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...args, '--no-sandbox'] });
  try {
    const figures: PageFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) figures.push(await look(url, port));
    return figures;
  } finally {
    await browser.close();
  }
}

function findingsOf(what: string, figures: readonly PageFigures[]): Finding[] {
  const middle = (of: (figures: PageFigures) => number): number => median(figures.map(of));
  return [
    { what: `${what}: performance`, figure: middle(({ scores }) => scores.performance), unit: '', limit: { atLeast: 98 } },
    { what: `${what}: accessibility`, figure: middle(({ scores }) => scores.accessibility), unit: '', limit: { atLeast: 100 } },
    { what: `${what}: best practices`, figure: middle(({ scores }) => scores['best-practices']), unit: '', limit: { atLeast: 100 } },
    { what: `${what}: largest paint`, figure: middle(({ largestPaintMs }) => largestPaintMs), unit: 'ms', limit: { atMost: 1_200 } },
    { what: `${what}: layout shift`, figure: middle(({ layoutShift }) => layoutShift), unit: '', limit: { atMost: 0 } },
  ];
}

/** Lighthouse on the public forms as they are built (`npm run build` first): of a series, of a marketing form, and in a frame's dress. */
export async function benchFormPage(): Promise<Finding[]> {
  return withDatabase(async (databaseUrl) => {
    const { dataDir, remove } = temporaryData();
    const turnout = await startTurnout({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
    const { db, close } = openDatabase({ url: databaseUrl, pool: 1, log: { warn: (message) => console.error(message) } });
    try {
      const { path: series } = await buildSampleSeries(db);
      const { path: marketing } = await buildSampleMarketingForm(db);
      const server = `http://localhost:${turnout.port}`;
      return [
        ...findingsOf('form of a series', await lookOften(server + series)),
        ...findingsOf('marketing form', await lookOften(server + marketing)),
        ...findingsOf('embedded form', await lookOften(`${server}${series}?embed=1&theme=light`)),
      ];
    } finally {
      await close();
      await turnout.stop();
      remove();
    }
  });
}
