import type { Locator } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { LOADING, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { holdRequests, sentEdits } from '../support/requests.ts';
import { startFormScreen } from './marketing-form-screen.ts';

const { db, url, page, formId, path } = await startFormScreen({ SMTP_URL: '' });

const button = (name: string): Locator => page().getByRole('button', { name, exact: true });
const field = (label: string): Locator => page().getByRole('textbox', { name: label, exact: true });
const download = () => page().getByRole('checkbox', { name: 'Email includes downloadable content' });
const stored = async () => db.selectFrom('forms').selectAll().where('id', '=', formId()).executeTakeFirstOrThrow();
const alertSaved = (): Locator => page().getByRole('alert').filter({ hasText: SAVE_SUCCEEDED });
const saved = (): Promise<void> => expectShown(alertSaved());

beforeEach(async () => {
  await db
    .updateTable('forms')
    .set({
      slack_channel_id: 'C04F8Q2LJ7M',
      email_from: 'courses@example.com',
      email_subject: 'Your copy of %SERIES%',
      email_template: '<p>Hello %FNAME%,</p>\n<p>here is %SUCCESS%.</p>',
    })
    .where('id', '=', formId())
    .execute();
  await page().goto(`${url}${path()}/edit`);
  await field('Title').waitFor();
});

describe('the form', () => {
  test('R15, EDIT-5, EDIT-7, EDIT-8, EDIT-11: has all specified settings, with their saved values', async () => {
    await expectShown(page().getByRole('switch', { name: 'Send notifications on Slack' }));
    expect(await field('Title').inputValue()).toBe('Coaching brochure');
    expect(await field('Slack channel ID').inputValue()).toBe('C04F8Q2LJ7M');
    expect(await field('Copper tag').inputValue()).toBe('');
    expect(await field('Email From').inputValue()).toBe('courses@example.com');
    expect(await field('Forward submissions to').inputValue()).toBe('');
    expect(await field('Email subject').inputValue()).toBe('Your copy of %SERIES%');
    expect(await field('Email template').inputValue()).toContain('Hello %FNAME%');
    expect(await field('Email template').getAttribute('rows')).toBe('10');
    expect(await download().isChecked()).toBe(true);
    const hint = await field('Forward submissions to').getAttribute('aria-describedby');
    expect(await page().locator(`[id="${hint}"]`).textContent()).toContain('make sure the email format is correct');
  });

  test('PLC-40: it may have its own success text, and has no closed text', async () => {
    await field('Message after signing up').fill('It is on its way.');
    await button('Save changes').click();
    await saved();
    const [bar, note] = [await page().getByRole('banner').boundingBox(), await alertSaved().boundingBox()];
    expect(note!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
    expect((await stored()).success_text).toBe('It is on its way.');
    expect(await field('Message when closed').count()).toBe(0);
  });

  test('D45: its back link leads to the form page', async () => {
    await page().getByRole('link', { name: 'Coaching brochure' }).click();
    await page().waitForURL(url + path());
    expect(await page().getByRole('heading', { level: 1, name: 'Coaching brochure' }).textContent()).toBe('Coaching brochure');
  });

  test('EDIT-9: Save changes is disabled until something changes, and again when the change is undone', async () => {
    expect(await button('Save changes').isDisabled()).toBe(true);
    await download().uncheck();
    await field('Copper tag').fill('spring');
    await expectShown(page().getByText('2 unsaved changes', { exact: true }));
    expect(await button('Save changes').isDisabled()).toBe(false);
    await download().check();
    await field('Copper tag').fill('');
    expect(await button('Save changes').isDisabled()).toBe(true);
  });

  test('EDIT-11: while it loads it says so; an unknown form says so', async () => {
    const release = await holdRequests(page(), `**/api/form/${formId()}`);
    await page().reload();
    await page().getByText(LOADING).waitFor();
    await expectAccessibleViews(page());
    release();
    await field('Title').waitFor();
    await page().goto(`${url}/x/form/0199f0a0-0000-7000-8000-000000000001/edit`);
    await expectShown(
      page()
        .getByRole('alert')
        .getByText(/^Error: /),
    );
    await expectAccessibleViews(page());
  });
});

describe('saving', () => {
  test('EDIT-6: sends only what changed, and each setting to its field', async () => {
    const sent = sentEdits(page());
    await page().getByRole('switch', { name: 'Send notifications on Slack' }).click({ force: true });
    await field('Title').fill('Coaching booklet');
    await field('Slack channel ID').fill('C1');
    await field('Copper tag').fill(' booklet ');
    await field('Email From').fill('office@example.com');
    await field('Forward submissions to').fill('bookings@example.com');
    await field('Email subject').fill('Your booklet');
    await field('Email template').fill('Here it is.');
    await download().uncheck();
    await button('Save changes').click();
    await saved();
    const changed = {
      title: 'Coaching booklet',
      send_notifications_slack: true,
      slack_channel_id: 'C1',
      copper_tag: 'booklet',
      email_from: 'office@example.com',
      email_forward: 'bookings@example.com',
      email_subject: 'Your booklet',
      email_template: 'Here it is.',
    };
    expect(sent).toMatchObject([{ ifMatch: '"1"', body: { ...changed, donwloadable_content: false } }]);
    expect(await stored()).toMatchObject({ ...changed, has_downloadable_content: false });
    const back = page().getByRole('link', { name: 'Coaching booklet' });
    expect(await back.getAttribute('href')).toBe(`/coaching-booklet/form/${formId()}`);
  });

  test('EDIT-10, ERR-2: during a save the button is disabled and says Loading...; then the banner is shown', async () => {
    const release = await holdRequests(page(), '**/edit');
    await field('Copper tag').fill('spring');
    await button('Save changes').click();
    await expectShown(button('Loading...'));
    expect(await button('Loading...').isDisabled()).toBe(true);
    await expectAccessibleViews(page());
    release();
    await saved();
    expect(await button('Save changes').isDisabled()).toBe(true);
  });
});

describe('warnings', () => {
  const warning = (text: string | RegExp) => page().getByRole('status').filter({ hasText: text });

  test('EDIT-13: warnings say that the template has no link to the download, and here and on the form page that no mail would deliver it', async () => {
    const text = 'This form promises downloadable content, but no email delivers it';
    expect(await warning(text).count()).toBe(0);
    const link = warning('Put a link to it in the template.');
    await expectShown(link);
    await field('Email template').fill('Here it is: https://harbour.example/brochure.pdf');
    await link.waitFor({ state: 'detached' });
    await field('Email subject').fill('');
    await expectShown(warning(text));
    await expectAccessibleViews(page(), { fits: true });
    await download().uncheck();
    expect(await warning(text).count()).toBe(0);
    await download().check();
    await button('Save changes').click();
    await saved();
    await page().getByRole('link', { name: 'Coaching brochure' }).click();
    await expectShown(page().getByText('Download promised, but its email is not set up'));
  });
});

test('D34: the preview shows the mail for a real submission, with the form’s title', async () => {
  const mail = page().frameLocator('iframe[title="Email preview"]');
  await expectShown(mail.getByText('Hello Alex,'));
  await page().getByLabel('Attendee in the preview').selectOption({ label: 'Priya Raman' });
  await expectShown(mail.getByText('Hello Priya,'));
  await expectShown(mail.getByText('here is Coaching brochure.').last());
});

test('FACE-59: a marketing form has a public page too, without speakers, with a preview before it is saved', async () => {
  await page().getByLabel('Description', { exact: true }).fill('What **coaching** is about.');
  const preview = page().frameLocator('iframe[title="Preview of the page"]');
  await expectShown(preview.getByText('What coaching is about.'));
  await expectShown(preview.getByRole('heading', { name: 'Your details' }));
  expect(await page().getByRole('button', { name: 'Add speaker' }).count()).toBe(0);
  expect((await stored()).description).toBeNull();
  await button('Save changes').click();
  await saved();
  expect((await stored()).description).toBe('What **coaching** is about.');
});
