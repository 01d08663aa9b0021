import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '#server/registrations/links.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { fillSeriesForm, sendButton, visitSampleSeries } from '../support/public-visitor.ts';

const visit = await visitSampleSeries();
let page: Page;
let host: http.Server;
let hostUrl = '';

/** The host page, on another origin than the product's `localhost`, with its own strict policy. */
beforeAll(async () => {
  host = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://any');
    response.setHeader('content-type', 'text/html');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-src http://localhost:*`,
    );
    if (url.pathname === '/thanks') return response.end('<h1>Thanks from the host</h1>');
    const sandbox = url.searchParams.get('sandbox');
    return response.end(`<!doctype html><title>Host</title><h1>Host</h1>
      <script>window.heights = []; addEventListener('message', (event) => {
        if (event.source === document.querySelector('iframe').contentWindow && event.origin !== 'null') window.messages = [...(window.messages ?? []), event.data];
      });</script>
      <iframe title="Sign up" style="width: 100%; height: 600px; border: 0" ${sandbox === null ? '' : `sandbox="${sandbox}"`} src="${url.searchParams.get('src')}"></iframe>`);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => host.close());
beforeEach(() => {
  ({ page } = visit.now());
});

async function embed(query: string, sandbox?: string): Promise<FrameLocator> {
  const { running, series } = visit.now();
  const address = new URL('/events', hostUrl);
  address.searchParams.set('src', `${running.product.url}${series.path}?embed=1${query}`);
  if (sandbox !== undefined) address.searchParams.set('sandbox', sandbox);
  await page.goto(address.href);
  const frame = page.frameLocator('iframe');
  await frame.locator('.form > .button:disabled').waitFor();
  return frame;
}

const signUp = async (frame: FrameLocator): Promise<void> => {
  await fillSeriesForm(frame);
  await sendButton(frame).click();
  await frame.getByRole('dialog', { name: 'Success!' }).waitFor();
};

const messages = async (): Promise<{ type: string; height: number }[]> =>
  page.evaluate(() => (window as unknown as { messages: [] }).messages);
const heights = async () => (await messages()).filter(({ type }) => type === 'turnout:height');

describe('in a frame on another origin', () => {
  test('EMB-5, EMB-7, EMB-25: it works, and reports its height, and what it brings into view', async () => {
    const frame = await embed('');
    const first = (await heights()).at(-1)!;
    expect(Object.keys(first).toSorted()).toEqual(['height', 'type']);
    expect(first.type).toBe('turnout:height');
    expect(first.height).toBe(await frame.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height)));
    await frame.getByRole('checkbox', { name: /Brunch: coaching/ }).check();
    await expect.poll(async () => (await heights()).at(-1)!.height).toBeGreaterThan(first.height);
    await frame.getByRole('checkbox', { name: /Brunch: coaching/ }).uncheck();
    await expect.poll(async () => (await heights()).at(-1)!.height).toBe(first.height);
    await frame.getByLabel('First name').fill('Maria');
    await sendButton(frame).click();
    const { y = 0 } = (await frame.getByLabel('Last name').boundingBox()) ?? {};
    await expect.poll(async () => (await messages()).at(-1)?.type).toBe('turnout:scroll');
    const { y: frameY = 0 } = (await page.locator('iframe').boundingBox()) ?? {};
    expect((await messages()).at(-1)).toEqual({ type: 'turnout:scroll', top: y - frameY });
    await signUp(frame);
    // The answer and the dialog.
    await expect.poll(async () => (await messages()).filter(({ type }) => type === 'turnout:scroll').length).toBe(2);
    await frame.getByRole('button', { name: 'Close' }).click();
    const thanks = await frame.locator('.done').evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(async () => (await messages()).at(-1)).toEqual({ type: 'turnout:scroll', top: thanks });
    const others = (await messages()).filter(({ type }) => !['turnout:height', 'turnout:scroll'].includes(type));
    expect(others).toEqual([{ type: 'turnout:ready' }, { type: 'turnout:submitted' }]);
    expect(await visit.submissions()).toMatchObject([{ source: { source_page: `${hostUrl}/` } }]);
  });

  test('EMB-5: what was typed is still there when the visitor has followed a link and comes back', async () => {
    const frame = await embed('');
    await frame.getByLabel('First name').fill('Maria');
    await page.goto(`${hostUrl}/thanks`);
    await page.goBack();
    await expect.poll(async () => frame.getByLabel('First name').inputValue()).toBe('Maria');
    expect(await sendButton(frame).isEnabled()).toBe(true);
  });

  test('FACE-18, FACE-30: for a series with a page it is only the form, and opening event details reports the height', async () => {
    const { running, series } = visit.now();
    const values = { description: 'Teams that never meet.', form_version: 2 };
    await running.db.updateTable('events').set({ description: 'Bring a case.', price: '£420' }).where('form_id', '=', series.id).execute();
    await running.db.updateTable('forms').set(values).where('id', '=', series.id).execute();
    const frame = await embed('');
    expect([await frame.getByText(values.description).count(), await frame.getByText('£420').count()]).toEqual([0, 3]);
    const { height } = (await heights()).at(-1)!;
    await frame.getByText('About this event').first().click();
    await expect.poll(async () => (await heights()).at(-1)!.height).toBeGreaterThan(height + 20);
  });

  test('PLC-52: its height follows the cards as they change', async () => {
    const { running, series } = visit.now();
    await buildEvent(running.db, series.id, { title: 'Summer retreat', opens_at: new Date(Date.now() + 6_000) });
    const frame = await embed('');
    await frame.getByText(/^Opens /).waitFor();
    const { height } = (await heights()).at(-1)!;
    await frame.getByText(/^Opens /).waitFor({ state: 'detached' });
    await expect.poll(async () => (await heights()).at(-1)!.height).toBeLessThan(height);
  });

  test('PLC-52: its links to calendars and to the self-service page open new tabs, and the self-service page is not framed', async () => {
    const { running, series } = visit.now();
    await running.db.updateTable('forms').set({ calendar_entries: true, self_service: true }).where('id', '=', series.id).execute();
    const frame = await embed('');
    const opened = async (link: Locator) => {
      const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
      await tab.waitForLoadState();
      return new URL(tab.url()).pathname;
    };
    expect(await opened(frame.getByRole('link', { name: 'Get your link' }))).toBe(`${series.path.replace(/view$/, 'link')}`);
    await signUp(frame);
    const calendars = frame.getByRole('region', { name: 'Thank you, Maria', includeHidden: true }).locator('a[href*="/calendar"]');
    expect(await calendars.evaluateAll((links) => links.map((link) => link.getAttribute('target')))).toEqual(
      Array.from({ length: 4 }, () => '_blank'),
    );
    const [{ id } = { id: '' }] = await visit.submissions();
    const own = `${running.product.url}/registration/${await createToken(running.db, id)}`;
    await page.goto(`${hostUrl}/events?src=${encodeURIComponent(own)}`);
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
    await page.goto(own);
    await page.getByRole('heading', { name: 'Spring leadership series 2027' }).waitFor();
  });

  test('PUB-20, EMB-10: after a sign-up the host page is redirected', async () => {
    const frame = await embed(`&redirectTo=${encodeURIComponent(`${hostUrl}/thanks`)}`);
    await signUp(frame);
    await page.getByRole('heading', { name: 'Thanks from the host' }).waitFor();
    expect(page.url()).toBe(`${hostUrl}/thanks`);
  });

  test('EMB-12: when it may not redirect the host page, it shows a link', async () => {
    const frame = await embed(`&redirectTo=${encodeURIComponent(`${hostUrl}/thanks`)}`, 'allow-scripts allow-same-origin allow-forms');
    await signUp(frame);
    const link = frame.getByRole('link', { name: /Continue to 127\.0\.0\.1/, includeHidden: true });
    await link.waitFor();
    expect(await link.getAttribute('target')).toBe('_top');
    expect(page.url()).toContain('/events');
  });

  test('it works without storage and cookies, in a sandbox without an origin', async () => {
    const frame = await embed('', 'allow-scripts allow-forms');
    await signUp(frame);
    expect(await visit.submissions()).toHaveLength(1);
  });

  test('EMB-20: an embedded form has no outer padding, a standalone one has', async () => {
    const paddingOf = async (body: Locator) => body.evaluate((element) => getComputedStyle(element).paddingTop);
    expect(await paddingOf((await embed('')).locator('body'))).toBe('0px');
    await page.goto(visit.now().running.product.url + visit.now().series.path);
    expect(Number.parseFloat(await paddingOf(page.locator('body')))).toBeGreaterThan(0);
  });

  test('EMB-21, EMB-22: with a theme the host page’s background shows through, without one the form has its own', async () => {
    const look = async (frame: FrameLocator) =>
      frame.locator('.sheet').evaluate((sheet) => {
        const { backgroundColor, borderTopWidth, color } = getComputedStyle(sheet);
        return { backgroundColor, borderTopWidth, color, scheme: getComputedStyle(document.documentElement).colorScheme };
      });
    expect(await look(await embed('&theme=dark'))).toEqual({
      backgroundColor: 'rgba(0, 0, 0, 0)',
      borderTopWidth: '0px',
      color: 'rgb(242, 242, 246)',
      scheme: 'dark',
    });
    expect(await look(await embed('&theme=light'))).toEqual({
      backgroundColor: 'rgba(0, 0, 0, 0)',
      borderTopWidth: '0px',
      color: 'rgb(27, 27, 36)',
      scheme: 'light',
    });
    expect(await look(await embed(''))).toEqual({
      backgroundColor: 'rgb(255, 255, 255)',
      borderTopWidth: '1px',
      color: 'rgb(27, 27, 36)',
      scheme: 'light dark',
    });
  });
});
