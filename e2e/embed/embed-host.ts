import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { untilStill } from '../support/browser.ts';
import { visitSampleSeries } from '../support/public-visitor.ts';

/** A host page on another origin than the product's `localhost`. */
interface Host {
  readonly url: () => string;
  /** Sets the content of the page at `/courses`. */
  readonly show: (body: string) => void;
}

/** Serves a page with the strictest policy that allows our script and frames; it forbids even the page's own styles. */
export function serveHost(product: () => string): Host {
  let body = '';
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url?.startsWith('/liar') === true) {
      return response.end(`<script>parent.postMessage({ type: 'turnout:height', height: 7 }, '*')</script>`);
    }
    const policy = `default-src 'none'; script-src ${product()}; frame-src ${product()} 'self'; base-uri 'none'; form-action 'none'`;
    response.setHeader('content-security-policy', policy);
    return response.end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><main><h1>Courses</h1>${body}</main></html>`,
    );
  });
  beforeAll(async () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (html) => {
      body = html;
    },
  };
}

interface Watched {
  events: { type: string; from: string; detail: unknown }[];
  violations: string[];
}

/** Records the events of the embed script and all policy violations, for `eventsOn`. Call it before the page is opened. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { events: [], violations: [] };
    Object.assign(window, { watched });
    for (const type of ['turnout:ready', 'turnout:submitted', 'turnout:error']) {
      document.addEventListener(type, (event) =>
        watched.events.push({ type, from: (event.target as Element).id, detail: (event as CustomEvent).detail }),
      );
    }
    document.addEventListener('securitypolicyviolation', (event) =>
      watched.violations.push(`${event.violatedDirective} ${event.sourceFile}`),
    );
  });
}

const watchedOn = async (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { watched: Watched }).watched);

/** The events that the page received, as `type of id`. */
export const eventsOn = async (page: Page): Promise<string[]> =>
  (await watchedOn(page)).events.map(({ type, from, detail }) => `${type} of ${from}${detail === undefined ? '' : ' with a detail'}`);

/** The violations of the page's policy. */
export const violationsOn = async (page: Page): Promise<string[]> => (await watchedOn(page)).violations;

/** Fails with what axe finds outside the frames. It treats dark transparent frames as white; the forms are tested separately. */
export async function expectAccessibleAround(page: Page): Promise<void> {
  await untilStill(page);
  expect(await accessibilityViolations(page, ['iframe'])).toEqual([]);
}

/** Starts the product and a host page for a test file; each test has a new sample series. */
export async function visitFromHost() {
  const visit = await visitSampleSeries({ reducedMotion: 'reduce' });
  const host = serveHost(() => visit.now().running.product.url);
  return {
    host,
    visit,
    /** Opens a recording page and returns it with the product's URL and the form's. */
    arrive: async () => {
      const { page, running, series } = visit.now();
      await watch(page);
      return { page, product: running.product.url, form: running.product.url + series.path };
    },
  };
}
