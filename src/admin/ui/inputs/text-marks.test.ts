import { expect, test } from 'vitest';
import { marks, nextItem } from './text-marks.ts';

/** The text after a mark, with ‹ and › around the selection, before and after. */
function marked(mark: keyof typeof marks, selected: string): string {
  const start = selected.indexOf('‹');
  const end = selected.indexOf('›') - 1;
  const { from, to, text, selected: part } = marks[mark](selected.replaceAll(/[‹›]/g, ''), start, end);
  const plain = selected.replaceAll(/[‹›]/g, '');
  const after = text.slice(0, part[0]) + '‹' + text.slice(part[0], part[1]) + '›' + text.slice(part[1]);
  return plain.slice(0, from) + after + plain.slice(to);
}

/** The result of applying a mark to a selection, and then to that result. */
const TOGGLED = [
  ['bold', 'one ‹two› three', 'one ‹**two**› three', 'one ‹two› three'],
  ['bold', 'one ‹two › three', 'one ‹**two** › three', 'one ‹two › three'],
  ['italics', 'one ‹**two**› three', 'one ‹***two***› three', 'one ‹**two**› three'],
  ['bold', 'one *‹two›* three', 'one ‹***two***› three', 'one ‹*two*› three'],
  ['bold', 'wo‹›rd', '‹**word**›', '‹word›'],
  ['italics', 'end ‹›', 'end *‹›*', 'end ‹›'],
  ['bold', '‹**a** and b›', '‹**a and b**›', '‹a and b›'],
  ['bold', '‹- one\n\n2. *two*›', '‹- **one**\n\n2. ***two***›', '‹- one\n\n2. *two*›'],
  ['link', 'see ‹this› page', 'see [this](‹https://›) page', 'see ‹this› page'],
  ['link', 'see ‹https://a.example› now', 'see [‹›](https://a.example) now', 'see ‹https://a.example› now'],
  ['bullets', 'a\no‹ne\n\n2. tw›o\nb', 'a\n‹- one\n\n- two›\nb', 'a\n‹one\n\ntwo›\nb'],
  ['bullets', 'a\n‹›', 'a\n- ‹›', 'a\n‹›'],
  ['numbers', '‹- one\n  - two\n›three', '‹1. one\n  2. two›\nthree', '‹one\n  two›\nthree'],
] as const;

test.each(TOGGLED)('FACE-60: %s are put around the selection, and removed again: %s', (mark, selected, once, twice) => {
  expect(marked(mark, selected)).toBe(once);
  expect(marked(mark, once)).toBe(twice);
});

test('FACE-60: at the end of marked words the cursor leaves the mark, and nothing is selected that typing would replace', () => {
  expect(marked('bold', 'aa **bb cc‹›**')).toBe('aa **bb cc**‹›');
  expect(marked('italics', '*one‹›* two')).toBe('*one*‹› two');
});

test.each([
  ['- one', { from: 5, to: 5, text: '\n- ' }],
  ['a\n  9. nine', { from: 11, to: 11, text: '\n  10. ' }],
  ['- one\n- ', { from: 6, to: 8, text: '' }],
  ['no list', undefined],
])('FACE-60: Enter begins the next item of a list, and ends it at an empty one: %j', (text, edit) => {
  const made = nextItem(text, text.length, text.length);
  expect(made && { from: made.from, to: made.to, text: made.text }).toEqual(edit);
});
