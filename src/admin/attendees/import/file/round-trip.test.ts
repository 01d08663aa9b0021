import { buffer, text as readStream } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsAddress } from '#contract/rules/address-in-name.ts';
import { staffAnswer, storedAnswer } from '#contract/rules/answers.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { asOneLine } from '#contract/rules/text.ts';
import { csvFile } from '#server/csv-file.ts';
import { xlsxFile } from '#server/xlsx-file.ts';
import { targetsOf } from '../columns/column-targets.ts';
import { guessColumns } from '../columns/guess-columns.ts';
import { bodyOf, createRowCheck, NO_EDITS } from '../rows/import-rows.ts';
import { readCsv, readImportFile } from './read-file.ts';

const event = { id: 'event', event_title: 'Open day', date: null, brunch_event: false };

const field = (type: PublicField['type'], order: number, options: string[] = []): PublicField => ({
  id: type,
  label: `The ${type}`,
  name: `the_${type}`,
  type,
  required: false,
  options,
  order,
  brunch_event: false,
  brunch_event_id: null,
});

const OPTIONS = ['=Full English', 'Vegan; no nuts', "'quoted'", '"both"'];
const fields = [field('input', 1), field('textarea', 2), field('checkbox', 3), field('select', 4, OPTIONS)];

/** Text as the server stores it: trimmed. */
const line = (minLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom("'", '"', ',', ';', '\t', '=', '+', '-', '@', '＝', 'no', '0', '&lt;', '&#039;', 'é', '€', '\ufeff'),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('').replaceAll('\u0000', '').trim())
    .filter((text) => text.length >= minLength && !/[\r\n\u2028\u2029]/.test(text));
/** One line of text has no tabs. */
const oneLine = (minLength: number) => line(minLength).map(asOneLine);
const lines = fc.array(line(0), { maxLength: 4 }).map((parts) => parts.join('\n').trim());

const name = oneLine(1).filter((text) => !containsAddress(text));

const attendee = fc.record({
  first_name: name,
  last_name: name,
  email: fc.constantFrom('ada@example.com', '+ben@example.org', "'cy@example.net", '=d@example.com', '-e@example.com'),
  job_title: oneLine(0),
  organisation: oneLine(0),
  message: lines,
  accepts_marketing: fc.boolean(),
  the_input: oneLine(0),
  the_textarea: lines,
  the_checkbox: fc.option(fc.boolean()),
  the_select: fc.constantFrom('', ...OPTIONS),
});

type Attendee = typeof attendee extends fc.Arbitrary<infer Made> ? Made : never;

const cellText = (value: string | boolean | null): string => {
  if (value === null) return '';
  return typeof value === 'boolean' ? { true: 'yes', false: 'no' }[`${value}`] : value;
};

/** The columns of the export, some of which the import ignores. */
const HEADER = [
  'first_name',
  'last_name',
  'email',
  'job_title',
  'organisation',
  'message',
  'marketing',
  'id',
  'signups_count',
  'submitted_at',
  'the_input',
  'the_textarea',
  'the_checkbox',
  'the_select',
];
const cellsOf = (each: Attendee): string[] => [
  each.first_name,
  each.last_name,
  each.email,
  each.job_title,
  each.organisation,
  each.message,
  each.accepts_marketing ? 'yes' : '',
  'some-id',
  '1',
  '2026-11-20T10:00:00Z',
  each.the_input,
  each.the_textarea,
  cellText(each.the_checkbox),
  each.the_select,
];

async function* oneBatch<Batch>(batch: Batch) {
  yield batch;
}

test('EXP-5: exported attendees are the same after an import, whatever text they contain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attendee, { minLength: 1, maxLength: 5 }), async (attendees) => {
      const file = await readStream(csvFile(HEADER, oneBatch(attendees.map(cellsOf))));
      const target = { event, fields };
      const read = readCsv(file.replace(/^\ufeff/, ''), target);
      const rows = createRowCheck(read.records, guessColumns(read, targetsOf(target), {}))(NO_EDITS);
      expect(rows.flatMap(({ problems }) => Object.keys(problems))).toEqual([]);
      const imported = rows.map((row) => {
        const { accepts_marketing, message, ...rest } = bodyOf(row, 'not_accepting');
        const answers = fields.map(({ name }) => name);
        const person = Object.entries(rest).filter(([key]) => !answers.includes(key));
        const stored = fields.map((each) => [
          each.name,
          storedAnswer(each, staffAnswer(each, rest[each.name])) ?? (each.type === 'checkbox' ? null : ''),
        ]);
        return { ...Object.fromEntries([...person, ...stored]), accepts_marketing, message: message ?? '' };
      });
      // An unanswered checkbox is exported as an empty cell, which is read as false.
      const withCheckbox = (each: Attendee) => ({ ...each, the_checkbox: each.the_checkbox ?? false });
      expect(imported).toEqual(attendees.map(withCheckbox));
    }),
    { numRuns: 200 },
  );
});

test('EXP-12, EXP-13: an upload finds the columns of an Excel file by their headings, and the same text in them', async () => {
  const person = ['=1+1', "'Åkesson", '+a@example.com', '01067', '3-4', 'two\n- lines; "quoted"', 'yes'];
  const answers = ['+49 170 1234567', '&lt;home', 'no', "'quoted'"];
  const others = ['some-id', 2, '', 'https://example.com', new Date('2026-11-20T10:00:00Z'), 'waiting'];
  const head =
    'First name,Last name,Email,Job title,Organisation,Message,Marketing,ID,No of Signups,Errors,Source page,Submitted at,Status'.split(
      ',',
    );
  const cells = [...person, ...others, ...answers];
  const file = await buffer(xlsxFile('Open day', [...head, ...fields.map(({ label }) => label)], oneBatch([cells]), 'UTC'));
  const read = await readImportFile(new File([file], 'open-day.xlsx'), { event, fields });
  const columns = guessColumns(read, targetsOf({ event, fields }), {});
  expect(columns.map(({ target }) => target?.key)).toEqual([
    ...HEADER.slice(0, 7),
    ...Array.from({ length: 5 }),
    '_registration',
    ...HEADER.slice(10),
  ]);
  expect([...(read.records[0]?.cells ?? [])].filter((_, index) => index < 7 || index > 12)).toEqual([...person, ...answers]);
});

test.each([', "\n!', 'either, "or",\nboth', ', "a" ,"b" ,', ',\ufeff"\n!'])(
  'EXP-5: quotation marks after a comma and a blank stay as typed (%j)',
  async (typed) => {
    const file = await readStream(csvFile(['last_name', 'email', 'message'], oneBatch([['Lee', 'a@example.com', `x${typed}`]])));
    expect(readCsv(file, { event, fields }).records[0]?.cells[2]).toBe(`x${typed}`);
  },
);
