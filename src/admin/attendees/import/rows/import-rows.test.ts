import { describe, expect, test } from 'vitest';
import { newPublicField } from '#admin/testing/form-fakes.ts';
import { HEAD, readRows as read } from '#admin/testing/import-rows.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import {
  DEFAULT_CHOICES,
  type ExistingAttendees,
  type ImportChoices,
  nextProblem,
  planImport,
  withCell,
  withSkipped,
  withMatch,
} from './import-plan.ts';
import { bodyOf, NO_EDITS, problemTexts, type ImportEdits, updateOf } from './import-rows.ts';
import { obviousMatches, unmatchedValues } from './value-matches.ts';

const bodies = (text: string, fields?: PublicField[]) => read(text, fields).rows.map((row) => bodyOf(row, 'not_accepting'));

test('IMP-4: job_title, organisation and message may be missing', () => {
  expect(bodies(`${HEAD}\nAda,Marsh,ada@example.com`)).toEqual([
    {
      first_name: 'Ada',
      last_name: 'Marsh',
      email: 'ada@example.com',
      job_title: '',
      organisation: '',
      message: null,
      accepts_marketing: false,
    },
  ]);
});

test('IMP-23: job_title, organisation and message are sent', () => {
  expect(bodies(`${HEAD},message,organisation,job_title\nAda,Marsh,ada@example.com,Hello,Kestrel,Lead`)).toMatchObject([
    { message: 'Hello', organisation: 'Kestrel', job_title: 'Lead' },
  ]);
});

test('IMP-24: answers are sent under the key of their field', () => {
  expect(bodies(`${HEAD},DIET\na,b,c@d.e,vegan`, [newPublicField('Diet', 'diet')])).toMatchObject([{ diet: 'vegan' }]);
});

describe('problems by line', () => {
  const problemsOf = (text: string, fields?: PublicField[]) => {
    const { rows, columns } = read(text, fields);
    return rows.map((row) => problemTexts(row, columns))[0];
  };

  test.each([
    [',Marsh,ada@example.com', []],
    ['Ada,,ada@example.com', ['Last name is required']],
    ['Ada,Marsh,', ['Email is required']],
    ['Ada,Marsh,ada@example', ['Please enter a valid email address']],
    [' ,,nobody', ['Last name is required', 'Please enter a valid email address']],
    [`Ada,Marsh,ada@example.com,${'x'.repeat(2_000)}`, [expect.stringMatching(/^Organisation: Please use at most/)]],
    ['Ada,Marsh,ada@example.com,Armitage, Daughters', ['The row has more cells than the header']],
    ['Ada,Marsh,ada@example.com,,,', []],
    ['Ada,Marsh,ada@example.com', []],
  ])('IMP-9: %j has %j', (row, problems) => {
    expect(problemsOf(`${HEAD},organisation\n${row}`)).toEqual(problems);
  });

  test("IMP-9: answers are validated by their fields' rules, but required ones may be blank", () => {
    const fields = [
      newPublicField('Size', 'size', { type: 'select', options: ['S', 'L'] }),
      newPublicField('Step-free', 'step', { type: 'checkbox' }),
    ];
    const row = (size: string, step: string) => problemsOf(`${HEAD},size,step\na,b,c@d.e,${size},${step}`, fields);
    expect(row('S', 'yes')).toEqual([]);
    expect(row('', '')).toEqual([]);
    expect(row('XL', 'maybe')).toEqual(['Size: Please choose one of the options', 'Step-free: Please answer yes or no']);
  });

  test('a repeated person is reported with the line of the first valid row, and two people may share an address', () => {
    const { rows, columns } = read(`${HEAD}\na,,c@d.e\na,b,C@D.E\na,b,c@d.e\nx,b,c@d.e`);
    const planned = planImport(rows, { columns, edits: NO_EDITS, existing: new Map(), choices: DEFAULT_CHOICES });
    expect(planned.map(({ repeatOf }) => repeatOf)).toEqual([undefined, undefined, 3, undefined]);
    const others = read(
      `${HEAD}\nZoë,O’Neil,c@d.e\nZoe,O'Neil,c@d.e\nAnne-Marie,Lee,c@d.e\nAnne  Marie,LEE,c@d.e\nAnne,Lee,c@d.e\n-,.,c@d.e\n?,!,c@d.e\nJan,Jan,c@d.e\nJan Jan,Jan,c@d.e`,
    ).rows;
    const again = planImport(others, { columns, edits: NO_EDITS, existing: new Map(), choices: DEFAULT_CHOICES });
    expect(again.map(({ repeatOf }) => repeatOf)).toEqual([undefined, 2, undefined, 4, ...Array.from({ length: 5 })]);
  });
});

describe('corrections', () => {
  const fields = [
    newPublicField('Size', 'size', { type: 'select', options: ['S', 'L'] }),
    newPublicField('Vegan', 'vegan', { type: 'checkbox' }),
  ];
  const text = `${HEAD},size,vegan\nAda,,ada@example.com,Large,ja\nBen,Osei,ben@example,l,nein\nCy,Roe,cy@example.com,Large,perhaps`;

  test('USE-52: values that are not options are listed with the number of their rows, and obvious ones are matched', () => {
    const { file, columns, check } = read(text, fields);
    const unmatched = unmatchedValues(file.records, columns);
    expect(unmatched).toMatchObject([
      {
        key: 'size',
        options: ['S', 'L'],
        values: [
          { value: 'Large', rows: 2 },
          { value: 'l', rows: 1 },
        ],
      },
      { key: 'vegan', options: ['yes', 'no'], values: [{ value: 'ja' }, { value: 'nein' }, { value: 'perhaps' }] },
    ]);
    const matches = obviousMatches(unmatched);
    expect(matches).toEqual({ size: { l: 'L' }, vegan: { ja: 'yes', nein: 'no' } });
    const edits = withMatch(withMatch({ ...NO_EDITS, matches }, 'size', 'Large', 'L'), 'vegan', 'perhaps', '');
    expect(check(edits).map(({ values }) => [values.size, values.vegan])).toEqual([
      ['L', 'yes'],
      ['L', 'no'],
      ['L', ''],
    ]);
  });

  test('USE-52: a corrected cell is checked again, wins over a match, and can be reverted', () => {
    const { check, rows } = read(text, fields);
    const [ada] = rows;
    if (ada === undefined) throw new Error('no row');
    const matched = withMatch(NO_EDITS, 'size', 'Large', 'L');
    const corrected = withCell(withCell(matched, ada, 'last_name', 'Marsh'), ada, 'size', 'S');
    expect(check(corrected)[0]).toMatchObject({ values: { last_name: 'Marsh', size: 'S' }, written: { last_name: '', size: 'Large' } });
    expect(check(corrected)[0]?.problems).not.toHaveProperty('last_name');
    expect(withCell(withCell(corrected, ada, 'last_name', ''), ada, 'size', 'Large').cells).toEqual({});
  });

  test('rows that an edit does not change stay the same objects', () => {
    const { check, rows } = read(text, fields);
    const again = check(withCell(NO_EDITS, rows[0]!, 'last_name', 'Marsh'));
    expect(again.map((row, index) => row === rows[index])).toEqual([false, true, true]);
  });

  test('USE-52: a row with too many cells counts as seen once it is corrected', () => {
    const { check, rows, columns } = read(`${HEAD}\nAda,Marsh,ada@example.com,Armitage`);
    expect(problemTexts(check(withCell(NO_EDITS, rows[0]!, 'first_name', 'Eda'))[0]!, columns)).toEqual([]);
  });

  test('USE-52: F8 goes from problem to problem and begins again after the last; Shift goes back', () => {
    const { check, columns } = read(text, fields);
    const rows = check(NO_EDITS);
    const planned = planImport(rows, { columns, edits: NO_EDITS, existing: new Map(), choices: DEFAULT_CHOICES });
    const targets = columns.flatMap(({ target }) => target ?? []);
    const next = (line: number, key: string, isBackwards = false) => nextProblem(planned, targets, { from: { line, key }, isBackwards });
    expect(next(Number.NaN, '')).toEqual({ line: 2, key: 'last_name' });
    expect(next(2, 'last_name')).toEqual({ line: 2, key: 'size' });
    expect(next(2, 'vegan')).toEqual({ line: 3, key: 'email' });
    expect(next(4, 'vegan')).toEqual({ line: 2, key: 'last_name' });
    expect(next(3, 'email', true)).toEqual({ line: 2, key: 'vegan' });
    expect(next(2, 'last_name', true)).toEqual({ line: 4, key: 'vegan' });
  });
});

const skipped = (line: number, isSkipped: boolean): ImportEdits => ({ ...NO_EDITS, skipped: { [line]: isSkipped } });

describe('a file with the states of registrations', () => {
  const text = [
    `${HEAD},_registration`,
    'Ada,Marsh,ada@example.com,cancelled',
    'Ben,,ben@example.com,Waiting',
    'Ada,Marsh,ada@example.com,Confirmed',
    'Cy,Roe,cy@example.com,',
  ].join('\n');
  const plan = (choices: Partial<ImportChoices>, edits = NO_EDITS) => {
    const { columns, check } = read(text);
    const planned = planImport(check(edits), { columns, edits, existing: new Map(), choices: { ...DEFAULT_CHOICES, ...choices } });
    return planned.map(({ action, repeatOf }) => ['reason' in action ? `${action.kind}: ${action.reason}` : action.kind, repeatOf]);
  };

  test('PLC-46: rows that are not carried over are skipped, whatever else they have, and do not count as a person’s first row', () => {
    expect(plan({ carriesOver: false })).toEqual([
      ['skip: Not confirmed: cancelled', undefined],
      ['skip: Not confirmed: waiting', undefined],
      ['add', undefined],
      ['add', undefined],
    ]);
    expect(plan({}, skipped(2, true))[0]).toEqual(['skip: Skipped by you', undefined]);
  });

  test('PLC-46: one of them is included by hand', () => {
    expect(plan({ carriesOver: false }, skipped(2, false)).map(([action]) => action)).toEqual([
      'add',
      'skip: Not confirmed: waiting',
      'skip: Same person as line 2',
      'add',
    ]);
    expect(plan({}, skipped(3, false))[1]).toEqual(['problem: Last name is required', undefined]);
  });

  test('PLC-46: without the tick they are rows like others, and the column is not sent', () => {
    expect(plan({ carriesOver: false, skipsNotConfirmed: false, skipsRepeats: false })).toEqual([
      ['add', undefined],
      ['problem: Last name is required', undefined],
      ['add', 2],
      ['add', undefined],
    ]);
    expect(bodies(text).filter((body) => '_registration' in body)).toEqual([]);
  });

  test('IMP-28: cancelled people stay cancelled, waiting people join the waiting list if there is one, and people going in another row are going', () => {
    const states = (canWait: boolean) => {
      const { rows, columns } = read(
        `${HEAD},Status\nAda,Marsh,ada@example.com,storniert\nBen,Osei,ben@example.com,Waitlist\nAda,Marsh,ada@example.com,bezahlt\nCy,Roe,cy@example.com,Cancelled`,
      );
      return planImport(rows, { columns, edits: NO_EDITS, existing: new Map(), choices: DEFAULT_CHOICES, canWait }).map(
        ({ action }) => action,
      );
    };
    expect(states(true)).toEqual([
      { kind: 'skip', reason: 'Same person as line 4' },
      { kind: 'add', as: 'waiting' },
      { kind: 'add' },
      { kind: 'add', as: 'cancelled' },
    ]);
    expect(states(false)[1]).toEqual({ kind: 'skip', reason: 'Not confirmed: waitlist' });
  });
});

describe('the plan', () => {
  const text = `${HEAD},organisation\nAda,Marsh,ada@example.com,Kestrel\nBen,Osei,ben@example.com,\nAda,Marsh,ADA@example.com,\nx,,y,`;
  const existing: ExistingAttendees = new Map([
    [
      'ada@example.com',
      [
        { id: 'newest', version: 1, name: 'Info Desk' },
        { id: 'ada', version: 3, name: 'ada marsh' },
      ],
    ],
  ]);
  const plan = (choices: Partial<ImportChoices>, edits: ImportEdits = NO_EDITS, here = existing) => {
    const { columns, check } = read(text);
    const planned = planImport(check(edits), { columns, edits, existing: here, choices: { ...DEFAULT_CHOICES, ...choices } });
    return planned.map(({ action }) => ('reason' in action ? `${action.kind}: ${action.reason}` : action.kind));
  };
  const PROBLEM = 'problem: Last name is required. Please enter a valid email address';

  test('USE-53: people who are here already are skipped by default', () => {
    expect(plan({})).toEqual(['skip: Already in this event', 'add', 'skip: Already in this event', PROBLEM]);
  });

  test('USE-53: they can be updated, each once, or added again', () => {
    expect(plan({ existing: 'update' })).toEqual(['update', 'add', 'skip: Same person as line 2', PROBLEM]);
    expect(plan({ existing: 'add', skipsRepeats: false })).toEqual(['add', 'add', 'add', PROBLEM]);
    expect(plan({ existing: 'add' })).toEqual(['add', 'add', 'skip: Same person as line 2', PROBLEM]);
  });

  test('USE-53: if people share an address the one with the same name is updated', () => {
    const { columns, rows } = read(text);
    const [first] = planImport(rows, { columns, edits: NO_EDITS, existing, choices: { ...DEFAULT_CHOICES, existing: 'update' } });
    expect(first?.action).toMatchObject({ attendee: { id: 'ada', version: 3 } });
  });

  test('USE-53: people who have cancelled here come back only by hand, unless the same person is here again', () => {
    const cancelled = { id: 'ada', version: 1, name: 'Ada Marsh', hasCancelled: true };
    const first = (others: (typeof cancelled)[], choices: Partial<ImportChoices>, edits = NO_EDITS) =>
      plan(choices, edits, new Map([['ada@example.com', [cancelled, ...others]]]))[0];
    for (const existing of ['skip', 'update', 'add'] as const) expect(first([], { existing })).toBe('skip: Cancelled here');
    expect(first([], {}, skipped(2, false))).toBe('add');
    expect(first([{ ...cancelled, id: 'again', hasCancelled: false }], {})).toBe('skip: Already in this event');
  });

  test('USE-53: an update does not cancel anyone: people who are cancelled in the file but have a place here are skipped, and the plan says so', () => {
    const { columns, rows } = read(`${HEAD},status\nAda,Marsh,ada@example.com,cancelled\nBen,Osei,ben@example.com,cancelled`);
    const planned = planImport(rows, { columns, edits: NO_EDITS, existing, choices: { ...DEFAULT_CHOICES, existing: 'update' } });
    expect(planned.map(({ action }) => action)).toEqual([
      { kind: 'skip', reason: 'Cancelled in the file, not here' },
      { kind: 'add', as: 'cancelled' },
    ]);
  });

  test('USE-53: a line skipped by hand is skipped whatever it has', () => {
    expect(plan({}, skipped(5, true)).at(-1)).toBe('skip: Skipped by you');
  });

  test('USE-53: a line that the choices skip can be included by hand', () => {
    expect(plan({}, skipped(2, false))).toEqual(['add', 'add', 'skip: Already in this event', PROBLEM]);
    expect(plan({ existing: 'update' }, skipped(4, false))).toEqual(['update', 'add', 'add', PROBLEM]);
    expect(plan({ existing: 'add' }, skipped(4, false))).toEqual(['add', 'add', 'add', PROBLEM]);
  });

  test('USE-53: a line that matches the choices does not count as edited', () => {
    const { columns, check } = read(text);
    const rows = planImport(check(NO_EDITS), { columns, edits: NO_EDITS, existing, choices: DEFAULT_CHOICES });
    expect(rows.map(({ isSkippedByChoices }) => isSkippedByChoices)).toEqual([true, false, true, false]);
    for (const row of rows) {
      const changed = withSkipped(NO_EDITS, row, !row.isSkippedByChoices);
      expect(changed.skipped).toEqual({ [row.row.line]: !row.isSkippedByChoices });
      expect(withSkipped(changed, row, row.isSkippedByChoices)).toEqual(NO_EDITS);
    }
  });

  test('USE-53: an update sends the values in the file; an empty cell changes nothing', () => {
    const { rows } = read(`${HEAD},organisation,job_title,marketing\nAda,Marsh,ada@example.com,Kestrel,,no\nBen,Osei,b@example.com,,Lead,`);
    expect(rows.map((row) => updateOf(row, 'not_accepting'))).toEqual([
      { first_name: 'Ada', last_name: 'Marsh', organisation: 'Kestrel', accepts_marketing: false },
      { first_name: 'Ben', last_name: 'Osei', job_title: 'Lead' },
    ]);
  });
});
