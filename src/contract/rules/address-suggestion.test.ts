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
  ['ada@yahoo.ca', undefined],
  ['ada@yahoo.co.in', undefined],
  ['ada@brightwater.example', undefined],
  ['ada', undefined],
  ['@gmial.com', undefined],
  ['', undefined],
])('%j looks like a slip of %j', (typed, meant) => {
  expect(addressSuggestion(typed)).toBe(meant);
});
