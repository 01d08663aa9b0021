import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { expectAccessibleViews, leaveAndStay } from '../support/browser.ts';
import { ada, buildBrunch, many, noMailbox, zoe } from '../support/failed-steps.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests } from '../support/requests.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, world, open } = await startServiceProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
});

const DAY_MS = 86_400_000;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const nothing = (page: Page) => page.getByRole('heading', { name: 'Nothing needs attention' });

test('USE-47: a mistyped address is corrected in its line, and gets its mail', async () => {
  await buildBrunch(db, [
    { ...ada, steps: { email: noMailbox } },
    { ...zoe, steps: { email: noMailbox } },
  ]);
  const page = await open('/needs-attention');
  await button(page, 'Did you mean gmail.com?').click();
  const field = page.getByRole('textbox', { name: 'Address of Ada Marsh' });
  expect(await field.inputValue()).toBe('ada@gmail.com');
  await expectFocused(field);
  await field.fill('ada.marsh');
  await field.press('Enter');
  await page.getByText('Please enter a valid email address').waitFor();
  expect(world.smtp.mails).toEqual([]);
  await expectAccessibleViews(page);
  await field.fill('ada.marsh@gmail.com');
  const corrections: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/address/correct')) corrections.push(request.url());
  });
  const release = await holdRequests(page, '**/address/correct');
  await field.press('Enter');
  await field.press('Enter');
  release();
  await field.waitFor({ state: 'detached' });
  expect(corrections).toHaveLength(1);
  await expect.poll(() => world.smtp.mails.map(({ recipients }) => recipients)).toEqual([['ada.marsh@gmail.com']]);
  await page.getByRole('textbox', { name: 'Address of Zoë Hart' }).fill('zoe.hart@example.com');
  await button(page, 'Retry 1').click();
  await expect.poll(() => world.smtp.mails.map(({ recipients }) => recipients)).toContainEqual(['zoe.hart@example.com']);
  await nothing(page).waitFor();
});

test('USE-47: Retry for all does not include an address that is still wrong, but the corrected ones of old sign-ups too', async () => {
  const submittedAt = new Date(Date.now() - 200 * DAY_MS);
  await buildBrunch(db, [
    { ...ada, submitted_at: submittedAt, steps: { email: noMailbox } },
    { ...zoe, submitted_at: submittedAt, steps: { email: noMailbox } },
  ]);
  const page = await open('/needs-attention');
  const field = page.getByRole('textbox', { name: 'Address of Ada Marsh' });
  const retryAll = async () => {
    await button(page, 'Retry 2').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 2' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await field.fill('ada.marsh');
  await retryAll();
  await page.getByText('Please enter a valid email address').waitFor();
  await expectFocused(field);
  expect(world.smtp.mails).toEqual([]);
  await field.fill('ada.marsh@example.com');
  await retryAll();
  await nothing(page).waitFor();
  await expect
    .poll(() => world.smtp.mails.flatMap(({ recipients }) => recipients).toSorted())
    .toEqual(['ada.marsh@example.com', 'zoe@example.com']);
});

test('USE-47: an address to which two mails failed is corrected once, and the rest is retried', async () => {
  const { seriesId: form_id, eventId: event_id } = await buildBrunch(db, [
    { ...ada, steps: { email: noMailbox } },
    { ...zoe, steps: { email: noMailbox } },
  ]);
  const people = db.selectFrom('submissions').select('id').where('email', '=', ada.email);
  const [id, { id: submission_id }] = [newId(), await people.executeTakeFirstOrThrow()];
  const change = { id, form_id, event_id, submission_id, kind: 'promoted', actor: 'automatic', awaiting_fan_out: false } as const;
  await db.insertInto('registration_changes').values(change).execute();
  await db
    .insertInto('submission_steps')
    .values({ ...noMailbox, submission_id, step: 'email', change_id: id })
    .execute();
  const page = await open('/needs-attention');
  await page.getByRole('textbox', { name: 'Address of Ada Marsh' }).first().fill('ada.marsh@example.com');
  await button(page, 'Retry 3').click();
  await expect.poll(() => world.smtp.mails.map(({ recipients }) => recipients)).toContainEqual(['zoe@example.com']);
});

test('an address that a colleague corrects is shown next to what was typed, and leaving the page asks first', async () => {
  await buildBrunch(db, [{ ...ada, steps: { email: noMailbox } }]);
  const page = await open('/needs-attention');
  const field = page.getByRole('textbox', { name: 'Address of Ada Marsh' });
  await field.fill('ada@example.com');
  await leaveAndStay(page, page.getByRole('link', { name: 'Events Hub' }));
  await db
    .updateTable('submissions')
    .set({ email: 'ada@example.org', version: 2, field_versions: JSON.stringify({ email: 2 }) })
    .execute();
  await button(page, 'Retry email of Ada Marsh').click();
  await page.getByText('Someone else saved ‘ada@example.org’ in the meantime.').waitFor();
  expect(await field.inputValue()).toBe('ada@example.com');
  await button(page, 'Keep mine: Address of Ada Marsh').click();
  await button(page, 'Retry email of Ada Marsh').click();
  await expect.poll(() => world.smtp.mails.map(({ recipients }) => recipients)).toEqual([['ada@example.com']]);
});

test('two people at the same time: the second reads that nothing was left', async () => {
  await buildBrunch(db, many(4));
  const [first, second] = [await open('/needs-attention'), await open('/needs-attention')];
  await button(second, 'Retry 4').waitFor();
  // Without a refresh the second page still shows the step that the first has dismissed.
  await second.route('**/api/steps/causes*', async (route) => route.abort());
  await first.getByRole('region', { name: 'The bot is not in channel C1' }).getByRole('button', { name: 'Dismiss', exact: true }).click();
  await nothing(first).waitFor();
  await button(second, 'Retry 4').click();
  await second.getByRole('alert').getByText('Nothing was left to do').waitFor();
  expect(world.slack.messages).toEqual([]);
  await second.unrouteAll();
  await nothing(second).waitFor();
});
