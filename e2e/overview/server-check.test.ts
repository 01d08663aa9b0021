import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessible, expectShown, expectAccessibleViews } from '../support/browser.ts';
import { buildBrunch, many } from '../support/failed-steps.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, world, open } = await startServiceProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await sql`delete from sending_pause`.execute(db);
});

const finding = (page: Page, area: string) => page.getByRole('listitem').filter({ hasText: area });
const pause = async () => sql`insert into sending_pause (backup_taken_at) values ('2026-11-20T09:00:00Z')`.execute(db);

test('OPS-8: Connections leads to the check, which has a line for each area, with what to do for the bad ones', async () => {
  await buildBrunch(db, many(1));
  world.copper.behaviours.set({ kind: 'status', status: 401 });
  const page = await open('/connections');
  await page.getByRole('region', { name: 'This server' }).getByRole('link', { name: 'Check the server' }).click();
  await page.getByRole('heading', { level: 1, name: 'Server check' }).waitFor();
  await finding(page, 'Slack').getByText('Connected to Test team as turnout').waitFor();
  await finding(page, 'Copper')
    .getByText('that this machine can reach the service (at COPPER_API_URL, if it is set); messages wait')
    .waitFor();
  expect(await finding(page, 'Copper').textContent()).toMatch(/^BadCopper/);
  const sending = page.getByRole('listitem').filter({ has: page.getByText('Queues', { exact: true }) });
  expect((await sending.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Warning ?Queues 1 step has failed .* Nothing is due$/),
  ]);
  await expectAccessibleViews(page, { fits: true });
  expect([world.slack.messages, world.smtp.mails]).toEqual([[], []]);
  world.copper.behaviours.set({ kind: 'work' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await finding(page, 'Copper').getByText('Connected to the account Test account').waitFor();
});

test('while sending is paused, Connections says what is waiting and how to resume', async () => {
  await pause();
  await addAttendees(db, await buildSeries(db), [], [{ steps: { email: { state: 'waiting' }, slack: { state: 'waiting' } } }]);
  const page = await open('/connections');
  const alert = page.getByRole('alert');
  await alert.getByText('Nothing is being sent at the moment').waitFor();
  expect(await alert.textContent()).toContain('Waiting: 1 Slack message, 1 email.');
  expect(await alert.textContent()).toContain('npm run resume');
  await expectAccessibleViews(page, { fits: true });
});

test('OPS-6, OPS-13: the nightly backups are shown with size and failure, a failed one under Needs attention too', async () => {
  const page = await open('/home');
  const backups = {
    succeeded_at: new Date().toISOString(),
    bytes: 12_400_000,
    kept: 14,
    failed_at: new Date().toISOString(),
    failure: 'No backup was made. There is no space left',
  };
  await page.route('**/api/server', async (route) => route.fulfill({ json: { data: { sending_pause: null, backups } } }));
  await page.goto(`${url}/connections`);
  const card = page.getByRole('region', { name: 'This server' });
  await card.getByText('12 MB; 14 backups kept').waitFor();
  await card.getByText('No backup was made. There is no space left').waitFor();
  await expectAccessible(page);
  await page.goto(`${url}/needs-attention`);
  const alert = page.getByRole('alert', { name: 'The nightly backup failed' });
  await alert.getByText('No backup was made. There is no space left.').waitFor();
  await alert.getByText('It is retried every hour.').waitFor();
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  expect(await page.getByText('Nothing needs attention').count()).toBe(0);
  await expectAccessible(page);
  await buildBrunch(db, many(1));
  await page.goto(`${url}/needs-attention?series=${await buildSeries(db)}`);
  await page.getByRole('heading', { name: 'Nothing in this series needs attention' }).waitFor();
  await expectShown(page.getByRole('link', { name: 'Show all 1' }));
  await alert.getByRole('link', { name: 'Connections' }).click();
  await card.waitFor();
  await page.unrouteAll();
});

test('a check that fails shows its reason, and Retry makes it again', async () => {
  const page = await open('/home');
  await page.route('**/api/server/check', async (route) =>
    route.fulfill({ status: 500, json: { type: 'about:blank', title: 'Internal', status: 500, detail: 'Something broke.' } }),
  );
  await page.goto(`${url}/connections/check`);
  await page.getByRole('alert').getByText('Error: Something broke.').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await finding(page, 'Slack').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
