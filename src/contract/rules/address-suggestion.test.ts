import { expect, test } from 'vitest';
import { addressSuggestion } from './address-suggestion.ts';

test.each([
  ['hannah.brook@gmial.com', 'hannah.brook@gmail.com'],
  ['ada@GMAIL.CON', 'ada@gmail.com'],
  ['ada@hotmial.co.uk', 'ada@hotmail.co.uk'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@gmail.com', undefined],
  ['ada@hotmail.co', 'ada@hotmail.com'],
  ['ada@mail.com', undefined],
  ['ada@yahoo.co.in', undefined],
  ['ada@brightwater.example', undefined],
  ['ada', undefined],
  ['@gmial.com', undefined],
  ['', undefined],
])('%j looks like a typing error for %j', (typed, meant) => {
  expect(addressSuggestion(typed)).toBe(meant);
});

const REAL = [
  'hotmail.de',
  'hotmail.it',
  'hotmail.es',
  'hotmail.be',
  'hotmail.fr',
  'yahoo.de',
  'yahoo.es',
  'yahoo.it',
  'yahoo.ca',
  'lidl.com',
];

test.each(REAL)('an address at %s is not asked about', (domain) => {
  expect(addressSuggestion(`ada@${domain}`)).toBeUndefined();
});
