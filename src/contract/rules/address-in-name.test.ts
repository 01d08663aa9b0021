import { describe, expect, test } from 'vitest';
import { NAME_WITHOUT_ADDRESS } from '../texts/words/form.ts';
import { checkSignUp } from './check-sign-up.ts';
import type { FormRules } from './sign-up.ts';

const PERSON = { first_name: 'Ann', last_name: 'Lee', job_title: 'Chemist', organisation: 'Acme', email: 'ann@example.com' };
const NOTE = { id: '', name: 'note', label: 'Note', required: false, options: [], order: 0, brunch_event: false, brunch_event_id: null };
const FORM: FormRules = {
  kind: 'marketing',
  events: [],
  fields: [
    { ...NOTE, type: 'input' },
    { ...NOTE, name: 'story', label: 'Story', type: 'textarea' },
  ],
};

const check = (sent: Readonly<Record<string, unknown>>) => checkSignUp(FORM, { ...PERSON, ...sent }, { at: 0, inWords: String });
const stored = (sent: Readonly<Record<string, unknown>>) => {
  const checked = check(sent);
  return 'values' in checked ? checked.values : checked.errors;
};

describe('EXTRA-2, SEC-4: a name with a web address, an email address or a telephone number is refused at its field', () => {
  test.each([
    'https://x',
    'hxxp://prize',
    'www.prize',
    'WWW.prize.example',
    'mail ben@prize',
    'ben@prize.example',
    '@prize',
    'ｗｗｗ．prize',
    'ben＠prize.example',
    'www。prize',
    'ww\u200Bw.prize',
    'Call 0170 1234567',
    '+49 170 12 34 567',
    '0170-123-4567',
    '01.70.12.34.56',
    '(0170) 12/345',
    '０１７０１２３４５６７',
    '٠١٧٠١٢٣٤',
  ])('%s', (name) => {
    expect(check({ first_name: name, last_name: 'St. John', job_title: name }).errors).toEqual([
      { path: 'first_name', message: NAME_WITHOUT_ADDRESS },
    ]);
  });

  test.each([
    'Schneider.Jr',
    'Hernandez.Jr.',
    'Nguyen.Ba',
    'Mohamed.El Amrani',
    'Sanders.De Vries',
    'Jean-P.Le',
    'Dr.-Ing.Li',
    'Dr.Schmidt/Meier',
    'Mrs.Page',
    'J.R.R.Tolkien',
    'Ph.D.',
    'O’Neil-Smith',
    'Ada / Countess',
    'Иванов И.И.',
    '王小明',
    'X Æ A-12',
    'Smith 3rd (2027)',
  ])('%s is a name', (name) => {
    expect(stored({ first_name: name })).toMatchObject({ first_name: name });
  });
});

describe('VAL-30: a text is not refused because of invisible characters', () => {
  test.each([
    ['An\u000Bna', 'An na'],
    ['\u202EAnna\u202C', 'Anna'],
    ['An\u00ADna\uFEFF', 'Anna'],
    ['An\u200Dna', 'Anna'],
    ['\u2066Anna\u2069\u2028', 'Anna'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
    ['श्री\u200Dमान', 'श्री\u200Dमान'],
    ['क्\u200Dष', 'क्\u200Dष'],
    ['E\u0301lise', 'Élise'.normalize('NFC')],
    ...[
      'Team 🏳\uFE0F\u200D🌈',
      '👩🏽\u200D💻',
      '❤\uFE0F',
      '🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F} Cymru',
      '\uFA19田',
      '神\uFE00田',
      '葛\u{E0100}城',
      '渡邉\u{E0101}',
      'ᠮᠣᠩᠭᠣᠯ\u180Bᠠ\u180Eᠠ',
      '1\uFE0F\u20E3 #\uFE0F\u20E3 *\uFE0F\u20E3',
      '☎\uFE0E ❤\uFE0E Ⓜ\uFE0F',
    ].map((name): [string, string] => [name, name]),
    ['a\u{E0100}葛\u{E0100}\u{E0101} 1\uFE0F \u180Bx❤\uFE0E\uFE0E', 'a葛\u{E0100} 1 x❤\uFE0E'],
    ['🌈\u200D x\u200D🌈 a\uFE0F 🌈\uFE0F\uFE0F', '🌈 x🌈 a 🌈\uFE0F'],
  ])('a name %j is stored as %j', (typed, name) => {
    expect(stored({ first_name: typed, organisation: typed })).toMatchObject({ first_name: name, organisation: name });
  });

  test('pasted line breaks are blanks in single-line texts and line breaks in longer answers', () => {
    expect(stored({ organisation: 'Acme\u2028Ltd', note: 'a\u000Bb\u2029c', story: 'a\u000Bb\u2028c\r\nd\re' })).toMatchObject({
      organisation: 'Acme Ltd',
      answers: { note: 'a b c', story: 'a\nb\nc\nd\ne' },
    });
  });
});

test('VAL-31: sources have no control characters and no line breaks, and a source page is a web address', () => {
  const source = (sent: Readonly<Record<string, unknown>>) => {
    const values = stored(sent);
    return 'source' in values ? values.source : values;
  };
  expect(source({ utm_source: 'a\r\nSet-Cookie: x\u001B[31m\u0007', source_page: 'https://host.example/a' })).toEqual({
    utm_source: 'a Set-Cookie: x [31m',
    source_page: 'https://host.example/a',
  });
  expect(source({ source_page: 'javascript:alert(1)', utm_medium: '\u0007', utm_term: '\u2028x\u0085y' })).toEqual({ utm_term: 'x y' });
});
