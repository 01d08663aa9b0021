import { expect, test } from 'vitest';
import { PLAIN_EVENT, planOf } from '#admin/testing/import-plan.ts';
import { targetsOf } from '../columns/column-targets.ts';
import { guessColumns } from '../columns/guess-columns.ts';
import { DEFAULT_CHOICES, nextProblem, planImport } from '../rows/import-plan.ts';
import { createRowCheck, NO_EDITS } from '../rows/import-rows.ts';
import { readCsv } from './read-file.ts';

const TWO = ['Ann|Lee|a@b.example||||add', 'Bo|Ray|b@b.example||||add'];
const HEADER = 'Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email';
const row = 'Ann Lee,a@b.example,Bo Ray,b@b.example';

test.each([
  ['Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email', row],
  ['Attendee Name,Attendee Email,Attendee 2 Name,Attendee 2 Email', row],
  ['Name 1,Email 1,Name 2,Email 2', row],
  ['Name,Email,Attendee 2 name,Attendee 2 email', row],
  ['Name,Email,Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email', `Ed Boss,ed@b.example,${row}`],
  ['Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email,Address line 1,Address line 2', `${row},Mill Road,Leeds`],
  ['Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email,Attendee 3 name,Attendee 3 email', `,,${row}`],
  ['Teilnehmer 1: Name,Teilnehmer 1: E-Mail,Teilnehmer 2: Name,Teilnehmer 2: E-Mail', row],
  ['Email (Participant #1),Name (Participant #1),Email (Participant #2),Name (Participant #2)', 'a@b.example,Ann Lee,b@b.example,Bo Ray'],
  [
    'Billing name,Billing email,Attendee 1 First Name,Attendee 1 Last Name,Attendee 1 Email,Attendee 2 First Name,Attendee 2 Last Name,Attendee 2 Email',
    'Ed Boss,ed@b.example,Ann,Lee,a@b.example,Bo,Ray,b@b.example',
  ],
])('IMP-35: below %s everyone is brought in', async (header, cells) => {
  expect((await planOf(`${header}\n${cells}`)).plan).toEqual(TWO);
});

test('IMP-35: nobody gets the address of another, columns without a number are everyone’s, and consent is not', async () => {
  const header = 'Company,Newsletter,Attendee 1 name,Attendee 1 email,Attendee 2 name,Attendee 2 email,Attendee 3 name,Attendee 3 email';
  const text = `${header}\nAcme,yes,Ann Lee,a@b.example,Bo Ray,,Cy Fox,c@b.example\nBolt,no,Di Orr,d@b.example,,,,\n,,Ed Ho,,Flo Ash,f@b.example,,`;
  expect((await planOf(text)).plan).toEqual([
    'Ann|Lee|a@b.example||Acme|accepts|add',
    'Bo|Ray|||Acme||Email is required',
    'Cy|Fox|c@b.example||Acme||add',
    'Di|Orr|d@b.example||Bolt||add',
    'Ed|Ho|||||Email is required',
    'Flo|Ash|f@b.example||||add',
  ]);
  expect(readCsv(text, PLAIN_EVENT).records.map(({ line }) => line)).toEqual([2, 2.02, 2.03, 3, 4, 4.02]);
});

test('IMP-35: consent is that of the first person also where staff chose the column', async () => {
  const file = readCsv(`Agreed,${HEADER}\nyes,${row}`, PLAIN_EVENT);
  const columns = guessColumns(file, targetsOf(PLAIN_EVENT), {}).map((column, index) => ({
    ...column,
    target: targetsOf(PLAIN_EVENT).find(({ key }) => key === (index === 0 ? 'marketing' : column.target?.key)),
  }));
  expect(createRowCheck(file.records, columns)(NO_EDITS).map(({ values }) => values.marketing)).toEqual(['yes', '']);
});

test('IMP-35: after the last cell to correct of one person comes the first of the next in the same row', () => {
  const file = readCsv('Attendee 1 last name,Attendee 1 email,Attendee 2 last name,Attendee 2 email\nLee,ann@,,bo@b.example', PLAIN_EVENT);
  const columns = guessColumns(file, targetsOf(PLAIN_EVENT), {});
  const rows = createRowCheck(file.records, columns)(NO_EDITS);
  const planned = planImport(rows, { columns, edits: NO_EDITS, existing: new Map(), choices: DEFAULT_CHOICES });
  const targets = columns.flatMap(({ target }) => target ?? []);
  const from = { line: 2, key: 'email' };
  expect(nextProblem(planned, targets, { from, isBackwards: false })).toEqual({ line: 2.02, key: 'last_name' });
});

test.each([
  'First Name,Last Name,E-mail Address,E-mail Display Name,E-mail 2 Address,E-mail 2 Display Name\nAnn,Lee,a@b.example,Ann Lee,a2@b.example,Ann Lee (home)',
  'Name,E-mail 1 - Value,E-mail 2 - Value\nAnn Lee,a@b.example,a2@b.example',
  'Name,Email,Guest 1 name,Guest 1 email,Guest 2 name,Guest 2 email\nAnn Lee,a@b.example,Bo Ray,b@b.example,Cy Fox,c@b.example',
])('IMP-35: %j has one person in a row', async (text) => {
  expect((await planOf(text)).plan).toEqual(['Ann|Lee|a@b.example||||add']);
});

test.each([
  [`${HEADER},Day 1,Day 2`, 'yes,no', 'Day 1,Day 2', ['yes,no', 'yes,no']],
  [
    'Name,Email,Attendee 2 name,Attendee 2 email,Address,Address 2',
    'Mill Road,Leeds',
    'Address,Address 2',
    ['Mill Road,Leeds', 'Mill Road,Leeds'],
  ],
  [`${HEADER},Attendee 2 diet`, 'vegan', 'Attendee 2 diet', ['', 'vegan']],
  [`${HEADER},Attendee 1 phone,Phone 1,Attendee 2 phone`, '5,6,7', 'Attendee 1 phone,Phone 1', ['5,6', '7,6']],
  [
    `${HEADER},Attendee 1 question 1,Attendee 1 question 2,Attendee 2 question 1,Attendee 2 question 2`,
    'a,b,c,d',
    'Attendee 1 question 1,Attendee 1 question 2',
    ['a,b', 'c,d'],
  ],
])('IMP-35: below %s each further column is kept, with its own values', (header, cells, further, values) => {
  const file = readCsv(`${header}\n${row},${cells}`, PLAIN_EVENT);
  expect(file.header.slice(2).join(',')).toBe(further);
  expect(file.records.map((record) => record.cells.slice(2).join(','))).toEqual(values);
});
