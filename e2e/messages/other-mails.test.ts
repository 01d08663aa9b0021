import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { automaticMail } from '#contract/registrations/mail-kind.ts';
import { NO_SUBJECT } from '#contract/texts/settings.ts';
import { SAVE_FAILED } from '#contract/texts/staff.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';
import { buildSeriesToEdit, buttonOf, openEdit, saveMeanwhile } from '../forms/edit-series-screen.ts';
import { expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
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

const stored = async () => db.selectFrom('form_mails').select(['kind', 'subject', 'template']).execute();
const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const rowOf = (name: string) => page.getByRole('table', { name: 'Other emails' }).getByRole('row').filter({ hasText: name });
const chipsIn = async (within: Pick<Page, 'getByRole'>) =>
  within.getByRole('group', { name: 'Placeholders' }).getByRole('button').allTextContents();

async function openMail(name: string) {
  await buttonOf(page, `Edit ‘${name}’`).click();
  const dialog = dialogOf(name);
  await dialog.waitFor();
  return { dialog, mail: dialog.frameLocator('iframe[title="Email preview"]') };
}

describe('the other emails of a series', () => {
  test('SLF-34: are listed with their subjects, and whether the text is the default', async () => {
    const rows = page.getByRole('table', { name: 'Other emails' }).getByRole('row');
    await expectShown(rowOf('A place has opened up'));
    expect(await rows.count()).toBe(1 + Object.keys(DEFAULT_MAILS).length - automaticMail.options.length);
    expect(await rowOf('A place has opened up').getByRole('cell').allTextContents()).toEqual([
      'A place has opened up',
      'A place has opened up: %EVENT%',
      'Default',
      'Edit',
    ]);
    await expectAccessibleViews(page);
    await page.setViewportSize(PHONE);
    expect((await rowOf('A place has opened up').boundingBox())?.height, 'two lines').toBeLessThan(80);
  });

  test('SLF-30, SLF-34: one is edited with its placeholders, shown with sample values, saved, and reset to the default', async () => {
    const { dialog, mail } = await openMail('A place has opened up');
    expect(await chipsIn(dialog)).toEqual(
      ['SERIES', 'FNAME', 'SUCCESS', 'FROM', 'EVENT', 'EVENTS', 'WAITING', 'LINK', 'OFFER_ENDS'].map((name) => `%${name}%`),
    );
    await expectShown(dialog.getByText('This is the default text.'));
    await expectShown(mail.getByText('A place has opened up for you at:'));
    await expectShown(mail.getByText(/It's yours once you accept. Please reply by \w+day \d+ \w+ \d{4}, \d\d:00\s\w+:/));
    await dialog.getByLabel('Subject', { exact: true }).fill('Be quick: %EVENT%');
    await dialog.getByLabel('Text', { exact: true }).fill('Dear %FNAME%, %CHANGES% until ');
    await dialog.getByRole('button', { name: /^Insert %OFFER_ENDS%/ }).click();
    await expectShown(dialog.getByText("%CHANGES% isn't a placeholder. It will be sent as typed."));
    await expectShown(mail.getByText(/^Dear Alex, %CHANGES% until \w+day /));
    await expectShown(dialog.getByRole('definition').filter({ hasText: 'Be quick: Leading through change' }));
    await expectAccessibleViews(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectShown(page.getByText('The email ‘A place has opened up’ is saved.'));
    const edit = buttonOf(page, 'Edit ‘A place has opened up’');
    await expectFocused(edit);
    expect(await edit.evaluate((button) => getComputedStyle(button).fontWeight)).toBe('400');
    await expectShown(rowOf('A place has opened up').getByText('Custom'));
    expect(await stored()).toEqual([
      { kind: 'offer', subject: 'Be quick: %EVENT%', template: 'Dear %FNAME%, %CHANGES% until %OFFER_ENDS%' },
    ]);

    const again = await openMail('A place has opened up');
    await again.dialog.getByRole('button', { name: 'Use the default text' }).press('Enter');
    await expectFocused(again.dialog.getByLabel('Text', { exact: true }));
    await expectShown(again.dialog.getByText('This is the default text.'));
    await page.keyboard.press('Control+s');
    await again.dialog.waitFor({ state: 'detached' });
    await expectShown(rowOf('A place has opened up').getByText('Default'));
    expect(await stored()).toEqual([]);
  });

  test('SLF-34: mistakes are reported at their fields, a refused save loses nothing, and closing asks', async () => {
    const { dialog } = await openMail('Cancelled');
    const [subject, text] = [dialog.getByLabel('Subject', { exact: true }), dialog.getByLabel('Text', { exact: true })];
    await subject.fill(' ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectShown(dialog.getByText(NO_SUBJECT));
    await expectFocused(subject);
    await subject.fill('Gone');
    await text.fill('Good bye');
    await page.route('**/mails', async (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectShown(dialog.getByRole('alert').filter({ hasText: SAVE_FAILED }));
    await expectAccessibleViews(page);
    expect([await subject.inputValue(), await text.inputValue()]).toEqual(['Gone', 'Good bye']);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await stored()).toEqual([{ kind: 'cancelled', subject: 'Gone', template: 'Good bye' }]);
  });

  test('SLF-34, API-94: what someone else has just saved is shown next to what was typed', async () => {
    const { dialog } = await openMail('Cancelled');
    await dialog.getByLabel('Subject', { exact: true }).fill('Mine');
    const saved = { form_id: seriesId, kind: 'cancelled', subject: 'Theirs', template: DEFAULT_MAILS.cancelled.template } as const;
    await saveMeanwhile(page, '**/mails', async () => {
      await db.insertInto('form_mails').values(saved).execute();
      await db.updateTable('forms').set({ version: 2, field_versions: '{"cancelled.subject":2}' }).execute();
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectShown(dialog.getByText('Someone else saved ‘Theirs’ in the meantime.'));
    await dialog.getByRole('button', { name: 'Keep mine: Subject' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored())[0]).toMatchObject({ subject: 'Mine' });
  });

  test('SLF-34: a test of one goes to the signed-in person', async () => {
    const { dialog } = await openMail('Self-service link');
    await dialog.getByRole('button', { name: 'Send a test to me' }).click();
    await expectShown(dialog.getByRole('status').filter({ hasText: 'a test email to' }));
  });
});

describe('the confirmation', () => {
  const editor = () => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Email to the attendee' }) });
  const preview = () => page.frameLocator('iframe[title="Email preview"]');

  test('SLF-29, SLF-31: has events, link and waiting list, and omits those that do not exist', async () => {
    const template = page.getByLabel('Email body template');
    expect(await chipsIn(editor())).toEqual(['%SERIES%', '%FNAME%', '%SUCCESS%', '%FROM%', '%EVENTS%', '%WAITING%', '%LINK%', '%QR%']);
    await template.fill('%EVENTS%\n\nYour page: %LINK%');
    await expectShown(preview().getByText('Coaching skills'));
    await expectShown(preview().getByText("Can't come? Please"));
    await db
      .updateTable('events')
      .set({ closes_when_full: true, maximum_participants: 5, waiting_list: 'offer' })
      .where('title', '=', 'Coaching skills')
      .execute();
    await page.reload();
    await template.fill('%EVENTS%');
    await expectShown(preview().getByText("You're on the waiting list for:"));
    await expectShown(preview().getByText('Position 3'));
    await expectShown(preview().getByText('Need to change or cancel?'));
  });
});
