import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import { freePort } from '#server/db/embedded/server.ts';
import { buildSampleMarketingForm, buildSampleSeries } from '../e2e/support/public-forms.ts';
import { buildPublicPage, drawCover } from '../e2e/support/public-pages.ts';
import { chromiumPath } from '../scripts/chromium.ts';
import { type Finding, median } from './support/figures.ts';
import { onDatabase } from './support/open-quietly.ts';
import { withTurnout } from './support/processes.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PERCENT = 100;
/** Downloaded when this part runs, since it would add a sixth to the development dependencies. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const REPORT_MAX_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
  runtimeError: z.object({ message: z.string() }).optional(),
});

interface PageFigures {
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
}

/** One run of Lighthouse with its defaults: a phone on a simulated slow 4G. */
async function look(url: string, port: number): Promise<PageFigures> {
  const options = [`--port=${port}`, `--only-categories=${CATEGORIES.join(',')}`, '--quiet', '--output=json'];
  const { stdout } = await run('npm', ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, ...options], {
    maxBuffer: REPORT_MAX_BYTES,
  });
  const { categories, audits, runtimeError } = reportSchema.parse(JSON.parse(stdout));
  if (runtimeError !== undefined) throw new Error(`Lighthouse could not look at ${url}: ${runtimeError.message}`);
  const scoreOf = (name: (typeof CATEGORIES)[number]): number => (categories[name]?.score ?? Number.NaN) * PERCENT;
  const figureOf = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    largestPaintMs: figureOf('largest-contentful-paint'),
    layoutShift: figureOf('cumulative-layout-shift'),
  };
}

/** Opens a browser for Lighthouse. */
async function withBrowser<T>(use: (browser: Browser, port: number) => Promise<T>): Promise<T> {
  const port = await freePort();
  const args = [`--remote-debugging-port=${port}`, '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...args, '--no-sandbox'] });
  try {
    return await use(browser, port);
  } finally {
    await browser.close();
  }
}

/** Runs it several times, since other work of the machine affects the figures. */
const lookOften = async (url: string): Promise<PageFigures[]> =>
  withBrowser(async (_browser, port) => {
    const figures: PageFigures[] = [];
    for (let run = 0; run < RUNS; run += 1) figures.push(await look(url, port));
    return figures;
  });

/** `isFound`: it is meant for search engines. */
function findingsOf(what: string, figures: readonly PageFigures[], isFound = false): Finding[] {
  const middle = (of: (figures: PageFigures) => number): number => median(figures.map(of));
  const search: Finding = {
    what: `${what}: search engines`,
    figure: middle(({ scores }) => scores.seo),
    unit: '',
    limit: { atLeast: 100 },
  };
  return [
    { what: `${what}: performance`, figure: middle(({ scores }) => scores.performance), unit: '', limit: { atLeast: 98 } },
    { what: `${what}: accessibility`, figure: middle(({ scores }) => scores.accessibility), unit: '', limit: { atLeast: 100 } },
    { what: `${what}: best practices`, figure: middle(({ scores }) => scores['best-practices']), unit: '', limit: { atLeast: 100 } },
    { what: `${what}: largest paint`, figure: middle(({ largestPaintMs }) => largestPaintMs), unit: 'ms', limit: { atMost: 1_200 } },
    ...(isFound ? [search] : []),
    { what: `${what}: layout shift`, figure: middle(({ layoutShift }) => layoutShift), unit: '', limit: { atMost: 0 } },
  ];
}

/** Runs Lighthouse on the built public forms: of a series, of a marketing form, on a public page, and embedded. Run `npm run build` first. */
export async function benchFormPage(): Promise<Finding[]> {
  return withTurnout({}, async ({ databaseUrl, url }) => {
    const cover = await withBrowser(async (browser) => drawCover(browser));
    const [series, marketing, page] = await onDatabase(databaseUrl, async ({ db }) => [
      await buildSampleSeries(db),
      await buildSampleMarketingForm(db),
      await buildPublicPage(db, cover),
    ]);
    return [
      ...findingsOf('form of a series', await lookOften(url + series.path)),
      ...findingsOf('marketing form', await lookOften(url + marketing.path)),
      ...findingsOf('public page', await lookOften(url + page.path), true),
      ...findingsOf('embedded form', await lookOften(`${url}${series.path}?embed=1&theme=light`)),
    ];
  });
}
