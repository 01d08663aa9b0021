import { mkdirSync } from 'node:fs';
import { afterAll, test } from 'vitest';
import { openBrowser, openPage, DESKTOP, PHONE } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { buildOwnPage } from './own-page-screen.ts';

const { product, db, stop } = await startFormProduct({ TIME_ZONE: 'Europe/London' });
afterAll(stop);
const browser = await openBrowser();
const DIR = '/tmp/own7-shots';
mkdirSync(DIR, { recursive: true });

test('pictures', async () => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  const { path, events, setStatus } = await buildOwnPage(db);
  const shoot = async (name: string, to: string) => {
    for (const [scheme, size, suffix] of [
      ['light', { width: 900, height: 800 }, ''],
      ['light', PHONE, '-390'],
      ['dark', DESKTOP, '-dark'],
      ['light', { width: 320, height: 640 }, '-320'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size);
      const answer = await page.goto(product.url + to);
      if (suffix === '') console.log(name, answer?.status());
      await page.screenshot({ path: `${DIR}/${name}${suffix}.png`, fullPage: true });
    }
  };
  await shoot('page', `${path}?done=cancelled&event=${events.board}`);
  await shoot('cancel', `${path}/cancel?event=${events.hybrid}`);
  await shoot('all', `${path}/cancel?event=all`);
  await shoot('edit', `${path}/edit`);
  await shoot('events', `${path}/events`);
  await shoot('join', `${path}/join?event=${events.board}`);
  await shoot('ended', `/registration/${'A'.repeat(22)}`);
  await setStatus(events.coaching, 'offered');
  await db.updateTable('waiting_entries').set({ offer_ends_at: '2026-12-18T16:05:00Z' }).execute();
  await shoot('offer', path);
  await shoot('accept', `${path}/accept?event=${events.coaching}`);
}, 120_000);
