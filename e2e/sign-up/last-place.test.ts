import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { startWorld, until } from '#server/testing/worker.ts';
import { expectShown, openBrowser, openPage } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { fillPerson, MARIA, openForm, sendButton } from '../support/public-visitor.ts';

const world = await startWorld();
const { DATA_DIR: _, ...services } = world.settings;
const { product, db } = await startFormProduct(services);
const browser = await openBrowser();

/** A form without script is accepted from this age on. */
const RIPE_MS = 2_100;

async function buildForm(): Promise<{ id: string; url: string; eventId: string }> {
  const id = await buildSeries(db);
  const limits = { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer', is_brunch: true } as const;
  const eventId = await buildEvent(db, id, { title: 'Breakfast', starts_at: '2050-01-02T09:00:00Z', ...limits });
  const owner = { form_id: id };
  await buildField(db, owner, { label: 'Phone number', position: 0 });
  await buildField(db, owner, { label: 'Topics', type: 'textarea', position: 1 });
  await buildField(db, owner, { label: 'Source', type: 'select', options: ['A colleague', 'A search'], position: 2 });
  await buildField(db, owner, { label: 'Step-free access', type: 'checkbox', position: 3 });
  await buildField(db, owner, { label: 'Menu', is_brunch: true, brunch_event_id: eventId, position: 4 });
  return { id, eventId, url: `${product.url}/x/events-series/${id}/view` };
}

/** Someone else signs up. */
async function takePlace(seriesId: string, eventId: string): Promise<void> {
  const response = await fetch(`${product.url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newSignUp({ events: [eventId], email: 'first@example.com' })),
  });
  expect(response.status).toBe(200);
}

const TEXTS = { 'Phone number': '0117 496 0000', Topics: 'Eggs,\nand “toast”', Menu: 'Eggs' };

async function fill(page: Page): Promise<void> {
  await fillPerson(page);
  await page.getByRole('checkbox', { name: /Breakfast/ }).check();
  for (const [label, text] of Object.entries(TEXTS)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Source').selectOption('A search');
  await page.getByLabel('Step-free access').check();
  await page.locator('[name=accepts_marketing]').check();
}

async function expectKept(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(MARIA)) expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
  for (const [label, text] of Object.entries(TEXTS)) expect(await page.getByLabel(label).inputValue()).toBe(text);
  expect(await page.getByLabel('Source').inputValue()).toBe('A search');
  expect(await page.getByLabel('Step-free access').isChecked()).toBe(true);
  expect(await page.locator('[name=accepts_marketing]').isChecked()).toBe(true);
}

test.each([
  ['with', true],
  ['without', false],
])(
  'WTL-2, PLC-34, PLC-35: %s script, someone who misses the last place sends the same form for the waiting list, and gets the mail about it',
  async (_script, javaScriptEnabled) => {
    const { id, eventId, url } = await buildForm();
    const page = await openPage(browser, { javaScriptEnabled });
    if (javaScriptEnabled) await openForm(page, url);
    else await page.goto(url);
    let loadedAt = Date.now();
    const send = async (): Promise<number> => {
      if (!javaScriptEnabled) await expect.poll(() => Date.now() - loadedAt).toBeGreaterThan(RIPE_MS);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST' && /\/(submit|view)$/.test(response.url()));
      await sendButton(page).click();
      const status = (await answer).status();
      loadedAt = Date.now();
      return status;
    };
    await expectShown(page.getByText('1 place left'));
    await fill(page);
    await takePlace(id, eventId);
    expect(await send()).toBe(422);
    await expectShown(page.getByText('‘Breakfast’ is now full. Join its waiting list, or choose again.'));
    const list = page.getByRole('checkbox', { name: 'Join the waiting list' });
    expect(await list.isChecked()).toBe(false);
    // With script the event's fields return with its box.
    await list.check();
    await expectKept(page);
    expect(await send()).toBe(200);
    await expectShown(page.getByText('Breakfast, position 1'));
    const rows = await db
      .selectFrom('registrations as registration')
      .innerJoin('submissions', 'submissions.id', 'registration.submission_id')
      .select(['email', 'status', 'answers'])
      .where('event_id', '=', eventId)
      .orderBy('submissions.submitted_at')
      .execute();
    expect(rows.map(({ email, status }) => [email, status])).toEqual([
      ['first@example.com', 'confirmed'],
      [MARIA.Email, 'waiting'],
    ]);
    expect(rows[1]?.answers).toMatchObject({ menu: 'Eggs', source: 'A search', 'step-free_access': true });
    await until('the mail', () => world.smtp.mails.length > 0);
    const [mail] = world.smtp.mails;
    expect([mail?.recipients, mail?.parsed.subject]).toEqual([[MARIA.Email], "You're on the waiting list: Breakfast"]);
    expect(mail?.parsed.text).toContain('Position 1');
    expect(world.smtp.mails).toHaveLength(1);
  },
);
