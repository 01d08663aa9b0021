import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { visitSampleSeries } from './public-visitor.ts';

/** A page of somebody else, on another origin than the product's `localhost`. */
interface Host {
  readonly url: () => string;
  /** Sets what the page at `/courses` holds. */
  readonly show: (body: string) => void;
}

/** Serves a page with a policy as strict as it can be while our script and our frames are allowed: no style of its own, even. */
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
  heard: { type: string; from: string; detail: unknown }[];
  violations: string[];
}

/** Notes the events of the embed script and everything that a policy forbade; read with `heardOn`. To be called before the page is opened. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { heard: [], violations: [] };
    Object.assign(window, { watched });
    for (const type of ['turnout:ready', 'turnout:submitted', 'turnout:error']) {
      document.addEventListener(type, (event) =>
        watched.heard.push({ type, from: (event.target as Element).id, detail: (event as CustomEvent).detail }),
      );
    }
    document.addEventListener('securitypolicyviolation', (event) =>
      watched.violations.push(`${event.violatedDirective} ${event.sourceFile}`),
    );
  });
}

const watchedOn = async (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { watched: Watched }).watched);

/** What the page was told, as `type of id`. */
export const heardOn = async (page: Page): Promise<string[]> =>
  (await watchedOn(page)).heard.map(({ type, from, detail }) => `${type} of ${from}${detail === undefined ? '' : ' with a detail'}`);

/** What the page's policy forbade. */
export const violationsOn = async (page: Page): Promise<string[]> => (await watchedOn(page)).violations;

/** Fails with what axe finds around the frames. What shows through a dark one it takes for white; the forms have tests of their own. */
export async function expectAccessibleAround(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
}

/** For a test file: a new sample series before each test, and a page of somebody else to embed its form in. */
export async function visitFromHost() {
  const visit = await visitSampleSeries({ reducedMotion: 'reduce' });
  const host = serveHost(() => visit.now().running.product.url);
  return {
    host,
    visit,
    /** A page that notes what it hears, the address of the product, and that of the form. */
    arrive: async () => {
      const { page, running, series } = visit.now();
      await watch(page);
      return { page, product: running.product.url, form: running.product.url + series.path };
    },
  };
}
