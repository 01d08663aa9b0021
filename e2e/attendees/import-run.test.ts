import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADDS, people, startImportScreen } from './import-dialog.ts';

const screen = await startImportScreen();
const { page, series, dialog, open, check, chooseRows, press, says, did, imported, watchAdds } = screen;

describe('the import', () => {
  test('SER-14, IMP-1, IMP-7, IMP-23, IMP-24: Upload CSV adds each valid row by one call with all its columns, and the lists show them', async () => {
    await screen.openTable();
    await page().evaluate(() => Reflect.deleteProperty(Crypto.prototype, 'subtle')); // As on http.
    await open();
    await page().getByRole('button', { name: 'Close', exact: true }).click();
    await screen.openTable();
    await page().getByText('8 of 8 shown').waitFor();
    const adds = watchAdds();
    await page().getByRole('group', { name: 'Tools for Leading through change' }).getByRole('button', { name: 'Upload CSV' }).click();
    await check(
      [
        'first_name,last_name,email,job_title,organisation,message,marketing,dietary_needs,Brunch',
        'Ada,Marsh,ada@import.example,Lead,Kestrel,"Two\nlines",yes,vegan,Full English',
        'Nobody,,nobody@import.example,,,,,,',
        "Ben,Osei,ben@import.example,,,'=1+1,,,",
      ].join('\n'),
    );
    await press('Add 2');
    await says('Imported ‘open-day-list.csv’.');
    await did(2, 0, 1, 0);
    await press('Close');
    await dialog().waitFor({ state: 'hidden' });
    await page().getByText('10 of 10 shown').waitFor();
    expect(await screen.names()).toContain('Ada Marsh');
    expect(adds).toHaveLength(2);
    expect(await imported()).toMatchObject([
      {
        first_name: 'Ada',
        job_title: 'Lead',
        organisation: 'Kestrel',
        message: 'Two\nlines',
        accepts_marketing: true,
        answers: { dietary_needs: 'vegan', brunch: 'Full English' },
        is_added_by_staff: true,
      },
      { first_name: 'Ben', message: '=1+1', accepts_marketing: false, answers: {} },
    ]);
  });

  test('IMP-10, IMP-11: a no in the marketing column means no consent, unless staff choose otherwise', async () => {
    const file = 'first_name,last_name,email,marketing\nAda,Marsh,ada@import.example,no\nBen,Osei,ben@import.example,yes';
    await open();
    await check(file);
    await press('Add 2');
    await did(2, 0, 0, 0);
    expect((await imported()).map(({ accepts_marketing }) => accepts_marketing)).toEqual([false, true]);
    await open();
    await check(file.replaceAll('@', '.2@'));
    await dialog().getByLabel('Import them with consent').check();
    await press('Add 2');
    await did(2, 0, 0, 0);
    const second = (await imported()).filter(({ email }) => email.includes('.2@'));
    expect(second.map(({ accepts_marketing }) => accepts_marketing)).toEqual([true, true]);
  });

  test('IMP-12, IMP-13, IMP-14: at most six calls at a time, a progress bar, and Cancel keeps what was added', async () => {
    const held: Route[] = [];
    let isOpen = false;
    await page().route(ADDS, async (route) => {
      if (isOpen) await route.fallback();
      else held.push(route);
    });
    await chooseRows(people(30));
    await press('Add 30');
    await expect.poll(() => held.length).toBe(6);
    await Promise.all(held.splice(0, 3).map(async (route) => route.fallback()));
    await did(3, 0, 0, 0);
    expect(held).toHaveLength(6);
    await says('Importing row 4 of 30');
    expect(await dialog().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10');
    await press('Cancel');
    await says('Stopping…');
    await Promise.all(held.splice(0).map(async (route) => route.fallback()));
    await says('9 rows were added and stay in the event. 21 rows were not sent.');
    expect(await imported()).toHaveLength(9);
    isOpen = true;
    await press('Import the rest');
    await says('Imported');
    await did(30, 0, 0, 0);
    expect(await imported()).toHaveLength(30);
  });

  test('live updates give up their connection during the calls, and read what was missed afterwards', async () => {
    const held: Route[] = [];
    await page().route(ADDS, (route) => {
      held.push(route);
    });
    const isLive = (request: { url: () => string }) => request.url().includes('/api/live?');
    const isFollowed = page().waitForResponse(isLive);
    await chooseRows(people(8));
    await isFollowed;
    const closes = page().waitForEvent('requestfailed', isLive);
    await press('Add 8');
    await closes;
    await expect.poll(() => held.length).toBe(6);
    const opens = page().waitForEvent('request', isLive);
    await page().unrouteAll();
    await Promise.all(held.map(async (route) => route.fallback()));
    await did(8, 0, 0, 0);
    await opens;
  });

  test('IMP-15, IMP-16: failed rows are listed with reasons; a retry adds nothing twice, even when only the answer was lost', async () => {
    let isDown = true;
    const keys: string[] = [];
    // The answer to the second row's add is lost; the third row is refused.
    const answers: Partial<Record<string, (route: Route) => Promise<void>>> = {
      'p1@import.example': async (route) => {
        await route.fetch();
        await route.abort();
      },
      'p2@import.example': async (route) => route.fulfill({ status: 503 }),
    };
    await page().route(ADDS, async (route) => {
      const { email } = route.request().postDataJSON();
      if (email === 'p1@import.example') keys.push(route.request().headers()['idempotency-key'] ?? '');
      const answer = isDown ? answers[email] : undefined;
      await (answer?.(route) ?? route.fallback());
    });
    await chooseRows(people(5));
    await press('Add 5');
    await says('Some rows were not imported');
    await did(3, 0, 0, 2);
    const failed = async () =>
      (await dialog().getByRole('table', { name: 'Not imported' }).locator('tbody tr').allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, ' '),
      );
    expect((await failed()).toSorted()).toEqual([
      '3 Person Number 1, p1@import.example Failed: The server could not be reached. Retry',
      '4 Person Number 2, p2@import.example Failed: The server returned error 503. Retry',
    ]);
    isDown = false;
    await press('Retry line 3');
    await did(4, 0, 0, 1);
    await press('Retry failed rows');
    await did(5, 0, 0, 0);
    expect(await imported()).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  test('IMP-16: an interrupted import, run again after a reload, adds only the missing rows, identical ones too, and says so', async () => {
    let adds = 0;
    // The first person twice: both rows are wanted.
    const rows = [...people(7), ...people(1)];
    await page().route(ADDS, async (route) => {
      adds += 1;
      return adds > 4 ? route.abort() : route.fallback();
    });
    await chooseRows(rows);
    const skipRepeat = () => dialog().getByLabel('Skip the row that repeats a person in the file');
    await skipRepeat().uncheck();
    await press('Add 8');
    await did(4, 0, 0, 4);
    await page().unrouteAll();
    await chooseRows(rows);
    await says('4 people are already in this event');
    await dialog().getByLabel('Add them again').check();
    await skipRepeat().uncheck();
    await press('Add 8');
    await did(4, 0, 4, 0);
    await says('Skipped: an earlier upload already added this row');
    expect(await imported()).toHaveLength(8);
  });

  test('an unreachable server stops the import after a few rows, and it can be resumed', async () => {
    await page().route(ADDS, async (route) => route.abort());
    await chooseRows(people(40));
    await press('Add 40');
    await says(/^Too many rows failed in succession\. 0 rows were added/);
    await page().unrouteAll();
    await press('Import the rest');
    await did(40, 0, 0, 0);
    expect(await imported()).toHaveLength(40);
  });

  test('closing during a run asks, as does Back; Stay continues, Stop keeps what was added', async () => {
    const held: Route[] = [];
    // Without transitions the question appears while the key press is still being handled.
    await page().emulateMedia({ reducedMotion: 'reduce' });
    await page().route(ADDS, (route) => {
      held.push(route);
    });
    await page().goto(`${screen.url}/home`);
    await page().locator(`a[href="${series().path}"]`).first().click();
    await page().getByRole('group', { name: 'Tools for Leading through change' }).getByRole('button', { name: 'Upload CSV' }).click();
    await check(['first_name,last_name,email', ...people(10)].join('\n'));
    await press('Add 10');
    await expect.poll(() => held.length).toBe(6);
    const question = page().getByRole('dialog', { name: 'Stop the import?' });
    await page().keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stop' }).waitFor();
    await page().keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await dialog().getByRole('button', { name: 'Close', exact: true }).first().click();
    await question.waitFor();
    await page().goBack();
    await page().waitForTimeout(300);
    await question.getByRole('button', { name: 'Keep importing' }).last().click();
    await question.waitFor({ state: 'hidden' });
    await says('Importing row 1 of 10');
    await page().goBack();
    await question.getByRole('button', { name: 'Stop' }).click();
    await page().waitForURL('**/home');
    await Promise.all(held.map(async (route) => route.fallback()));
    await expect.poll(async () => (await imported()).length).toBe(6);
    await page().waitForTimeout(300);
    expect(held).toHaveLength(6);
  });
});
