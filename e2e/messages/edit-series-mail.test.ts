import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { starterMail } from '#contract/texts/words/mails.ts';
import { buildSeriesToEdit, buttonOf, openEdit } from '../forms/edit-series-screen.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const product = await startStaffProduct();
const { db } = product;

let seriesId = '';
let page: Page;

beforeEach(async () => {
  seriesId = await buildSeriesToEdit(db);
  page = await openEdit(product, seriesId);
});

const stored = async () => db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow();
const mail = () => page.frameLocator('iframe[title="Email preview"]');

describe('the mail', () => {
  test('EXTRA-40: an empty mail can begin with a starter mail, which is saved like a typed one and has the person who inserts it as sender', async () => {
    const starter = page.getByRole('button', { name: 'Insert a starter email' });
    expect(await starter.count()).toBe(0);
    await page.getByLabel('Email subject').fill('');
    await page.getByLabel('Email body template').fill(' ');
    await page.getByLabel('Sender email').fill('');
    await expectAccessibleViews(page);
    await starter.press('Enter');
    await expectFocused(page.getByLabel('Email body template'));
    expect(await starter.count()).toBe(0);
    await expectShown(mail().getByText('Hello Alex,'));
    expect(await page.getByText("isn't a placeholder").count()).toBe(0);
    await buttonOf(page, 'Save').click();
    const { subject, template } = starterMail('series', 'Northfield Training');
    await expect.poll(stored).toMatchObject({ email_subject: subject, email_template: template, email_from: 'robin.hale@example.com' });
  });

  test('chips insert a placeholder at the cursor, and the preview follows', async () => {
    const area = page.getByLabel('Email body template');
    await area.fill('Dear ');
    await page.getByRole('button', { name: /^Insert %FNAME%/ }).click();
    await page.keyboard.type('!');
    expect(await area.inputValue()).toBe('Dear %FNAME%!');
    await expectShown(mail().getByText('Dear Alex!'));
    for (const text of ['Dear %FNAME%', 'Dear ']) {
      await page.keyboard.press('Control+Z');
      await expect.poll(async () => await area.inputValue()).toBe(text);
    }
  });

  test('translating browsers leave placeholders and the highlights behind the text alone', async () => {
    for (const part of [page.getByRole('button', { name: /^Insert %FNAME%/ }), page.locator('pre').first()])
      expect(await part.evaluate((element: HTMLElement) => element.translate)).toBe(false);
  });

  test('editor and preview end at the same height, whatever the length of the text', async () => {
    const bottomOf = async (inner: string) => {
      const box = await page.locator(inner).locator('..').boundingBox();
      return Math.round(box!.y + box!.height);
    };
    for (const lines of [1, 60]) {
      await page.getByLabel('Email body template').fill('Dear all\n'.repeat(lines));
      await expect
        .poll(
          async () => (await bottomOf('div:has(> textarea[name="email_template"])')) - (await bottomOf('iframe[title="Email preview"]')),
        )
        .toBe(0);
    }
  });

  test('an unknown placeholder is named, in template and subject, and sent unchanged', async () => {
    await page.getByLabel('Email body template').fill('Dear %NAME%');
    await expectShown(page.getByText("%NAME% isn't a placeholder. It will be sent as typed. Did you mean %FNAME%?"));
    await page.getByLabel('Email subject').fill('%SERIE%');
    await expectShown(page.getByText("Email subject: %SERIE% isn't a placeholder. It will be sent as typed. Did you mean %SERIES%?"));
    await expectShown(mail().getByText('Dear %NAME%'));
    await expectAccessibleViews(page, { fits: true });
  });

  test('the preview shows it for a real attendee: name, events with their dates, sender, subject', async () => {
    await page.getByLabel('Attendee in the preview').selectOption({ label: 'Priya Raman' });
    await expectShown(mail().getByText('Hello Priya,'));
    await expectShown(mail().getByText('Thursday 26 November 2054, 09:30 GMT', { exact: true }));
    await expectShown(page.getByRole('definition').filter({ hasText: 'You are in: Leadership Essentials' }));
    await expectShown(page.getByText('praman@oakfield.example'));
  });

  test('the preview runs no script, and shows values as text', async () => {
    const problems: string[] = [];
    page.on('dialog', (dialog) => problems.push(dialog.message()));
    await page.getByLabel('Title', { exact: true }).fill('<b id="bold">Bold</b>');
    await page
      .getByLabel('Email body template')
      .fill('<p>%SERIES%</p><img src="x" onerror="parent.alert(1)"><script>parent.alert(2)</script>');
    await expectShown(mail().getByText('<b id="bold">Bold</b>', { exact: true }).last());
    expect(await mail().locator('#bold').count()).toBe(0);
    expect(await page.getByTitle('Email preview', { exact: true }).getAttribute('sandbox')).toBe('');
    expect(problems).toEqual([]);
  });

  test('the template’s style sheet affects the preview and nothing else', async () => {
    await page.getByLabel('Email body template').fill('<style>p { color: rgb(1, 2, 3) }</style><p>Styled</p>');
    const styled = mail().getByText('Styled');
    await styled.waitFor();
    await expect.poll(() => styled.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    expect(await page.getByText('Sent when sender').evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(1, 2, 3)');
  });

  test('a test mail goes to the signed-in person, with the unsaved template', async () => {
    await page.getByLabel('Email subject').fill('A trial of %SERIES%');
    await buttonOf(page, 'Send a test to me').click();
    await expectShown(page.getByRole('status').filter({ hasText: 'a test email to' }));
    expect((await stored()).email_subject).toBe('You are in: %SERIES%');
  });
});

describe('warnings', () => {
  test('EDIT-12: turning on Slack and Copper shows a warning when they are not configured', async () => {
    const copper = page.getByText(
      'Copper is not configured on this server. Until it is, the step ‘crm’ of each sign-up fails and can be retried later.',
    );
    const slack = page.getByText(/^Slack is not configured on this server/);
    await page.getByLabel('Copper tag').fill('leadership');
    await copper.waitFor();
    expect(await slack.count()).toBe(0);
    await page.getByRole('switch', { name: 'Slack notification' }).click({ force: true });
    await slack.waitFor();
    await page.getByLabel('Copper tag').fill('');
    await copper.waitFor({ state: 'detached' });
  });

  test('a warning says that an incomplete mail is sent to nobody', async () => {
    const note = page.getByText('Not sent yet: sender is missing.');
    expect(await note.count()).toBe(0);
    await page.getByLabel('Sender email').fill('');
    await note.waitFor();
  });
});
