import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { containsAddress } from './address-in-name.ts';
import { cleanAddress, isEmail, looksLikeEmail, mailboxKey } from './email.ts';
import { withAdditions } from './mail/fit-template.ts';
import { eventItem } from './mail/mail-items.ts';
import { fillMail, headerLine } from './mail/mail-template.ts';
import { readRichText, richTextHtml, richTextPlain } from './rich-text.ts';
import { folded, SEARCH_MAX_LENGTH, searchWords } from './search-words.ts';
import { visibleLine } from './text.ts';

// Each is twice the limit, since machines differ; quadratic time would take far longer.
const VISITOR_MS = 10;
const ADDRESS_MS = 2;
const TEMPLATE_MS = 100;
const DESCRIPTION_MS = 40;
const TEMPLATE_MAX = 50_000;
const DESCRIPTION_MAX = 5_000;
/** The longest text that a visitor sends in one request; a pattern that is not in the tables may get as much. */
const BODY_MAX = 64 * 1024;
/** NFKC turns one character such as U+FDFA into 18. */
const NFKC_FACTOR = 18;

/** The patterns with quadratic time, and the longest text that they get: it is cut first. */
const LONGEST: Readonly<Record<string, number>> = { [String.raw`[^\s@"'<>(]+@[^\s@"'<>)]+`]: 500, [String.raw`[\s,.;:–-]+$`]: 300 };

/** Functions that apply several patterns, or composed ones, to a visitor's text: the longest after NFKC. */
const OF_VISITORS: readonly (readonly [name: string, longest: number, run: (text: string) => unknown])[] = [
  ['containsAddress of a name', 100 * NFKC_FACTOR, containsAddress],
  ['visibleLine', BODY_MAX, visibleLine],
  ['isEmail', BODY_MAX, isEmail],
  ['looksLikeEmail', BODY_MAX, looksLikeEmail],
  ['mailboxKey', BODY_MAX, mailboxKey],
  ['searchWords', SEARCH_MAX_LENGTH, (text) => searchWords(folded(text))],
  ['headerLine', 10_000, headerLine],
];

const events = Array.from({ length: 40 }, (_, index) =>
  eventItem(
    {
      title: `Working with figures, part ${index}`,
      startsAt: '2044-03-01T09:00:00Z',
      endsAt: '2044-03-01T17:00:00Z',
      venue: 'Harbour House',
      venueAddress: '1 Quay Street, Bristol',
    },
    { timeZone: 'Europe/London' },
  ),
);
const values = {
  SERIES: 'Spring',
  FNAME: '㋉'.repeat(100),
  SUCCESS: ['Day one'],
  FROM: 'team@example.com',
  EVENTS: events,
  WAITING: ['Day two'],
  LINK: '',
  CONTACT: 'write to us',
  CHANGES: 'Name',
  NOTE: 'See you',
};
const rest = {
  values,
  letterhead: { name: 'Kestrel', logo: null, privacyUrl: null, imprintUrl: null, accessibilityUrl: null, mapUrl: null },
};
const OF_TEMPLATES: readonly (readonly [name: string, run: (text: string) => unknown])[] = [
  ['fillMail', (template) => fillMail({ ...rest, subject: 'Hello', template })],
  [
    'fillMail with a link',
    (template) => fillMail({ ...rest, values: { ...values, LINK: 'https://example.com/' }, subject: 'Hello', template }),
  ],
  ['withAdditions', (template) => withAdditions(template, { isWaiting: true, hasRepeated: true, hasLink: true })],
];

const ATOMS = [
  'a',
  '1',
  'a.',
  'a@',
  'a-1',
  '.',
  ':',
  '://',
  'https://',
  ' ',
  '\n',
  '=',
  ',',
  "'",
  '"',
  '&',
  '%',
  '<',
  '<!--',
  '㋉',
  'ﷺ',
  '(',
  'https://a(',
  '\u200b',
  '\u200d',
];
const TEMPLATE_ATOMS = [
  'a',
  '.',
  ': ',
  'https://',
  '\n',
  '=',
  '"',
  '&',
  '<',
  '<!--',
  '<b>',
  '</i>',
  '<p>',
  '<a href =',
  '<a href="x">',
].concat([
  '</a>',
  '<svg>',
  '</div>',
  '<style>',
  '</style>',
  '<body ',
  '</body ',
  '%FNAME%',
  '%EVENTS% %WAITING%',
  '%LINK%',
  '%EVENTS%\n',
  '<p>%EVENTS%',
  '<p>%EVENTS% %WAITING%',
  'color',
]);

const MARKDOWN_ATOMS = [
  'a',
  ' ',
  '\n',
  '\n\n',
  '*',
  '**',
  '**a_',
  '_',
  '*a ',
  '[',
  ']',
  '](',
  '[a](',
  '](https://a.b)',
  '[a](https://a.b)',
].concat([
  '(',
  '<',
  '- ',
  '1. ',
  '  - ',
  '\n- ',
  '\n  - a',
  '\n1. ',
  '    ',
  '\\',
  '`',
  '&lt;',
  'https://a.b/',
  '![',
  '\t',
  '14. ',
  '5*3',
  '\\*',
  '://',
  'https://',
  'https://a(',
  "'",
  '字**',
]);

/** At this length a pattern with quadratic time is already slow. */
const SHORT = 8_000;

/** Texts of one atom again and again, and short ones of two. */
function* textsOf(atoms: readonly string[], longest: number): Generator<string> {
  const filled = (atom: string, length: number): string => atom.repeat(length / atom.length);
  const half = Math.min(SHORT, longest) / 2;
  for (const first of atoms) {
    for (const second of atoms) {
      yield filled(first, half) + filled(second, half);
      yield `${first}${filled(second, half)}@\n`;
    }
  }
  for (const atom of atoms) yield filled(atom, longest);
}

/** The first attempts say little on a busy machine, or before the code is compiled. */
const ATTEMPTS = 12;

/** The first of the texts that takes more processor time than this at each attempt. */
function slowText(run: (text: string) => unknown, texts: Iterable<string>, limitMs: number): string | undefined {
  const isSlow = (text: string): boolean => {
    const before = process.threadCpuUsage();
    run(text);
    const { user, system } = process.threadCpuUsage(before);
    return user + system > limitMs * 1_000;
  };
  const isAlwaysSlow = (text: string): boolean => Array.from({ length: ATTEMPTS }).every(() => isSlow(text));
  for (const text of texts) if (isAlwaysSlow(text)) return `${text.slice(0, 20)}…${text.slice(-20)}`;
  return undefined;
}

/** Each pattern written in the code of the server, the contract and the form. */
function patternsOfCode(): RegExp[] {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{contract,server,signup}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|\/testing\//.test(file));
  return files.flatMap((file) => {
    const found: RegExp[] = [];
    const visitor = new Visitor({
      Literal: (node) => {
        if ('regex' in node) found.push(new RegExp(node.regex.pattern, node.regex.flags));
      },
    });
    visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
    return found;
  });
}

// The tests measure processor time, so on a busy machine they take long by the clock and still pass.
describe('SEC-22, SEC-24: no text of a visitor or of a template keeps the server from others', { timeout: 600_000 }, () => {
  test('each pattern of the code reads its longest text in time', () => {
    const patterns = patternsOfCode();
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns.flatMap((pattern) => {
      const text = slowText((typed) => typed.replace(pattern, ''), textsOf(ATOMS, LONGEST[pattern.source] ?? BODY_MAX), VISITOR_MS);
      return text === undefined ? [] : [`${pattern.source} on ${text}`];
    });
    expect(slow).toEqual([]);
  });

  test.each(OF_VISITORS)('%s reads %i characters in time', (_name, longest, run) => {
    expect(slowText(run, textsOf(ATOMS, longest), VISITOR_MS)).toBeUndefined();
  });

  test('DATA-14: whatever is typed is parsed as an address in time', () => {
    expect(slowText(cleanAddress, textsOf(ATOMS, BODY_MAX), ADDRESS_MS)).toBeUndefined();
  });

  test('FACE-3: a description of 5,000 characters is read in time', () => {
    const run = (typed: string) => {
      const read = readRichText(typed);
      return richTextHtml(read) + richTextPlain(read);
    };
    const texts = [...textsOf(MARKDOWN_ATOMS, DESCRIPTION_MAX)].map((typed) => typed.slice(0, DESCRIPTION_MAX));
    const repeated = MARKDOWN_ATOMS.flatMap((first) => MARKDOWN_ATOMS.map((second) => (first + second).repeat(DESCRIPTION_MAX)));
    expect(slowText(run, [...texts, ...repeated.map((typed) => typed.slice(0, DESCRIPTION_MAX))], DESCRIPTION_MS)).toBeUndefined();
  });

  test.each(OF_TEMPLATES)('%s reads 50,000 characters in time', (_name, run) => {
    const texts = [...textsOf(TEMPLATE_ATOMS, TEMPLATE_MAX), '<p a='.padEnd(TEMPLATE_MAX)];
    expect(slowText(run, texts, TEMPLATE_MS)).toBeUndefined();
  });
});
