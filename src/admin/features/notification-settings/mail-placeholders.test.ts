import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, unknownPlaceholders } from './mail-placeholders.ts';

const kindsOf = (text: string) => partsOf(text).map(({ kind, text: part }) => [kind, part]);

test('the four placeholders are known, in capitals only', () => {
  expect(kindsOf('%SERIES%%FNAME% %SUCCESS%, %FROM%')).toEqual([
    ['placeholder', '%SERIES%'],
    ['placeholder', '%FNAME%'],
    ['plain', ' '],
    ['placeholder', '%SUCCESS%'],
    ['plain', ', '],
    ['placeholder', '%FROM%'],
  ]);
  expect(kindsOf('%fname%')).toEqual([['unknown', '%fname%']]);
});

test.each([
  ['%NAME%', 'Did you mean %FNAME%?'],
  ['%fname%', 'Did you mean %FNAME%?'],
  ['%F NAME%', 'Did you mean %FNAME%?'],
  ['%SUCESS%', 'Did you mean %SUCCESS%?'],
  ['%FORM%', 'Did you mean %FROM%?'],
])('an unknown placeholder is named with what may be meant: %s', (word, question) => {
  expect(unknownPlaceholders(`Hello ${word}, again ${word}`)).toEqual([`${word} is no placeholder and is sent as it stands. ${question}`]);
});

test('one that is like none of them is named alone', () => {
  expect(unknownPlaceholders('%ORGANISATION%')).toEqual(['%ORGANISATION% is no placeholder and is sent as it stands.']);
});

test.each(['100% of people and 50% more', 'https://a.example/?q=%E2%80%93%AB%CD', '5%', '%%', 'width:100%;height:50%', '%20%'])(
  'percent signs of other kinds are text: %s',
  (text) => {
    expect(unknownPlaceholders(text)).toEqual([]);
  },
);

test('the parts together are the text again, each where it says', () => {
  const piece = fc.oneof(fc.constantFrom('%FNAME%', '%NAME%', '%', '%%', ' ', 'FNAME'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(
        partsOf(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
      for (const part of partsOf(text)) expect(text.startsWith(part.text, part.start)).toBe(true);
    }),
  );
});
