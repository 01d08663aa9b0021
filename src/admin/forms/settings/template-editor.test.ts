import '#admin/testing/window.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeholdersOf } from '#contract/rules/mail/mail-placeholders.ts';
import { splitPlaceholders, templateWarnings, unknownPlaceholders } from './template-editor.tsx';

const USUAL = placeholdersOf(undefined, 'marketing');
const kindsOf = (text: string) => splitPlaceholders(text, USUAL).map(({ kind, text: part }) => [kind, part]);

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
  ['% FNAME %', 'Did you mean %FNAME%?'],
  ['％FNAME％', 'Did you mean %FNAME%?'],
  ['%F-NAME%', 'Did you mean %FNAME%?'],
  ['%FNA\u200BME%', 'Did you mean %FNAME%?'],
  ['%<b>FNAME</b>%', 'Did you mean %FNAME%?'],
  ['%FN<span style="color:red">AME</span>%', 'Did you mean %FNAME%?'],
  ['&#37;FNAME&#37;', 'Did you mean %FNAME%?'],
  ['%SUCESS%', 'Did you mean %SUCCESS%?'],
  ['%FORM%', 'Did you mean %FROM%?'],
  ['%SERIES', 'Did you mean %SERIES%?'],
  ['{{fname}}', 'Did you mean %FNAME%?'],
  ['{{ series }}', 'Did you mean %SERIES%?'],
  ['*|FNAME|*', 'Did you mean %FNAME%?'],
  ['[[name]]', 'Did you mean %FNAME%?'],
  ['[FNAME]', 'Did you mean %FNAME%?'],
  ['<<Name>>', 'Did you mean %FNAME%?'],
  ['{!Name}', 'Did you mean %FNAME%?'],
])('an unknown placeholder is reported with a suggestion: %s', (word, question) => {
  expect(unknownPlaceholders(`Hello ${word}, again ${word}`, USUAL)).toEqual([
    `${word} isn't a placeholder. It will be sent as typed. ${question}`,
  ]);
});

test('words in brackets and the styles of HTML are not placeholders', () => {
  expect(unknownPlaceholders('[REMINDER] {see below} <style>p{color:red}</style> [Name]', USUAL)).toEqual([]);
});

test('MLG-11: links and pictures in HTML that mail programs cannot load are named', () => {
  const addresses = [
    'www.example.com/a',
    '/b',
    '//example.com/c',
    'logo.png',
    'data:image/png;base64,AA',
    'cid:image001.png@01DC',
    'file:///C:/a',
    'blob:https://example.com/1',
  ];
  const html = addresses.map((address) => `<a href="${address}">x</a>`).join('');
  const warnings = addresses.map((address) => `${address} can't be opened from an email. Enter the full address, with https://.`);
  expect(templateWarnings(`<p>Hello</p>${html}<IMG SRC=logo.png>`, USUAL)).toEqual(warnings);
  const whole = ['https://example.com/?a=1', 'http://example.com', 'mailto:jo@example.com', 'tel:+44', '#top', '%FROM%', 'cid:logo'];
  expect(templateWarnings(whole.map((address) => `<a href='${address}'>x</a>`).join(''), USUAL)).toEqual([]);
  expect(templateWarnings('Set src = logo.png', USUAL)).toEqual([]);
});

test('a placeholder without its last percent sign is reported, and the next one is still known', () => {
  const template = 'About %SERIES, dear %FNAME%: %FROM';
  expect(kindsOf(template).filter(([kind]) => kind !== 'plain')).toEqual([
    ['unknown', '%SERIES'],
    ['placeholder', '%FNAME%'],
    ['unknown', '%FROM'],
  ]);
  expect(unknownPlaceholders('Go to %SUCCESSFUL', USUAL)).toEqual([]);
});

test('SLF-29, SLF-30: a placeholder of one mail is reported as unknown in another', () => {
  expect(unknownPlaceholders('You come to: %EVENTS% %EVENT%', ['EVENTS', 'EVENT'])).toEqual([]);
  expect(splitPlaceholders('%EVENTS%%EVENT%', ['EVENT', 'EVENTS']).map(({ kind }) => kind)).toEqual(['placeholder', 'placeholder']);
  expect(unknownPlaceholders('You come to: %EVENTS%', USUAL)).toHaveLength(1);
  expect(unknownPlaceholders('%LINK% %CONTACT% %25OFFERED%25', ['EVENTS'])).toHaveLength(3);
});

test('SLF-30: a mistyped one is compared with the mail’s placeholders', () => {
  expect(unknownPlaceholders('By %OFFER_END% or %NOTE', ['OFFER_ENDS', 'NOTE'])).toEqual([
    "%OFFER_END% isn't a placeholder. It will be sent as typed. Did you mean %OFFER_ENDS%?",
    "%NOTE isn't a placeholder. It will be sent as typed. Did you mean %NOTE%?",
  ]);
});

test('a word that resembles no placeholder is reported without a suggestion', () => {
  expect(unknownPlaceholders('%ORGANISATION%', USUAL)).toEqual(["%ORGANISATION% isn't a placeholder. It will be sent as typed."]);
});

test.each([
  '100% of people and 50% more',
  'https://a.example/?q=%E2%80%93%AB%CD',
  '5%',
  '%%',
  'width:100%;height:50%',
  '%20%',
  '20 % for you %',
  '20 % A % B%C%',
  '<td>50%</td><td>A 60%</td>',
  '<th>%</th><th>TOTAL</th><th>%</th>',
  '10% <b>OFF</b> or 20%',
])('other percent signs are plain text: %s', (text) => {
  expect(unknownPlaceholders(text, USUAL)).toEqual([]);
});

test('a percent sign before a placeholder does not hide it', () => {
  expect(kindsOf('Save 20 % %FNAME%, 20 % now %FNAME%').filter(([kind]) => kind !== 'plain')).toEqual([
    ['placeholder', '%FNAME%'],
    ['placeholder', '%FNAME%'],
  ]);
});

test('the parts add up to the text', () => {
  const piece = fc.oneof(fc.constantFrom('%FNAME%', '%NAME%', '%', '%%', ' ', 'FNAME'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(
        splitPlaceholders(text, USUAL)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
