import { describe, expect, test } from 'vitest';
import { COUNTS } from '#contract/texts/staff.ts';
import { expectShown, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, url, page, series, table, row, heads, names, openTable, openAttendee } = await startAttendeeScreen({
  COPPER_SEARCH_URL: 'https://crm.example/search?q={query}',
});

describe('the table', () => {
  test('SER-8, ATT-1, ATT-2, ATT-6, ATT-16: the card opens a table of five columns, newest first', async () => {
    await page().goto(url + series().path);
    const toggle = page().getByRole('article', { name: 'Leading through change' }).getByRole('button', { name: 'Attendees', exact: true });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await toggle.click();
    await table().waitFor();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    expect((await heads()).slice(0, 5)).toEqual(['Status', 'Name', 'Organisation', 'Email', 'No of Signups']);
    expect(await table().getByRole('columnheader', { name: 'No of Signups' }).getAttribute('title')).toBe(COUNTS.ofAddress);
    expect((await names()).slice(0, 3)).toEqual(['Amara Nwosu', 'Tomasz Zieliński', 'Priya Raman']);
    expect(await row('sian.prosser').getByRole('cell').nth(5).textContent()).toMatch(/2$/);
    await page().goBack();
    await table().waitFor({ state: 'detached' });
  });

  test('USE-32, USE-33: finished sending is as inconspicuous as none, addresses keep to a line, and boxes are outlines in the dark scheme', async () => {
    await page().emulateMedia({ colorScheme: 'dark' });
    await openTable();
    const colour = async (name: string) =>
      row(name)
        .getByText('Going', { exact: true })
        .evaluate((element) => getComputedStyle(element).color);
    expect(await colour('Priya Raman')).toBe(await colour('Helen Armitage'));
    const address = row('Priya Raman').locator('td[data-column="email"]').locator('bdi');
    expect(await address.evaluate((element) => element.getClientRects().length)).toBe(1);
    const box = page().getByRole('checkbox', { name: 'Select Priya Raman' });
    const fill = await box.evaluate((element) => [getComputedStyle(element).appearance, getComputedStyle(element).backgroundColor]);
    expect(fill).toEqual(['none', 'rgba(0, 0, 0, 0)']);
    await page().emulateMedia({ colorScheme: 'light' });
  });

  test('ATT-3: a submission of today is highlighted and shows its time', async () => {
    await openTable();
    expect(await row('Amara Nwosu').textContent()).toMatch(/Today \d\d:\d\d/);
    expect(await row('Daniel Okafor').textContent()).not.toContain('Today');
    const edge = async (name: string) =>
      row(name).evaluate((element) => getComputedStyle(element.closest('tbody') ?? element, '::before').backgroundColor);
    expect(await edge('Amara Nwosu')).not.toBe(await edge('Daniel Okafor'));
  });

  test('ATT-4: an address that occurs twice is marked in both rows, whatever its case', async () => {
    await openTable();
    expect(await row('Duplicate').allInnerTexts()).toHaveLength(2);
    expect(await row('Duplicate').first().textContent()).toContain('Siân Prosser');
  });

  test('USE-45: duplicates are grouped by address; the badge of the card lists them all, that of a row its twins', async () => {
    const twin = { first_name: 'Amy', last_name: 'Twin', email: 'amara.nwosu@kestrel.example' };
    await addAttendees(db, series().id, [series().events.full], [twin]);
    await page().goto(`${url}${series().path}`);
    await page()
      .getByRole('article', { name: 'Leading through change' })
      .getByRole('button', { name: '2 repeat an email address' })
      .click();
    await expectShown(page().getByText('4 of 4 shown, grouped by address'));
    expect(await names()).toEqual(['Amara Nwosu', 'Amy Twin', 'Siân Prosser', 'Siân Prosser']);
    const chips = page().getByRole('group', { name: 'Show attendees' });
    expect(await chips.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page().getByRole('button', { name: 'Duplicate: list all sign-ups of Amy Twin' }).click();
    await expect.poll(names).toEqual(['Amara Nwosu', 'Amy Twin']);
    await page().getByText('Same address and name').click();
    await expectShown(page().getByRole('heading', { name: 'No attendees match' }));
    await page().goto(`${url}${series().path}?event=${series().events.full}&filter=same_person`);
    await expect.poll(names).toEqual(['Siân Prosser', 'Siân Prosser']);
  });

  test('USE-45: after a delete the twin is no longer a duplicate, in its row, in the chips and under the filter', async () => {
    await page().goto(`${url}${series().path}?event=${series().events.full}&filter=duplicates`);
    await page().getByRole('button', { name: 'Details of Siân Prosser' }).first().click();
    await page().getByRole('button', { name: 'Delete Submission' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Delete submission' }).click();
    await expectShown(page().getByRole('button', { name: 'Duplicates 0', exact: true }));
    await expectShown(page().getByRole('heading', { name: 'No attendees match' }));
    await page().getByRole('button', { name: 'All 7', exact: true }).click();
    await expect.poll(async () => row('Siân Prosser').count()).toBe(1);
    expect(await row('Siân Prosser').textContent()).not.toContain('Duplicate');
    expect(await row('Siân Prosser').locator('[data-column="signups_count"]').innerText()).toMatch(/1$/);
  });

  test('USE-59: a name in a right-to-left script is aligned with the others', async () => {
    const noa = { first_name: 'נועה', last_name: 'לוי', organisation: 'בית ספר', email: 'noa@rtl.example' };
    await addAttendees(db, series().id, [series().events.full], [noa]);
    await openTable();
    const edgeOf = async (text: string, column: string) =>
      row(text)
        .locator(`[data-column="${column}"]`)
        .evaluate((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return Math.round(range.getBoundingClientRect().left);
        });
    for (const column of ['name', 'organisation']) expect(await edgeOf('נועה', column)).toBe(await edgeOf('Daniel Okafor', column));
    const heading = page().getByRole('article').getByRole('heading', { level: 2 }).first();
    const indent = heading.evaluate((element) => {
      element.textContent = 'סדנת בטיחות';
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
    });
    expect(await indent).toBeLessThan(1);
  });

  test('an address breaks before its @ and dots, and the badge Duplicate never breaks', async () => {
    await openTable();
    const twin = row('Duplicate').first();
    const email = twin.locator('[data-column="email"]');
    expect(await email.locator('wbr').count()).toBe((await email.innerText()).replaceAll(/[^@.]/g, '').length);
    await twin.locator('[data-column="name"]').evaluate((cell) => (cell.style.width = '7rem'));
    expect(await twin.getByText('Duplicate').evaluate((mark) => mark.getClientRects().length)).toBe(1);
  });

  test('ATT-14: the Status column of an event says Going, with a mark for failed sending, sorted first', async () => {
    await openTable();
    const place = (name: string) => row(name).locator('[data-column="status"]');
    for (const name of ['Amara Nwosu', 'Tomasz Zieliński', 'Priya Raman', 'Helen Armitage', 'Yusuf Demir'])
      await expectShown(place(name).getByText('Going', { exact: true }));
    await expectShown(place('Amara Nwosu').getByRole('img', { name: 'Sending' }));
    const failed = place('Tomasz Zieliński').getByRole('img', {
      name: /^Failed, 1 of 4 steps\. Failed a step: .+ - .+\. Next attempt at .*\d\d:\d\d/,
    });
    await failed.hover();
    await expectShown(page().getByRole('tooltip').getByText('Failed, 1 of 4 steps'));
    for (const name of ['Priya Raman', 'Helen Armitage', 'Yusuf Demir']) expect(await place(name).getByRole('img').count()).toBe(0);
    await page().getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Tomasz Zieliński', 'Amara Nwosu']);
    await page().getByRole('button', { name: 'Details of Helen Armitage' }).click();
    await expectShown(table().getByText('Added by staff'));
  });

  test('an event without sign-ups says so', async () => {
    await page().goto(`${url}${series().path}?event=${series().events.empty}`);
    await expectShown(page().getByRole('heading', { name: 'No sign-ups yet' }));
  });

  test("people's text keeps its own direction and is never markup", async () => {
    await addAttendees(
      db,
      series().id,
      [series().events.full],
      [{ first_name: '<b>Dalia</b>', last_name: 'כהן', submitted_at: new Date() }],
    );
    await openTable();
    expect((await names())[0]).toBe('<b>Dalia</b> כהן');
  });

  test('on a phone rows are cards with labelled values, and open as in the table', async () => {
    await page().setViewportSize(PHONE);
    await openTable();
    expect(await row('Daniel Okafor').textContent()).toMatch(/No of Signups\s*1/);
    expect((await row('Daniel Okafor').boundingBox())?.width).toBeLessThanOrEqual(PHONE.width);
    const selectAll = page().getByRole('checkbox', { name: 'Select all loaded attendees' });
    await selectAll.focus();
    const isSeen = async () =>
      selectAll.evaluate((box) => {
        const { x, y, width, height } = box.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === box;
      });
    await expect.poll(isSeen).toBe(true);
    await page().getByLabel('Order').focus();
    await expect.poll(isSeen).toBe(false);
    await page().getByLabel('Order').selectOption('first_name');
    await expect.poll(names).toEqual((await names()).toSorted((a, b) => a.localeCompare(b)));
    await page().getByRole('button', { name: 'Details of Amara Nwosu' }).click();
    await page().getByText('Team leader').waitFor();
  });
});

describe('an open attendee', () => {
  test('ATT-7, ATT-8: shows all fields with the custom answers, and each failed step with its error', async () => {
    await openAttendee('Tomasz Zieliński');
    const details = page().locator('dl');
    const text = await details.textContent();
    for (const shown of [
      'Ward manager',
      'No nuts, please',
      'Full English',
      'How did you hear of us?',
      'harbour.example/leadership',
      'newsletter',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toMatch(/Marketing\s*Yes/);
    await page().getByText('Failed a step: email - 550 5.1.1 mailbox unavailable').waitFor();
    await expectShown(page().getByText('Slack', { exact: true }));
    await page()
      .getByText(/^3 attempts so far\. Next attempt at .*\d\d:\d\d/)
      .waitFor();
    expect(await page().getByText('No errors during submission').count()).toBe(0);
    expect(new URL(page().url()).searchParams.get('attendee')).not.toBeNull();
  });

  test('ATT-7: an answer to a deleted field stays under its key', async () => {
    await db.deleteFrom('form_fields').where('key', '=', 'dietary_needs').execute();
    await openAttendee('Tomasz Zieliński');
    expect(await page().locator('dl').textContent()).toMatch(/dietary_needs\s*No nuts, please/);
  });

  test('ATT-9: with no failed step it says No errors during submission', async () => {
    await openAttendee('Priya Raman');
    await expectShown(page().getByText('No errors during submission'));
  });

  test('ATT-10: a button opens the CRM search for the address in a new tab', async () => {
    await addAttendees(
      db,
      series().id,
      [series().events.full],
      [{ first_name: 'Plus', last_name: 'Sign', email: 'plus+sign&more@example.com' }],
    );
    await openAttendee('Plus Sign');
    const link = page().getByRole('link', { name: 'Find in Copper CRM' });
    expect(await link.getAttribute('href')).toBe('https://crm.example/search?q=plus%2Bsign%26more%40example.com');
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  test('opens and closes by keyboard, and keeps the focus', async () => {
    await openTable();
    const button = page().getByRole('button', { name: 'Details of Priya Raman' });
    await button.focus();
    const isExpanded = async () => button.getAttribute('aria-expanded');
    await page().keyboard.press('Enter');
    await expect.poll(isExpanded).toBe('true');
    await page().keyboard.press('Enter');
    await expect.poll(isExpanded).toBe('false');
    await expectFocused(button);
  });

  test('has an address of its own', async () => {
    await openAttendee('Yusuf Demir');
    const address = page().url();
    await page().goto('about:blank');
    await page().goto(address);
    await expectShown(page().getByRole('button', { name: 'Details of Yusuf Demir', expanded: true }));
  });
});

describe('deleting a submission', () => {
  test('USE-50, ATT-11, STATE-5, STATE-6: asks first; once confirmed, the row disappears, the count changes, and the next row has the focus', async () => {
    await openAttendee('Daniel Okafor');
    await page().getByRole('button', { name: 'Delete Submission' }).click();
    const dialog = page().getByRole('dialog', { name: "Delete Daniel Okafor's submission?" });
    await dialog.getByText('This action cannot be undone.').waitFor();
    await dialog.getByText('This was their only event, so their answers will be deleted too.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Daniel Okafor').waitFor();
    await page().getByRole('button', { name: 'Delete Submission' }).click();
    await dialog.getByRole('button', { name: 'Delete submission' }).click();
    await row('Daniel Okafor').waitFor({ state: 'detached' });
    await page().getByText('7 of 7 shown').waitFor();
    await expectShown(page().getByText('Daniel Okafor was removed from ‘Leading through change’'));
    await expectFocused(
      page()
        .getByRole('button', { name: /^Details of Siân Prosser/ })
        .first(),
    );
    await expect
      .poll(async () => page().getByRole('article', { name: 'Leading through change' }).textContent())
      .toMatch(/7\s*Total Signups/);
  });

  test('D1: a sign-up for two events leaves only this one, as the dialog says', async () => {
    await addAttendees(
      db,
      series().id,
      [series().events.full, series().events.empty],
      [{ first_name: 'In', last_name: 'Both', submitted_at: new Date() }],
    );
    await openAttendee('In Both');
    await page().getByRole('button', { name: 'Delete Submission' }).click();
    await page().getByText('They stay in 1 other event.').waitFor();
    await page().getByRole('button', { name: 'Delete submission' }).last().click();
    await row('In Both').waitFor({ state: 'detached' });
    const places = await db.selectFrom('registrations').select('event_id').where('event_id', '=', series().events.empty).execute();
    expect(places).toHaveLength(1);
  });
});
