import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SETUP_HIDDEN, SETUP_TEXTS, setupProgress, SHOW_SETUP_LIST } from '#contract/texts/setup.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, world, open } = await startServiceProduct();

const MAIL = { email_from: 'team@example.com', email_subject: 'See you', email_template: 'Hello %FNAME%' };
const SLACK = { send_notifications_slack: true, slack_channel_id: 'C9' };

let page: Page;

const card = () => page.getByRole('region', { name: /^(?:Setup: |All set)/ });
const line = (text: string) => card().getByRole('listitem').filter({ hasText: text });
const expectProgress = (done: number, all: number) => expectShown(card().getByRole('heading', { name: setupProgress(done, all) }));

/** Opens the page of a series as it is after Add event series. */
async function openNewSeries(settings: Parameters<typeof buildSeries>[1] = {}): Promise<string> {
  const id = await buildSeries(db, { title: 'Board readiness', ...settings });
  await db.deleteFrom('form_setups').execute();
  page = await open(`/board-readiness/events-series/${id}`);
  await card().waitFor();
  return id;
}

test('SET-6, SET-7: a series with hidden events only is asked to show one, not to add one; an archived series has no setup list', async () => {
  const id = await openNewSeries();
  await line(SETUP_TEXTS.event.open).waitFor();
  await buildEvent(db, id, { title: 'Hidden day', is_on_form: false });
  await page.reload();
  const link = line(SETUP_TEXTS.event.off).getByRole('link', { name: 'See the hidden events' });
  await expectProgress(0, 4);
  await link.click();
  await page.getByRole('heading', { name: 'Hidden day' }).waitFor();
  await db.updateTable('forms').set({ is_archived: true }).where('id', '=', id).execute();
  await page.goto(`${url}/board-readiness/events-series/${id}`);
  await page.getByRole('heading', { name: 'No event is on the form' }).waitFor();
  expect(await card().count()).toBe(0);
  await db.insertInto('form_setups').values({ form_id: id, dismissed_at: new Date() }).execute();
  await Promise.all([page.waitForResponse((response) => response.url().includes('/setup')), page.reload()]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).waitFor();
  expect(await page.getByRole('menuitem', { name: SHOW_SETUP_LIST }).count()).toBe(0);
});

/** A visitor loads the form in a page of another site. */
async function seeOnSite(path: string): Promise<void> {
  const source = new URLSearchParams({ source_page: 'https://www.example.org/courses', _via: 'script' });
  const headers = { 'visit-source': String(source), 'user-agent': 'Firefox' };
  expect((await fetch(`${url}/api${path}/track_views`, { method: 'POST', headers })).status).toBe(200);
}

async function signUp(path: string, body: Record<string, unknown>): Promise<void> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(newSignUp(body)) };
  expect((await fetch(`${url}/api${path}/submit`, sent)).status).toBe(200);
}

test('SET-6, SET-7: a new series shows what it still needs, each with one action, and ticks off what is done', async () => {
  const id = await openNewSeries({ ...MAIL, ...SLACK });
  await expectProgress(0, 4);
  await expectAccessibleViews(page);
  const link = line(SETUP_TEXTS.event.open).getByRole('link', { name: 'Add an event' });
  expect(await link.getAttribute('href')).toBe(`/board-readiness/events-series/${id}/add`);
  const eventId = await buildEvent(db, id, { title: 'Reading a balance sheet', starts_at: '2050-01-19T09:30:00Z' });

  const form = page.waitForEvent('popup');
  await line(SETUP_TEXTS.form_seen.open).getByRole('link', { name: 'Open form' }).click();
  await (await form).getByRole('heading', { name: 'Board readiness' }).waitFor();
  await (await form).close();
  await line(SETUP_TEXTS.form_seen.done).waitFor();
  await line(SETUP_TEXTS.event.done).getByText('Reading a balance sheet, Wed 19 Jan 2050').waitFor();

  await line(SETUP_TEXTS.mail_tested.open).getByRole('button', { name: 'Send a test to me' }).click();
  await line(SETUP_TEXTS.mail_tested.done).waitFor();
  await page.getByRole('alert').getByText('a test email to').waitFor();
  await expectFocused(page.getByRole('heading', { level: 1 }));
  expect(world.smtp.mails).toHaveLength(1);
  await line(SETUP_TEXTS.slack_tested.open).getByRole('button', { name: 'Send a test message' }).click();
  await line(SETUP_TEXTS.slack_tested.done).getByText('C9').waitFor();
  await expectProgress(3, 4);

  await line(SETUP_TEXTS.embed_seen.open).getByRole('button', { name: 'Get the code…' }).click();
  await page.getByRole('dialog', { name: 'Embed ‘Board readiness’' }).waitFor();
  await page.keyboard.press('Escape');
  await seeOnSite(`/event_series/${id}`);
  await signUp(`/event_series/${id}`, { events: [eventId] });
  await line('Seen live on www.example.org, just now').waitFor();
  await expectAccessibleViews(page);
  await card().getByRole('heading', { name: 'All set.' }).waitFor();
  await expectShown(line(SETUP_TEXTS.first_signup.done));
  await page.reload();
  await page.getByRole('heading', { name: 'Reading a balance sheet' }).waitFor();
  expect(await card().count()).toBe(0);
});

test('SET-4, SET-7, USE-8, USE-9: mail and Slack that are off lead to their settings, and the total is the same with them', async () => {
  await openNewSeries();
  await expectProgress(0, 4);
  await line(SETUP_TEXTS.slack_tested.off).getByRole('link', { name: 'Set up' }).click();
  await expectFocused(page.getByRole('switch', { name: 'Slack notification' }));
  await page.goBack();
  await line(SETUP_TEXTS.described.open).getByRole('link', { name: 'Describe it' }).click();
  await expectFocused(page.getByRole('textbox', { name: 'Description' }));
  await page.goBack();
  await line(SETUP_TEXTS.mail_tested.off).getByRole('link', { name: 'Set up' }).click();
  await expectFocused(page.getByRole('button', { name: 'Insert a starter email' }));
  await page.keyboard.press('Enter');
  await expect.poll(async () => page.getByLabel('Sender email').inputValue()).toBe('robin.hale@example.com');
});

test('a test that fails says why, and its line stays open', async () => {
  await openNewSeries(SLACK);
  world.slack.behaviours.set({ kind: 'refuse', error: 'not_in_channel' });
  await line(SETUP_TEXTS.slack_tested.open).getByRole('button', { name: 'Send a test message' }).click();
  await page.getByRole('alert').getByText('The bot is not in channel C9.').waitFor();
  await expectProgress(0, 4);
});

test('SET-7: Hide hides it for all staff; Undo and Show setup list in Settings bring it back, by keyboard, too', async () => {
  await openNewSeries();
  await card().getByRole('button', { name: 'Hide' }).press('Enter');
  await card().waitFor({ state: 'detached' });
  await expectFocused(page.getByRole('heading', { level: 1 }));
  const toast = page.getByRole('alert').filter({ hasText: SETUP_HIDDEN.title });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await card().getByRole('button', { name: 'Hide' }).click();
  await card().waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'No events in this series yet' }).waitFor();
  expect(await card().count()).toBe(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: SHOW_SETUP_LIST }).click();
  await expectProgress(0, 4);
  await card().getByRole('button', { name: 'Hide' }).click();
  await toast.waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: SHOW_SETUP_LIST }).click();
  await toast.waitFor({ state: 'detached', timeout: 4_000 });
});

test('SET-6, SET-7, USE-9: the list of a marketing form is above its table, and collapses once people sign up', async () => {
  const id = await buildMarketingForm(db, { title: 'The playbook' });
  await db.deleteFrom('form_setups').execute();
  page = await open(`/the-playbook/form/${id}`);
  await expectProgress(0, 3);
  const [list, table] = await Promise.all([card().boundingBox(), page.getByText('Sign-ups appear here straight away.').boundingBox()]);
  expect(list!.y + list!.height).toBeLessThan(table!.y);
  await seeOnSite(`/form/${id}`);
  await signUp(`/form/${id}`, { email: 'ada@example.com' });
  await line('Seen live on www.example.org').waitFor();
  await line(SETUP_TEXTS.first_signup.done).waitFor();
  await expectAccessibleViews(page);
  await page.reload();
  await expectProgress(1, 3);
  expect(await line(SETUP_TEXTS.first_signup.done).count(), 'USE-9: one line once people sign up').toBe(0);
  await expectAccessibleViews(page);
  const steps = card().getByRole('button', { name: 'Steps', exact: true });
  await steps.press('Enter');
  await line(SETUP_TEXTS.first_signup.done).waitFor();
  await expectFocused(steps);
});

test('USE-6: a new series whose confirmation email could not be set up says so; one that is added before the connections are known has it', async () => {
  page = await open('/home?add=series');
  await page.route('**/api/event_series/*/edit', async (route) => route.abort());
  await page.getByRole('checkbox', { name: 'Send a confirmation email' }).waitFor();
  await expectShown(page.getByText('From robin.hale@example.com'));
  await expectAccessibleViews(page);
  await page.keyboard.type('Board readiness');
  await page.keyboard.press('Enter');
  await line(SETUP_TEXTS.mail_tested.off).waitFor();
  const toast = page.getByRole('alert').filter({ hasText: 'The series sends no confirmation email yet.' });
  await toast.getByRole('button', { name: 'Set it up' }).click();
  await expectFocused(page.getByRole('button', { name: 'Insert a starter email' }));

  page = await open('/home?add=series');
  const known = Promise.withResolvers<undefined>();
  await page.route('**/api/connections', async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Title' }).fill('Board reports');
  await page.keyboard.press('Enter');
  known.resolve(undefined);
  await line(SETUP_TEXTS.mail_tested.open).waitFor();
});
