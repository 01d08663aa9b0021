import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { startImportScreen } from './import-dialog.ts';

const screen = await startImportScreen();
const { page, series, dialog, open, choose, press, says, plans, did, attendeesOf } = screen;

/** A list as a partner may send it: German headers, Windows-1252, semicolons, a repeated column, formulas and mistakes. */
function messyFile(): Buffer {
  const header = 'Vorname;Nachname;E-Mail;Firma;Position;Frühstück;Newsletter;Firma;Fax';
  const rows = Array.from({ length: 190 }, (_, index) =>
    [
      `Jürgen ${index}`,
      index % 50 === 7 ? '' : `Müller-${index}`,
      index % 60 === 9 ? `m${index}@nordhafen` : `m${index}@import.example`,
      index % 3 === 0 ? '=Kestrel & Söhne' : 'Nordhafen; Logistik',
      'Teamleitung',
      ['Full English', 'full english', 'Veggie', ''][index % 4] ?? '',
      ['ja', 'nein', ''][index % 3] ?? '',
      'Nordhafen GmbH',
      '+49 40 5550',
    ]
      .map((cell) => (cell.includes(';') ? `"${cell}"` : cell))
      .join(';'),
  );
  const others = [
    'TEST;TEST;test;;;;;;',
    ';;;;;;;;',
    'Priya;Raman;PRAMAN@oakfield.example;Nordhafen;;;;;',
    'Zu;Viele;zu.viele@import.example;a;b;Veggie;ja;c;d;e',
    ...Array.from({ length: 7 }, (_, index) => `Jürgen ${index + 10};Müller-${index + 10};m${index + 10}@import.example;;;;;;`),
  ];
  return Buffer.from([header, ...rows, ...others].join('\r\n'), 'latin1');
}

test('USE-51, USE-52, USE-53: 200 messy rows are imported without leaving the dialog', async () => {
  await open();
  await choose(messyFile(), 'teilnehmer.csv');
  await says('200 rows, 9 columns, semicolons, Windows-1252');
  expect(await dialog().getByLabel('Frühstück goes to').inputValue()).toBe('brunch');
  await press('Check 200 rows');
  await says('1 person is already in this event');
  await dialog().getByLabel('Update the existing attendee').check();
  await dialog().getByLabel('Brunch: Veggie is').selectOption('Leave empty');
  // 190 rows with 4 missing names and 4 bad addresses, the test, and the row with too many cells.
  await plans(182, 1, 10, 7);

  const focused = () => page().evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const isFocusInView = () =>
    page().evaluate(() => {
      const cell = document.activeElement?.closest('td') ?? document.body;
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      return [top + 4, bottom - 4].every((y) => cell.contains(document.elementFromPoint((left + right) / 2, y)));
    });
  for (let problem = 0; problem < 8; problem += 1) {
    const before = await focused();
    await page().keyboard.press('F8');
    await expect.poll(focused).not.toBe(before);
    await expect.poll(isFocusInView).toBe(true);
    const cell = await focused();
    await page().keyboard.press('End');
    await page().keyboard.type(cell.startsWith('Email') ? '.import.example' : 'Neumann');
  }
  await plans(190, 1, 2, 7);
  await dialog().getByLabel('Skip line 192').check();
  await plans(190, 1, 1, 8);
  await press('Add 190, update 1');
  // Two hundred calls take a while on a busy machine.
  await dialog().getByText('Imported ‘teilnehmer.csv’.').waitFor({ timeout: 90_000 });
  await did(190, 1, 9, 0);

  const [download] = await Promise.all([page().waitForEvent('download'), press(/^Download these 9 rows, with reasons$/)]);
  expect(download.suggestedFilename()).toBe('teilnehmer - not imported.csv');
  const rejected = fs.readFileSync(await download.path(), 'utf8');
  expect(rejected).toContain('"Vorname","Nachname","E-Mail","Firma","Position","Frühstück","Newsletter","Firma","Fax","reason"');
  expect(rejected).toContain('The row has more cells than the header","e"');
  expect(rejected).toContain('"Skipped by you"');

  const attendees = await attendeesOf(series().events.full);
  const added = attendees.filter(({ upload_id: importId }) => importId !== null);
  expect(added).toHaveLength(190);
  expect(added.find(({ first_name }) => first_name === 'Jürgen 7')).toMatchObject({
    last_name: 'Neumann',
    organisation: 'Nordhafen; Logistik',
  });
  expect(added.find(({ email }) => email === 'm0@import.example')).toMatchObject({
    organisation: '=Kestrel & Söhne',
    answers: { brunch: 'Full English' },
    accepts_marketing: true,
  });
  expect(added.find(({ email }) => email === 'm1@import.example')?.accepts_marketing).toBe(false);
  expect(attendees.find(({ email }) => email === 'praman@oakfield.example')?.organisation).toBe('Nordhafen');
  // A person who uploads the file again finds everyone here.
  await dialog().getByRole('button', { name: 'Done: File' }).click();
  await choose(messyFile(), 'teilnehmer.csv');
  await press('Check 200 rows');
  await says('187 people are already in this event');
});

test('USE-60: correcting a row that has no problem, or skipping it, keeps the visible rows and the focus, and the page asks before it is reloaded', async () => {
  await open();
  await choose('first_name,last_name,email\nBo,Lind,bo.lind@import.example\nIda,Berg,ida@import.example');
  await press('Check 2 rows');
  const name = dialog().getByLabel('First name, line 2');
  await name.focus();
  await page().keyboard.press('End');
  await page().keyboard.type('bby');
  expect(await name.inputValue()).toBe('Bobby');
  await dialog().getByLabel('Skip line 3').press('Space');
  await plans(1, 0, 0, 1);
  expect(await page().evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Skip line 3');
  expect(await dialog().getByRole('button', { name: 'All rows 2' }).getAttribute('aria-pressed')).toBe('true');
  const asks = page().waitForEvent('dialog');
  await page().evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asks;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await plans(1, 0, 0, 1);
});

test('USE-22: addresses that look mistyped are a separate group, each with the domain that was probably meant', async () => {
  await open();
  await choose('first_name,last_name,email\nBo,Lind,bo.lind@import.example\nOtto,Berg,otto@gmial.com');
  await press('Check 2 rows');
  await says('Did you mean gmail.com?');
  await plans(2, 0, 0, 0);
  expect(await dialog().getByRole('button', { name: 'Mistyped? 1' }).getAttribute('aria-pressed')).toBe('true');
});

test('a row stays in its group while its address is corrected to that of someone new', async () => {
  await open();
  await choose('first_name,last_name,email\nPriya,Raman,praman@oakfield.example\nIda,Berg,ida@import.example');
  await press('Check 2 rows');
  await dialog().getByRole('button', { name: 'Already here 1' }).click();
  const email = dialog().getByLabel('Email, line 2');
  await email.focus();
  await page().keyboard.press('Home');
  await page().keyboard.type('new.');
  expect(await email.inputValue()).toBe('new.praman@oakfield.example');
  await plans(2, 0, 0, 0);
  await dialog().getByRole('button', { name: 'All rows 2' }).click();
  await dialog().getByRole('button', { name: 'To correct 0' }).waitFor();
});

test('USE-30, USE-53: repeats are skipped by default and lost letters pointed out; the box of each row shows whether it is skipped, whatever the reason, and includes it again', async () => {
  await open();
  await choose(
    'first_name,last_name,email,organisation\n?da,Berg,ida@import.example,\nPri?,Raman,praman@oakfield.example,\n?da,Berg,ida@import.example,\nOla,,o@import.example,Who cares?',
  );
  await press('Check 4 rows');
  await dialog().getByRole('button', { name: 'Characters missing? 3' }).waitFor();
  await dialog().getByRole('button', { name: 'All rows 4' }).click();
  const leavesOut = async (...lines: number[]) => {
    const boxes = dialog().getByRole('checkbox', { name: /^Skip line /, checked: true });
    const labels = async () => Promise.all((await boxes.all()).map(async (box) => box.getAttribute('aria-label')));
    await expect.poll(labels).toEqual(lines.map((line) => `Skip line ${line}`));
  };
  await plans(1, 0, 1, 2);
  await leavesOut(3, 4);
  const repeats = dialog().getByLabel('Skip the row that repeats a person in the file');
  await repeats.uncheck();
  await plans(2, 0, 1, 1);
  await leavesOut(3);
  await dialog().getByLabel('Update the existing attendee').check();
  await plans(2, 1, 1, 0);
  await leavesOut();
  await repeats.check();
  await plans(1, 1, 1, 1);
  await leavesOut(4);
  await dialog().getByLabel('Skip line 4').uncheck();
  await plans(2, 1, 1, 0);
  await dialog().getByLabel('Skip this person').check();
  await dialog().getByLabel('Skip line 3').uncheck();
  await plans(3, 0, 1, 0);
  await dialog().getByLabel('Skip line 4').check();
  await dialog().getByLabel('Skip line 5').check();
  await plans(2, 0, 0, 2);
  await leavesOut(4, 5);
});

test('IMP-35: people who share a row of the file are a row each, are corrected apart, and all come in', async () => {
  await open();
  const file = [
    'Order,Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email',
    '1,Ann Lee,ann@import.example,Bo Ray,',
    '2,Cy Fox,cy@import.example,,',
  ];
  await choose(file.join('\n'), 'orders.csv');
  await says('Rows with several people were split, so everyone has their own row.');
  await press('Check 3 rows');
  await plans(2, 0, 1, 0);
  await dialog().getByLabel('Email, line 2.02').fill('bo@import.example');
  await plans(3, 0, 0, 0);
  await press('Add 3');
  await did(3, 0, 0, 0);
  expect((await screen.imported()).map(({ email }) => email).toSorted()).toEqual([
    'ann@import.example',
    'bo@import.example',
    'cy@import.example',
  ]);
});
