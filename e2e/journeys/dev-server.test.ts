import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { scriptCode } from '#contract/rules/embed-code.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { startWorld } from '#server/testing/worker.ts';
import { serveHost } from '../embed/embed-host.ts';
import { buildSelfService } from '../self-service/self-service-screen.ts';
import { expectShown, openBrowser, openPage, signIn } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { fillPerson, openForm, sendButton } from '../support/public-visitor.ts';

const port = await freePort();
const url = `http://localhost:${port}`;
const { settings, smtp } = await startWorld();
const { DATA_DIR: _, ...services } = settings;
const { product, db } = await startFormProduct({ ...services, PUBLIC_URL: url });
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'vite.admin.config.ts', '--port', String(port)], {
  stdio: 'inherit',
  env: { ...process.env, TURNOUT_SERVER: product.url },
});
const ended = once(vite, 'exit');
afterAll(async () => {
  vite.kill('SIGTERM');
  await ended;
});
const browser = await openBrowser();
const host = serveHost(() => url);

test('USE-1: on the development server a mail’s link, “Get your link” and the embed code lead to the server’s pages', async () => {
  const { id } = await buildSelfService(db);
  await db.updateTable('forms').set({ email_subject: 'Welcome', email_template: '<p>Hello</p>' }).where('id', '=', id).execute();
  const page = await openPage(browser);
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.ok, { timeout: 30_000 }).toBe(true);
  await signIn(page, url, /Robin Hale/);
  expect(await page.locator('script[src="/main.tsx"]').count(), 'the app comes from its sources').toBe(1);

  const formUrl = `${url}/spring/events-series/${id}/view`;
  await openForm(page, formUrl);
  await fillPerson(page, { 'First name': 'Grace', Email: 'grace@example.com' });
  await page.getByRole('checkbox', { name: /A morning with the board/ }).check();
  await sendButton(page).click();
  await expectShown(page.getByRole('heading', { name: 'Thank you, Grace' }));
  await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(1);
  await page.goto(/http:\S+\/registration\/[\w-]+/.exec(smtp.mails[0]?.parsed.text ?? '')?.[0] ?? 'about:blank');
  await expectShown(page.getByRole('heading', { name: 'Hello Grace' }));

  await page.goto(formUrl);
  await page.getByRole('link', { name: 'Get your link' }).click();
  await expectShown(page.getByRole('button', { name: 'Send me the link' }));

  host.show(scriptCode({ server: url, path: new URL(formUrl).pathname, title: 'Spring', theme: 'light' }));
  await page.goto(`${host.url()}/courses`);
  await expectShown(page.frameLocator('iframe').getByLabel('First name'));
}, 120_000);
