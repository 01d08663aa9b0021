import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressDigest } from '#server/registrations/suppressions.ts';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests, lose } from '../support/requests.ts';
import { addFormSubmissions } from '../support/series-rows.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, page, url, series, openAttendee, openTable, row } = await startAttendeeScreen();

const panel = (name: string) => page().getByRole('complementary', { name });
const tomasz = () => panel('Tomasz Zieliński');

async function openPerson(): Promise<void> {
  await openAttendee('Tomasz Zieliński');
  await page().getByRole('link', { name: 'Open person' }).click();
  await tomasz().waitFor();
}

const isFocused = async (text: string) => page().evaluate((words) => document.activeElement?.textContent?.includes(words), text);

describe('The panel of a person', () => {
  test('PRS-5: opens from an opened attendee next to the list, has its own address, and Back closes it', async () => {
    await openPerson();
    await expect.poll(() => isFocused('Tomasz Zieliński')).toBe(true);
    expect(new URL(page().url()).searchParams.get('person')).toMatch(/^[0-9a-f-]{36}$/);
    await expectShown(row('Priya Raman'));
    const address = page().url();
    await page().goBack();
    await tomasz().waitFor({ state: 'detached' });
    await page().goto(address);
    await tomasz().waitFor();
    await page().keyboard.press('Escape');
    await tomasz().waitFor({ state: 'detached' });
    expect(page().url()).not.toContain('person=');
  });

  test('PRS-5: if its opener can no longer be focused when it closes, the heading of the page has the focus', async () => {
    await openPerson();
    await expect.poll(() => isFocused('Tomasz Zieliński')).toBe(true);
    await page()
      .locator('main a')
      .evaluateAll((links) => links.forEach((link) => link.setAttribute('inert', '')));
    await page().keyboard.press('Escape');
    await tomasz().waitFor({ state: 'detached' });
    await expectFocused(page().getByRole('heading', { level: 1 }));
  });

  test('ATD-63: says at which event the person has no place', async () => {
    await db.updateTable('events').set({ cancelled_at: new Date() }).where('id', '=', series().events.full).execute();
    await openPerson();
    await expectShown(tomasz().getByText('Leading through change (Cancelled)'));
  });

  test('ATD-63: a sign-up whose place was cancelled says so, shows its answers, and leads to the list of those who cancelled', async () => {
    await openPerson();
    await db.updateTable('registrations').set({ status: 'cancelled' }).execute();
    await page().reload();
    await expectShown(tomasz().getByText('Leading through change (Cancelled)'));
    await expectShown(tomasz().getByLabel('Organisation'));
    expect(await tomasz().getByRole('button', { name: 'Cancel place…' }).count()).toBe(0);
    await tomasz().getByRole('link', { name: 'Show in the list' }).click();
    await page().waitForURL(/registration=cancelled/);
    await expectShown(page().getByRole('row').filter({ hasText: 'Tomasz Zieliński' }).first());
  });

  test('PRS-5: an answer is corrected in place, and the list shows it immediately', async () => {
    await openPerson();
    await tomasz().getByLabel('Organisation').fill('Brightwater Trust');
    await expectShown(tomasz().getByText('1 unsaved change'));
    await tomasz().getByRole('button', { name: 'Save' }).click();
    await expectShown(row('Tomasz Zieliński').getByText('Brightwater Trust'));
    await tomasz().getByText('1 unsaved change').waitFor({ state: 'hidden' });
  });

  test('PRS-5: typed text is not lost by closing or leaving', async () => {
    await openPerson();
    await tomasz().getByLabel('Organisation').fill('Typed');
    await page().keyboard.press('Escape');
    await page().getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page().goBack();
    await page().getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    expect(await tomasz().getByLabel('Organisation').inputValue()).toBe('Typed');
    await tomasz().getByRole('button', { name: 'Close person' }).click();
    await page().getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await tomasz().waitFor({ state: 'detached' });
  });

  test('PRS-5: Alt+Enter in the search opens the person next to the page', async () => {
    await openTable();
    await page().keyboard.press('Control+k');
    await page().getByRole('combobox').fill('priya');
    await page().keyboard.press('Alt+Enter');
    await panel('Priya Raman').waitFor();
    expect(page().url()).toContain('event=');
  });

  test('PRS-5: the others of the list are one key away, and Back still closes the panel', async () => {
    await openPerson();
    await expectShown(tomasz().getByText('2 of 8 in ‘Leading through change’'));
    await page().keyboard.press('Alt+ArrowDown');
    await panel('Priya Raman').waitFor();
    await panel('Priya Raman').getByRole('button', { name: 'Previous person' }).click();
    await tomasz().waitFor();
    await page().goBack();
    await tomasz().waitFor({ state: 'detached' });
    expect(page().url()).toContain('event=');
  });

  test('PRS-2: all sign-ups of the address are listed with each name, and one to a form can be corrected as well', async () => {
    const formId = await buildMarketingForm(db, { title: 'Coaching brochure' });
    const [id] = await addFormSubmissions(db, formId, [
      {
        first_name: 'Tom',
        last_name: 'Zielinski',
        email: 'T.Zielinski@brightwater.example',
        accepts_marketing: false,
        submitted_at: new Date('2025-03-12'),
      },
    ]);
    const suppression = {
      digest: addressDigest('t.zielinski@brightwater.example'),
      reason: 'unsubscribed',
      at: new Date('2026-03-09'),
    } as const;
    await db.insertInto('suppressions').values(suppression).execute();
    await openPerson();
    await expectShown(tomasz().getByText('Tom Zielinski once, on Wed 12 Mar 2025'));
    await expectShown(tomasz().getByText('Unsubscribed, since Mon 9 Mar 2026'));
    await expectShown(tomasz().getByRole('region', { name: 'Marketing consent' }).getByText('Coaching brochure'));
    await tomasz()
      .getByRole('button', { name: /Coaching brochure/ })
      .click();
    await tomasz().getByLabel('Job title').fill('Matron');
    await tomasz().getByRole('button', { name: 'Save' }).click();
    await tomasz().getByText('1 unsaved change').waitFor({ state: 'hidden' });
    const stored = await db.selectFrom('submissions').select('job_title').where('id', '=', id!).executeTakeFirstOrThrow();
    expect(stored.job_title).toBe('Matron');
  });

  test('PRS-2: a failed step is dismissed and restored in place', async () => {
    await openPerson();
    await tomasz().getByRole('button', { name: 'Dismiss email' }).click();
    await tomasz().getByRole('button', { name: 'Restore email' }).click();
    await expectShown(tomasz().getByRole('button', { name: 'Dismiss email' }));
  });

  test('PRS-5: a person who cannot be read is read again by Retry', async () => {
    const release = await holdRequests(page(), '**/api/person/*', lose);
    await openAttendee('Tomasz Zieliński');
    await page().getByRole('link', { name: 'Open person' }).click();
    await expectShown(panel('Person').getByText('Loading...'));
    release();
    await expectShown(panel('Person').getByText('Error: The server could not be reached.'));
    await expectAccessibleViews(page());
    await page().unroute('**/api/person/*');
    await panel('Person').getByRole('button', { name: 'Retry' }).click();
    await expectShown(tomasz().getByLabel('Organisation'));
  });

  test('PRS-5, USE-31: a sign-up in the panel leads to its list, and its tools are not covered by the bottom bar', async () => {
    await page().goto(`${url}/people?search=zielinski`);
    await page().getByRole('link', { name: 'Open person Tomasz Zieliński' }).click();
    await tomasz().getByRole('link', { name: 'Show in the list' }).click();
    await expectShown(page().getByRole('button', { name: 'Details of Tomasz Zieliński', expanded: true }));
    await tomasz().waitFor({ state: 'detached' });
    expect(page().url()).toContain(series().id);
    const edges = async () => {
      const [tool, bar] = [page().getByRole('button', { name: 'Delete Submission' }), page().locator('[data-bottom-bar]')];
      const [shown, covered] = [await tool.boundingBox(), await bar.boundingBox()];
      return shown === null || covered === null ? Infinity : shown.y + shown.height - covered.y;
    };
    await expect.poll(edges).toBeLessThan(0);
  });

  test('PRS-6: all sign-ups are deleted after one confirmation, and the panel closes', async () => {
    await openPerson();
    await tomasz()
      .getByRole('button', { name: /^Delete (?:all \d+ sign-ups|sign-up)…$/ })
      .click();
    const dialog = page().getByRole('dialog', { name: /^Delete .* of Tomasz Zieliński\?$/ });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectShown(row('Tomasz Zieliński'));
    await tomasz()
      .getByRole('button', { name: /^Delete / })
      .click();
    await expectAccessibleViews(page());
    const release = await holdRequests(page(), '**/api/event_series/*/event/*?*');
    await dialog.getByRole('button', { name: /^Delete / }).click();
    await expect.poll(async () => db.selectFrom('submissions').select('id').where('last_name', '=', 'Zieliński').execute()).toEqual([]);
    await expectShown(dialog);
    release();
    await tomasz().waitFor({ state: 'detached' });
    expect(await row('Tomasz Zieliński').count()).toBe(0);
    await expectShown(row('Priya Raman'));
    await expectFocused(page().getByRole('heading', { level: 1 }));
  });

  test('says so when the person no longer exists', async () => {
    await page().goto(`${url}/home?person=00000000-0000-4000-8000-000000000000`);
    await expectShown(page().getByText("This person can't be found"));
    await page().goto(`${url}/home?person=nobody`);
    await expectShown(page().getByText("This person can't be found"));
    await expectAccessibleViews(page());
  });

  test('is accessible, also on a phone and in the dark scheme; what cannot be edited is in line with what can', async () => {
    await openPerson();
    const left = async (found: Locator) =>
      found.evaluate((element) => element.getBoundingClientRect().left + parseFloat(getComputedStyle(element).paddingLeft));
    const [edited, fact] = [await left(tomasz().getByLabel('Organisation')), await left(tomasz().locator('dt:text-is("Submitted") + dd'))];
    expect(Math.abs(edited - fact)).toBeLessThanOrEqual(1);
    await expectAccessibleViews(page());
    await page().setViewportSize(PHONE);
    await expectShown(tomasz().getByRole('heading', { name: 'Tomasz Zieliński' }));
  });
});
