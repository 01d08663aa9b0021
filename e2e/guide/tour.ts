import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { untilStill } from '../support/browser.ts';
import type { ServiceProduct } from '../support/service-product.ts';

/** When the pictures are taken, by the browser's clock. */
export const NOW = new Date('2026-11-16T10:00:00Z');
/** So tall that the bar at the bottom of a page covers nothing. */
export const SIZE = { width: 1000, height: 2600 };

const MARGIN = 16;
const COMPANY = 'events.northfield.example';
const MARK = 'data-guide-mark';

/** What the steps of a page of the guide use. */
export interface Tour extends Pick<ServiceProduct, 'db' | 'world'> {
  readonly page: Page;
  readonly address: (path: string) => string;
  readonly open: (path: string) => Promise<void>;
  /** Takes the picture `docs/guide/pictures/NAME.png` of what is around these, with a ring around `marked`. */
  readonly picture: (name: string, around: Locator | readonly Locator[], marked?: Locator) => Promise<void>;
}

/** The steps of one page. They start without series and forms. */
export type Steps = (tour: Tour) => Promise<void>;

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`Nothing to see of ${locator.toString()}`);
  return box;
}

/** The area around the boxes, within the page; of a single one, such as a dialog, without what is behind it. */
function around(boxes: readonly Box[]): Box {
  const margin = boxes.length === 1 ? 0 : MARGIN;
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - margin);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - margin);
  const right = Math.min(SIZE.width, Math.max(...boxes.map(({ x, width }) => x + width)) + margin);
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Draws a ring around an element, above everything else. */
async function drawRing(marked: Locator): Promise<void> {
  await marked.evaluate((element, attribute) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const ring = document.createElement('div');
    ring.setAttribute(attribute, '');
    const inset = 4;
    Object.assign(ring.style, {
      position: 'absolute',
      left: `${left + window.scrollX - inset}px`,
      top: `${top + window.scrollY - inset}px`,
      width: `${width + 2 * inset}px`,
      height: `${height + 2 * inset}px`,
      border: '3px solid #d67610',
      borderRadius: '10px',
      pointerEvents: 'none',
      zIndex: '10000',
      boxSizing: 'border-box',
    });
    document.body.append(ring);
  }, MARK);
}

/** Replaces the address of the test server, which has another port every time, by that of an invented company. */
async function hideAddress(page: Page): Promise<void> {
  await page.evaluate((company) => {
    const { origin, host } = window.location;
    const settled = (text: string) => text.replaceAll(origin, `https://${company}`).replaceAll(host, company);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.nodeValue?.includes(host) === true) node.nodeValue = settled(node.nodeValue);
    }
    for (const input of document.querySelectorAll('input')) {
      if (input.value.includes(host)) input.value = settled(input.value);
    }
  }, COMPANY);
}

/** Gives the steps a page and the folder that their pictures go to; `taken` collects the names. */
export const tourOf = (product: ServiceProduct, page: Page, folder: string, taken: string[]): Tour => ({
  db: product.db,
  world: product.world,
  page,
  address: (to) => `${product.url}${to}`,
  open: async (to) => void (await page.goto(`${product.url}${to}`)),
  picture: async (name, parts, marked) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await untilStill(page);
    await hideAddress(page);
    if (marked !== undefined) await drawRing(marked);
    const clip = around(await Promise.all([parts].flat().map(boxOf)));
    await page.screenshot({ path: path.join(folder, `${name}.png`), clip, fullPage: true, animations: 'disabled', caret: 'hide' });
    await page.locator(`[${MARK}]`).evaluateAll((rings) => rings.forEach((ring) => ring.remove()));
    taken.push(name);
  },
});
