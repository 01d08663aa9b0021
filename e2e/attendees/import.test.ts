import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PHONE, expectAccessibleViews } from '../support/browser.ts';
import { translateNow } from '../support/translate.ts';
import { ADDS, people, startImportScreen } from './import-dialog.ts';

const screen = await startImportScreen();
const { page, series, dialog, open, choose, chooseRows, press, says, plans, did, watchAdds } = screen;

const REFUSED = 'Error processing file. Please check format and try again.';

describe('choosing a file', () => {
  test('VAL-17, VAL-18, VAL-20: each invalid file has its message, and another file can be chosen immediately', async () => {
    await open();
    await press('Continue');
    await says('Please select a CSV file first');
    await choose(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'list.csv');
    await says('Please input a CSV file');
    await choose('first_name,last_name,email');
    await says(REFUSED);
    await says('There are no rows below the header.');
    await choose('first_name,last_name,email\n"Ada,Marsh,ada@import.example');
    await says(/quotation mark on line 2/);
    await choose('first_name,last_name,email\nAda,Marsh,ada@import.example');
    await says('1 row, 3 columns, commas, UTF-8');
    expect(await dialog().getByText(REFUSED).count()).toBe(0);
  });

  test('VAL-19: a file that the browser cannot read says so', async () => {
    await open();
    // Simulates a file that was moved or deleted after it was chosen.
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
    await says('1 row, 3 columns, semicolons, UTF-8');
    expect(await dialog().getByText('dropped.csv').count()).toBe(1);
  });

  test('the template has all columns of the event', async () => {
    await open();
    const [download] = await Promise.all([page().waitForEvent('download'), press('Download template')]);
    expect(download.suggestedFilename()).toBe('attendees-template.csv');
    const person = '"first_name","last_name","email","job_title","organisation","message","marketing"';
    expect(fs.readFileSync(await download.path(), 'utf8')).toBe(`\ufeff${person},"dietary_needs","brunch","how_did_you_hear_of_us?"\r\n`);
  });
});

describe('the columns', () => {
  test('USE-51, IMP-3, IMP-25: each column has a choice; a missing one stops the import, and the choices are remembered', async () => {
    const file = [
      'Vorname;Nachname;Kontakt;Breakfast;Fax',
      'Ada;Marsh;ada@import.example;Veggie;1',
      'Ben;Osei;ben@import.example;Full English;',
    ];
    await open();
    await choose(file.join('\r\n'));
    await says('2 rows, 5 columns, semicolons, UTF-8');
    await says('Please check the 4 guesses.');
    await dialog().getByLabel('Kontakt goes to').selectOption("Don't import");
    await says('Email has no column yet.');
    const check2 = dialog().getByRole('button', { name: 'Check 2 rows' });
    expect(await check2.isDisabled()).toBe(true);
    const rows = async () =>
      (await dialog().getByRole('table', { name: 'Columns of the file' }).getByRole('row').allInnerTexts())
        .slice(1)
        .map((text) => text.replaceAll(/\s+/g, ' '));
    const choices = async () =>
      dialog()
        .getByRole('table', { name: 'Columns of the file' })
        .getByRole('combobox')
        .evaluateAll((selects: HTMLSelectElement[]) => selects.map((select) => select.selectedOptions[0]?.label));
    expect(await choices()).toEqual(['First name', 'Last name', "Don't import", 'Brunch', "Don't import"]);
    expect((await rows())[3]).toContain("1 value isn't an option: Veggie (1 row). You can match it in the next step.");
    expect((await rows())[4]).toMatch(/Ignored$/);
    await dialog().getByLabel('Kontakt goes to').selectOption('Email');
    await says('Please check the 3 guesses.');
    // Choosing a target for one column removes it from the other.
    await dialog().getByLabel('Fax goes to').selectOption('Email');
    expect((await choices())[2]).toBe("Don't import");
    await dialog().getByLabel('Kontakt goes to').selectOption('Email');
    await check2.click();
    await says("1 value isn't an option of this question");
    await dialog().getByRole('button', { name: 'Done: File' }).click();
    await choose(file.join('\n'));
    await says('2 rows, 5 columns');
    expect(await choices()).toEqual(['First name', 'Last name', 'Email', 'Brunch', "Don't import"]);
    expect((await rows()).map((text) => /(As last time|Guessed|Ignored)$/.exec(text)?.[1])).toEqual([
      ...Array.from({ length: 4 }, () => 'As last time'),
      'Ignored',
    ]);
  });
});

test('USE-70: under a browser that translates the page the last guess can be undone', async () => {
  await open();
  await choose('first_name,Nachname,email,Fax\nAda,Marsh,ada@import.example,1');
  await says('Please check the 1 guess.');
  await translateNow(page());
  await dialog().getByLabel('Nachname goes to').selectOption("Don't import");
  await says('Last name has no column yet.');
  expect(await dialog().getByText('1 guess').count()).toBe(0);
});

describe('the rows', () => {
  test('IMP-8, IMP-9, IMP-10, IMP-22, IMP-25: show what the import would do, and nothing is sent', async () => {
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
    await says('5 rows, 7 columns, semicolons, UTF-8');
    await press('Check 5 rows');
    await plans(1, 0, 2, 2);
    const rows = async () => {
      const found = await dialog().getByRole('table').locator('tbody tr').all();
      return Promise.all(
        found.map(async (row) => {
          const cells = await row.locator('[data-key]').evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
          const text = (await row.innerText()).replaceAll(/\s+/g, ' ').trim();
          return `${cells.slice(0, 3).join(' ')} | ${text}`;
        }),
      );
    };
    expect(await rows()).toEqual([
      'Owen  owen@import.example | 3 Last name is required Only one name? Enter it as the last name',
      'Grace Liu grace@oakfield | 4 Please enter a valid email address',
    ]);
    await press('All rows 5');
    expect(await rows()).toEqual([
      'Ada Marsh ada@import.example | 2',
      'Owen  owen@import.example | 3 Last name is required Only one name? Enter it as the last name',
      'Grace Liu grace@oakfield | 4 Please enter a valid email address',
      'Priya Raman PRAMAN@oakfield.example | 5 Already in this event. Says no to marketing',
      'Ada Marsh Ada@import.example | 6 Same person as line 2. Says no to marketing',
    ]);
    await dialog().getByLabel('Skip the row that repeats a person in the file').uncheck();
    await says('Line 6 says ‘0’ under ‘marketing’.');
    await says('1 person is already in this event');
    await dialog().getByLabel('Update the existing attendee').check();
    await says('Lines 5 and 6 say ‘no’ or ‘0’ under ‘marketing’.');
    await dialog().getByLabel('Skip the row that repeats a person in the file').check();
    await dialog().getByRole('button', { name: 'Add 1, update 1', exact: true }).waitFor();
    await says('2 rows still to correct will be skipped.');
    expect(adds).toEqual([]);
  });

  test('USE-52: cells are corrected in place; F8 goes to the next problem, Escape undoes a correction', async () => {
    await chooseRows(['Owen,,owen@import.example', 'Grace,Liu,grace@oakfield', 'TEST,TEST,test']);
    await plans(0, 0, 3, 0);
    // The focus leaves the rows for the dialog.
    await dialog().getByText('Upload CSV to').click();
    await page().keyboard.press('F8');
    const focused = async () => page().evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('Last name, line 2');
    await page().keyboard.type('Pugh');
    await plans(1, 0, 2, 0);
    await page().keyboard.press('Escape');
    await plans(0, 0, 3, 0);
    await page().keyboard.type('Pugh');
    await page().keyboard.press('F8');
    await expect.poll(focused).toBe('Email, line 3');
    await page().keyboard.press('End');
    await page().keyboard.type('.import.example');
    await page().keyboard.press('F8');
    await expect.poll(focused).toBe('Email, line 4');
    await dialog().getByLabel('Skip line 4').check();
    await plans(2, 0, 0, 1);
    await press('Add 2');
    await did(2, 0, 1, 0);
    expect((await screen.attendeesOf(series().events.full)).map(({ last_name }) => last_name)).toContain('Pugh');
    await says('Skipped by you');
  });

  test('USE-52: corrections are still there when the dialog is reopened', async () => {
    await chooseRows(['Owen,,owen@import.example']);
    await dialog().getByLabel('Last name, line 2').fill('Pugh');
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page().getByRole('group', { name: 'Tools for Leading through change' }).getByRole('button', { name: 'Upload CSV' }).click();
    await press('Add 1');
    await did(1, 0, 0, 0);
    expect((await screen.imported()).map(({ email }) => email)).toHaveLength(1);
  });

  test('when the event cannot be read, it says so and offers Retry', async () => {
    let isDown = true;
    await page().route('**/api/event_series/*/event/*?*limit=500*', async (route) =>
      isDown ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    await chooseRows(people(1));
    await says('The existing attendees could not be loaded.');
    expect(await dialog().getByRole('button', { name: 'Add 1' }).isDisabled()).toBe(true);
    isDown = false;
    await press('Retry');
    await expect.poll(async () => dialog().getByRole('button', { name: 'Add 1' }).isEnabled()).toBe(true);
  });

  test('when the upload cannot begin, it says so, and nothing is lost', async () => {
    let isDown = true;
    await page().route('**/import/add', async (route) => (isDown ? route.fulfill({ status: 503 }) : route.fallback()));
    await chooseRows(people(1));
    await press('Add 1');
    await says('The import could not be started.');
    isDown = false;
    await press('Add 1');
    await did(1, 0, 0, 0);
    expect((await screen.imported()).map(({ email }) => email)).toHaveLength(1);
  });
});

describe('every step', () => {
  test('axe finds nothing', async () => {
    await page().route(ADDS, async (route) =>
      route.request().postDataJSON().email.startsWith('p1@') ? route.fulfill({ status: 503 }) : route.fallback(),
    );
    await open();
    await expectAccessibleViews(page());
    await press('Continue');
    await says('Please select a CSV file first');
    await expectAccessibleViews(page());
    await choose(
      [
        'first_name,last_name,email,marketing,Fax,Breakfast',
        ',x,y,,,Veggie',
        'Priya,Raman,praman@oakfield.example,no,,Full English',
        'Zoe,Null,zoe@import.example,no,,',
        ...people(4),
      ].join('\n'),
    );
    await expectAccessibleViews(page());
    await press(/^Check/);
    await dialog().getByLabel('Skip them').or(dialog().getByLabel('Skip this person')).waitFor();
    await expectAccessibleViews(page());
    await press('Add 5');
    await says('Some rows were not imported');
    await expectAccessibleViews(page());
    await press('Undo this upload…');
    await page().getByText('4 attendees will be removed.').waitFor();
    await expectAccessibleViews(page());
  });

  /** Types at the focus, which never leaves the dialog. */

  test('on a phone it fills the screen, and nothing overflows', async () => {
    await page().setViewportSize(PHONE);
    await chooseRows([',x,y', ...people(4)]);
    await says('To correct');
    expect(await dialog().boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});
