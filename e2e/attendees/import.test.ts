import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE } from '../support/browser.ts';
import { ADDS, people, startImportScreen } from './import-dialog.ts';

const screen = await startImportScreen();
const { page, series, dialog, open, choose, chooseRows, press, says, watchAdds } = screen;

const REFUSED = 'Error processing file. Please check format and try again.';

describe('choosing a file', () => {
  test('VAL-17, VAL-18, VAL-20: each invalid file has its message, and another file can be chosen right away', async () => {
    await open();
    await press('Continue');
    await says('Please select a CSV file first');
    await choose('hello', 'list.txt');
    await says('Please input a CSV file');
    await choose('first_name,last_name\nAda,Marsh');
    await says(REFUSED);
    await says('Not found: email.');
    await choose('first_name,last_name,email\n"Ada,Marsh,ada@import.example');
    await says(/quotation mark on line 2/);
    await choose('first_name,last_name,email\nAda,Marsh,ada@import.example');
    await says('1 row, commas, UTF-8');
    expect(await dialog().getByRole('alert').count()).toBe(0);
  });

  test('VAL-19: a file that the browser cannot read says so', async () => {
    await open();
    // As when the file was moved or deleted after it was chosen.
    await page().evaluate(() => {
      File.prototype.arrayBuffer = async () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    });
    await choose('first_name,last_name,email\nAda,Marsh,ada@import.example');
    await says('Error reading file');
    expect(await dialog().getByLabel('Choose a CSV file').getAttribute('aria-invalid')).toBe('true');
  });

  test('more than 5 MB and more than 20,000 rows are refused before anything is sent', async () => {
    const adds = watchAdds();
    await open();
    await choose(Buffer.alloc(5_000_001, 'a'));
    await says('The file is larger than 5 MB.');
    await choose(`first_name,last_name,email\n${'a,b,c@d.e\n'.repeat(20_001)}`);
    await says('The file has more than 20,000 rows.');
    expect(adds).toEqual([]);
  });

  test('a file can be dropped', async () => {
    await open();
    const transfer = await page().evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['first_name;last_name;email\nAda;Marsh;ada@import.example'], 'dropped.csv', { type: 'text/csv' }));
      return data;
    });
    await dialog().getByText('or drop it here.').dispatchEvent('drop', { dataTransfer: transfer });
    await says('1 row, semicolons, UTF-8');
    expect(await dialog().getByText('dropped.csv').count()).toBe(1);
  });

  test('the template has all columns of the event', async () => {
    await open();
    const [download] = await Promise.all([page().waitForEvent('download'), press('Download template')]);
    expect(download.suggestedFilename()).toBe('attendees-template.csv');
    const text = fs.readFileSync(await download.path(), 'utf8');
    const person = '"first_name","last_name","email","job_title","organisation","message","marketing"';
    expect(text).toBe(`\ufeff${person},"dietary_needs","brunch","how_did_you_hear_of_us?"\r\n`);
  });
});

describe('the preview', () => {
  test('IMP-8, IMP-9, IMP-10, IMP-22, IMP-25: shows what the import would do, and sends nothing', async () => {
    const adds = watchAdds();
    await open();
    await choose(
      [
        'First Name;Last Name;e-mail;organisation;Dietary needs;marketing;Fax',
        'Ada;Marsh;ada@import.example;Kestrel;vegan;yes;1',
        'Owen;;owen@import.example;;;;',
        'Grace;Liu;grace@oakfield;;;;',
        'Priya;Raman;PRAMAN@oakfield.example;;;No;',
        'Ada;Marsh;Ada@import.example;;;0;',
      ].join('\r\n'),
    );
    await says('5 rows, semicolons, UTF-8');
    const tiles = dialog().getByRole('list', { name: 'What the import would do' }).getByRole('listitem');
    await expect
      .poll(async () => tiles.allInnerTexts(), { timeout: 15_000 })
      .toEqual(['3\nwill be added', '2\nhave problems', '1\nare already here', '2\nsay no to marketing']);
    const columns = await dialog().getByRole('list', { name: 'Columns of the file' }).getByRole('listitem').allInnerTexts();
    expect(columns.map((text) => text.replaceAll('\n', ' '))).toEqual([
      'First Name First name',
      'Last Name Last name',
      'e-mail Email',
      'organisation Organisation',
      'Dietary needs Dietary needs',
      'marketing Marketing',
      'Fax ignored',
    ]);
    const rows = async () =>
      (await dialog().getByRole('table').locator('tbody tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    expect(await rows()).toEqual([
      '3 Owen , owen@import.example Last name is required',
      '4 Grace Liu, grace@oakfield Please enter a valid email address',
    ]);
    await press('All rows 5');
    expect(await rows()).toEqual([
      '2 Ada Marsh, ada@import.example',
      '3 Owen , owen@import.example Last name is required',
      '4 Grace Liu, grace@oakfield Please enter a valid email address',
      '5 Priya Raman, PRAMAN@oakfield.example Already in this event. Says no to marketing',
      '6 Ada Marsh, Ada@import.example Same address as line 2. Says no to marketing',
    ]);
    await says('Lines 5 and 6 say ‘no’ under marketing.');
    await dialog().getByLabel('Leave out the address that is already in this event').check();
    await dialog().getByLabel('Leave out the row that repeats an address further up in the file').check();
    await dialog().getByRole('button', { name: 'Import 1 row', exact: true }).waitFor();
    expect(adds).toEqual([]);
  });

  test('when the event cannot be read, it says so and offers Retry', async () => {
    let isDown = true;
    await page().route('**/api/event_series/*/event/*/?*limit=500*', async (route) =>
      isDown ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await page().route('**/api/event_series/*/event/*?*limit=500*', async (route) =>
      isDown ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await chooseRows(people(1));
    await says('Who is already here could not be read.');
    expect(await dialog().getByRole('button', { name: 'Import 1 row' }).isDisabled()).toBe(true);
    isDown = false;
    await press('Retry');
    await expect.poll(async () => dialog().getByRole('button', { name: 'Import 1 row' }).isEnabled(), { timeout: 15_000 }).toBe(true);
  });
});

describe('every step', () => {
  test.each([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)('axe finds nothing at %s width in %s', async (width, colorScheme) => {
    if (width === 'phone') await page().setViewportSize(PHONE);
    await page().emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page().route(ADDS, async (route) =>
      route.request().postDataJSON().email.startsWith('p1@') ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await open();
    await expectAccessible(page());
    await press('Continue');
    await says('Please select a CSV file first');
    await expectAccessible(page());
    await choose(
      ['first_name,last_name,email,marketing,Fax', ',x,y,,', 'Priya,Raman,praman@oakfield.example,no,', ...people(4)].join('\n'),
    );
    await says('Problems');
    await dialog()
      .getByLabel(/^Leave out/)
      .waitFor();
    await expectAccessible(page());
    await press('Import 5 rows');
    await says('Some rows were not imported');
    await expectAccessible(page());
  });

  /** Types at the focus, which never leaves the dialog. */
  const tabTo = async (name: string) => {
    const button = dialog().getByRole('button', { name, exact: true });
    for (let presses = 0; presses < 20; presses += 1) {
      expect(await dialog().evaluate((element) => element.contains(document.activeElement))).toBe(true);
      if (await button.evaluate((element) => element === document.activeElement)) return;
      await page().keyboard.press('Tab');
    }
    throw new Error(`The focus never came to ${name}`);
  };

  test('on a phone it fills the screen, and nothing overflows', async () => {
    await page().setViewportSize(PHONE);
    await chooseRows([',x,y', ...people(4)]);
    await says('Problems');
    expect(await dialog().boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  test('works by keyboard alone, and returns the focus to the card', async () => {
    await page().goto(`${screen.url}${series().path}`);
    const opener = page().getByRole('group', { name: 'Tools of Leading through change' }).getByRole('button', { name: 'Upload CSV' });
    await opener.press('Enter');
    await expect.poll(async () => page().evaluate(() => document.activeElement?.getAttribute('type')), { timeout: 15_000 }).toBe('file');
    await choose(['first_name,last_name,email', ...people(1)].join('\n'));
    await tabTo('Import 1 row');
    await page().keyboard.press('Enter');
    await says('1 row was added.');
    await tabTo('Done');
    await page().keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await expect.poll(async () => opener.evaluate((element) => element === document.activeElement), { timeout: 15_000 }).toBe(true);
  });
});
