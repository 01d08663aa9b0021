import { Buffer } from 'node:buffer';
import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectAccessibleViews } from '../support/browser.ts';
import { startImportScreen } from './import-dialog.ts';

const screen = await startImportScreen();
const { page, series, dialog, open, choose, press, says, did } = screen;

test('IMP-18: the guessed encoding is shown with names, and another one can be chosen', async () => {
  await open();
  await choose(
    Buffer.concat([
      Buffer.from('first_name,last_name,email\n'),
      Buffer.from([0x4d, 0x8a, 0x74, 0x61]),
      Buffer.from(',Lee,m@import.example'),
    ]),
  );
  await says('Read as Western European (Mac Roman). Names look wrong? Choose another encoding:');
  await says('Mäta, Lee, m@import.example');
  await dialog()
    .getByLabel(/^Read as/)
    .selectOption('Windows-1250');
  await says('MŠta, Lee, m@import.example');
  await says('1 row, 3 columns, commas, Windows-1250');
  await expectAccessibleViews(page());
  const target = dialog().getByLabel('first_name goes to');
  await target.selectOption("Don't import");
  await press('Back');
  await dialog()
    .getByRole('button', { name: /^Continue with ‘/ })
    .click();
  expect(await target.inputValue()).toBe('');
  await press('Choose another file');
  await choose(Buffer.from('first_name,last_name,email\nJi\u00f8\u00ed,N\u00ecmec,j@import.example', 'latin1'));
  await says('Read as Central European (Windows-1250). Names look wrong? Choose another encoding:');
  await says('Jiří, Němec, j@import.example');
});

test('IMP-27, IMP-29, IMP-32, IMP-34: an Excel file from another tool is read, its names are split, and people without an address are pointed out', async () => {
  const rows = [
    ['Registrant Details'],
    [],
    ['Full Name', 'Email Address', 'Registration Type', 'Invitee Status'],
    ['Lee, Ann', 'ann@import.example', 'Guest', 'Accepted'],
    ['Roe, Cy', 'cy@import.example', 'Guest', 'Cancelled'],
  ];
  await open();
  await choose(Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows }] })), 'registrants.xlsx');
  await says('2 rows, 4 columns, Excel');
  await press('Check 2 rows');
  await says('Cvent registrants');
  await says('Carry over: 1 stays cancelled');
  await press('All rows 2');
  expect(await dialog().getByLabel('First name, line 4').inputValue()).toBe('Ann');
  await press('Add 2');
  await says('2 rows: 1 added as confirmed, 1 added as cancelled');
  const states = await screen.db
    .selectFrom('registrations')
    .select('status')
    .where('event_id', '=', series().events.full)
    .orderBy('submitted_at', 'desc')
    .orderBy('status')
    .limit(2)
    .execute();
  expect(states.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'confirmed']);
  await dialog().getByRole('button', { name: 'Done: File' }).click();
  await choose('Name,RSVP\nAnn Lee,Yes', 'meetup.txt');
  await says('This file has no email addresses, so nobody in it can be added.');
});

test('IMP-25: a file with the people of several events says that all would be added to this one', async () => {
  const row = (event: string, name: string) => `\n${event},${name},Lee,${name}@import.example`;
  const header = 'Event name,first_name,last_name,email';
  await open();
  await choose(`${header}${row('Spring', 'ann')}${row('Spring', 'bob')}`);
  await says('2 rows, 4 columns, commas, UTF-8');
  expect(await dialog().getByText('The file lists').count()).toBe(0);
  await press('Choose another file');
  await choose(`${header}${row('Spring', 'ann')}${row('Autumn', 'bob')}`);
  await says('The file lists 2 events, but everyone in it would be added to this one: upload a file for each event instead.');
  await press('Choose another file');
  await choose(`Course booked,first_name,last_name,email${row('Spring', 'ann')}${row('Autumn', 'bob')}`);
  await says('The file lists 2 events, but everyone in it would be added to this one: upload a file for each event instead.');
});

test('IMP-6, IMP-10: values that are neither yes nor no are asked about, with no as the default', async () => {
  await open();
  await choose(
    'first_name,last_name,email,newsletter\nAnn,Lee,ann@import.example,maybe\nBob,Ray,bob@import.example,Nein danke\nCy,Roe,cy@import.example,ja',
  );
  await press('Check 3 rows');
  expect(await dialog().getByLabel('What does ‘Nein danke’ mean?').inputValue()).toBe('no');
  expect(await dialog().getByText('1 row under ‘newsletter’').count()).toBe(2);
  await dialog().getByLabel('What does ‘maybe’ mean?').selectOption('Consent');
  await expectAccessibleViews(page());
  await press('Add 3');
  await did(3, 0, 0, 0);
  expect((await screen.imported()).map(({ accepts_marketing }) => accepts_marketing)).toEqual([true, false, true]);
});

test('IMP-6, IMP-33: over ten different values are not asked about; three people who had opted out stay without consent, and the result says so', async () => {
  const rows = Array.from({ length: 14 }, (_, index) => `Ann,Lee,ann${index}@import.example,${index < 3 ? 'yes' : `word ${index}`}`);
  await sql`insert into suppressions (digest, reason) select sha256(convert_to('ann' || n || '@import.example', 'UTF8')), 'unsubscribed'
    from generate_series(0, 2) as n`.execute(screen.db);
  await open();
  await choose(['first_name,last_name,email,newsletter', ...rows].join('\n'));
  await press('Check 14 rows');
  await says('This column has 11 different values. Only rows that clearly say yes are imported with consent.');
  expect(
    await dialog()
      .getByLabel(/^What does/)
      .count(),
  ).toBe(0);
  await press('Add 14');
  await says('Consent was left off for 3 people who had withdrawn it.');
});
