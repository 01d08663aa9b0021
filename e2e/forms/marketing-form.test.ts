import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { SHOW_SETUP_LIST } from '#contract/texts/setup.ts';
import { CODE_COPIED, NO_DATA_TO_EXPORT } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { exportBy } from '../support/export.ts';
import { startFormScreen } from './marketing-form-screen.ts';

const { db, url, page, formId, path } = await startFormScreen({ COPPER_SEARCH_URL: 'https://crm.example/search?q={query}' });

const table = () => page().getByRole('table', { name: 'Attendees of Coaching brochure' });
const row = (text: string | RegExp) => table().locator('tr[aria-rowindex]').filter({ hasText: text });
const names = async () => table().locator('td[data-column="name"] [dir="auto"]').allInnerTexts();
const button = (name: string) => page().getByRole('button', { name, exact: true });

async function open(query = ''): Promise<void> {
  await page().goto(url + path() + query);
  await table().waitFor();
}

async function choose(item: string): Promise<void> {
  await button('Settings').click();
  await page().getByRole('menuitem', { name: item }).click();
}

describe('the head', () => {
  test('R13, FORM-1: has the tabs Event, Form and Modify Form, and a Settings menu with Edit Form and Delete', async () => {
    await open();
    await expectShown(page().getByRole('heading', { level: 1, name: 'Coaching brochure' }));
    const tabs = page().getByRole('navigation', { name: 'Marketing form' }).getByRole('link');
    const shown = await tabs.evaluateAll((links) => links.map((link) => [link.firstChild?.textContent, link.getAttribute('href')]));
    expect(shown.filter(([label]) => label !== 'Statistics')).toEqual([
      ['Event', path()],
      ['Form', `${path()}/view`],
      ['Modify Form', `${path()}/create`],
    ]);
    await button('Settings').click();
    await page().getByRole('menuitem', { name: 'Edit Form' }).waitFor();
    const items = await page().getByRole('menuitem').allInnerTexts();
    expect(items.filter((item) => !['Copy Form…', 'Mailings', SHOW_SETUP_LIST, 'Archive'].includes(item))).toEqual(['Edit Form', 'Delete']);
    await page().getByRole('menuitem', { name: 'Edit Form' }).click();
    await page().waitForURL(`${url}${path()}/edit`);
  });

  test('R14, FORM-1: the Form tab opens the public page itself in a new tab', async () => {
    await open();
    const opens = page().waitForEvent('popup');
    await page().getByRole('link', { name: /^Form/ }).click();
    const form = await opens;
    await form.getByLabel('First name').waitFor();
    expect(new URL(form.url()).pathname).toBe(`${path()}/view`);
  });
});

describe('the sign-ups', () => {
  test('FORM-2, FORM-7, FORM-8: their number, and a table like the attendees', async () => {
    await open();
    expect(await page().getByRole('region', { name: 'Sign-ups' }).first().textContent()).toMatch(/8\s*Total Signups/);
    const heads = await table().locator('th:not([data-column="select"])').allInnerTexts();
    expect(heads.slice(0, 5)).toEqual(['Status', 'Name', 'Organisation', 'Email', 'No of Signups']);
    expect((await names()).slice(0, 2)).toEqual(['Amara Nwosu', 'Tomasz Zieliński']);
    expect(await row('Duplicate').allInnerTexts()).toHaveLength(2);
    expect(await row('sian.prosser').getByRole('cell').nth(5).textContent()).toMatch(/2$/);
  });

  test('FORM-8: can be searched, filtered and sorted, and the address keeps all of that', async () => {
    await open();
    await expectShown(button('Failed steps 1'));
    await expectShown(button('Marketing yes 2'));
    await button('Duplicates 2').click();
    await expect.poll(names).toEqual(['Siân Prosser', 'Siân Prosser']);
    await button('All 8').click();
    await button('Name').click();
    await expect.poll(async () => (await names())[0]).toBe('Helen Armitage');
    await page().getByLabel('Search attendees').fill('oakfield');
    await expect.poll(names).toEqual(['Daniel Okafor', 'Priya Raman']);
    expect(Object.fromEntries(new URL(page().url()).searchParams)).toEqual({ search: 'oakfield', sort: 'name' });
    await page().reload();
    await expect.poll(names).toEqual(['Daniel Okafor', 'Priya Raman']);
  });

  test('FORM-7: a row opens to show the answers, the failed step and the CRM search', async () => {
    await open();
    await button('Details of Tomasz Zieliński').click();
    expect(await page().locator('dl').textContent()).toMatch(/Dietary needs\s*No nuts, please/);
    await expectShown(page().getByText('Failed a step: email - 550 5.1.1 mailbox unavailable'));
    await expectAccessibleViews(page(), { fits: true });
    expect(await page().getByRole('link', { name: 'Find in Copper CRM' }).getAttribute('href')).toBe(
      'https://crm.example/search?q=t.zielinski%40brightwater.example',
    );
  });

  test('FORM-7, FORM-8, STATE-5: a submission is deleted after asking, and the count changes', async () => {
    await open();
    await button('Details of Daniel Okafor').click();
    await button('Delete Submission').click();
    const dialog = page().getByRole('dialog', { name: "Delete Daniel Okafor's submission?" });
    await expectShown(dialog.getByText('The sign-up and all its answers will be lost.'));
    await expectShown(dialog.getByText('This action cannot be undone.'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await row('Daniel Okafor').count()).toBe(1);
    await button('Delete Submission').click();
    await dialog.getByRole('button', { name: 'Delete submission' }).click();
    await row('Daniel Okafor').waitFor({ state: 'detached' });
    await expectShown(button('All 7'));
    await expect.poll(async () => page().getByRole('region', { name: 'Sign-ups' }).first().textContent()).toMatch(/7\s*Total Signups/);
    const left = await db.selectFrom('submissions').select('first_name').where('form_id', '=', formId()).execute();
    expect(left.map(({ first_name: name }) => name)).not.toContain('Daniel');
  });

  test('without submissions it says what will be shown, and offers the embed code', async () => {
    await db.deleteFrom('submissions').where('form_id', '=', formId()).execute();
    await db.deleteFrom('form_counts').where('form_id', '=', formId()).execute();
    await page().goto(url + path());
    await expectShown(page().getByRole('heading', { name: 'No sign-ups yet' }));
    await expectShown(page().getByText('Sign-ups appear here straight away.'));
    await expectAccessibleViews(page());
    await button('Get the embed code').click();
    await expectShown(page().getByRole('dialog', { name: 'Embed ‘Coaching brochure’' }));
  });
});

describe('export and embedding', () => {
  test('FORM-3: the export is a file of all sign-ups, named after the form and the day', async () => {
    await open();
    await button('Export').click();
    await expectShown(page().getByRole('dialog', { name: 'Export all attendees of ‘Coaching brochure’' }));
    await expectAccessibleViews(page());
    await page().keyboard.press('Escape');
    const download = await exportBy(button('Export'));
    const day = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' }).replaceAll('/', '-');
    expect(download.suggestedFilename()).toBe(`Coaching brochure - ${formId()} - ${day}.csv`);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text.trim().split('\n')).toHaveLength(9);
    expect(text).toContain('No nuts, please');
  });

  test('FORM-3: with nothing to export it says so', async () => {
    await db.deleteFrom('submissions').where('form_id', '=', formId()).execute();
    await db.deleteFrom('form_counts').where('form_id', '=', formId()).execute();
    await page().goto(url + path());
    await button('Export').click();
    await expectShown(page().getByRole('alert').filter({ hasText: NO_DATA_TO_EXPORT }));
  });

  test('FORM-4, FORM-5, FORM-6: the embed dialog has the frame of this form, and copies it', async () => {
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open();
    await button('Embed code').click();
    const dialog = page().getByRole('dialog', { name: 'Embed ‘Coaching brochure’' });
    await dialog.getByText('Frame', { exact: true }).click();
    await expectShown(dialog.getByText('<iframe'));
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expectShown(page().getByRole('alert').filter({ hasText: CODE_COPIED }));
    await dialog.getByRole('button', { name: 'Copied' }).waitFor({ state: 'detached' });
    await expectShown(dialog.getByRole('button', { name: 'Copy', exact: true }));
    expect(await page().evaluate(() => navigator.clipboard.readText())).toContain(`src="${url}${path()}/view?embed=1`);
  });
});

describe('deleting the form', () => {
  const dialog = () => page().getByRole('dialog', { name: 'Delete ‘Coaching brochure’?' });

  test('STATE-5, STATE-6, STATE-7: says what is lost, without what there is none of, and goes back to a page without its card', async () => {
    await db.deleteFrom('form_fields').execute();
    await page().goto(`${url}/home`);
    await page()
      .getByRole('link', { name: /Coaching brochure .*Signups/ })
      .click();
    await table().waitFor();
    await choose('Delete');
    await expectShown(dialog().getByText('8 sign-ups will be lost. The settings will be deleted too'));
    await dialog().getByRole('button', { name: 'Delete form' }).click();
    await page().waitForURL(`${url}/home`);
    await page().getByRole('alert').getByText('‘Coaching brochure’ was deleted.').waitFor();
    // The card, and the link of the strip above it.
    await expect.poll(async () => page().getByRole('link', { name: 'Coaching brochure' }).count()).toBe(0);
    expect(await db.selectFrom('forms').select('id').execute()).toEqual([]);
  });
});
