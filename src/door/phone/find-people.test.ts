import { expect, test } from 'vitest';
import { findPeople, foundParts } from './find-people.ts';

const person = (first_name: string, last_name: string, organisation = '') => ({
  id: `${first_name} ${last_name}`,
  first_name,
  last_name,
  organisation,
  status: 'confirmed' as const,
  position: null,
  signed_up: '2026-11-03T09:00:00Z',
  cancelled_at: null,
  since: null,
  by: null,
  code: null,
});

const people = [
  person('Siân', 'Prosser', 'Cyngor Llanfair'),
  person('', 'Λεωνίδας', 'Αθήνα'),
  person('אברהם', 'כהן'),
  person('Ann', 'O’Neill-Pratt', 'Prosper Ltd'),
  person('Jos\u00e9', 'Strau\u00df'),
  person('Nu\u200dr', 'X'),
  person('Łucja', 'Müller-Lüdenscheidt', '100 % Bio'),
  person('Joerg', 'Soerensen'),
  person('小明', '王', '明治大学'),
  person('민준', '김'),
  person('さくら', '山田'),
  person('マリア', 'ガルシア'),
  person('Ｍａｒｉ', 'ｱﾍﾞ'),
  person('Ivo', 'Đurić'),
  person('Eva', 'van den Berg'),
  person('J.R.', 'St. John', 'AT&T'),
  person('Annamaria', 'DeLuca'),
];

test.each([
  ['sian pr', ['Siân Prosser']],
  ['PR', ['Siân Prosser', 'Ann O’Neill-Pratt']],
  ['prosp', ['Ann O’Neill-Pratt']],
  ["o'neill pra", ['Ann O’Neill-Pratt']],
  ['oneill', ['Ann O’Neill-Pratt']],
  ['oneillpratt ann', ['Ann O’Neill-Pratt']],
  ['vandenb eva', ['Eva van den Berg']],
  ['evavan', []],
  ['jr stjohn', ['J.R. St. John']],
  ['j.r. st john', ['J.R. St. John']],
  ['att', ['J.R. St. John']],
  ['anna maria', ['Annamaria DeLuca']],
  [' le luca ', []],
  ['muller-lud', ['Łucja Müller-Lüdenscheidt']],
  ['mueller lue', ['Łucja Müller-Lüdenscheidt']],
  ['jörg', ['Joerg Soerensen']],
  ['SO\u0308R', ['Joerg Soerensen']],
  ['sørensen', ['Joerg Soerensen']],
  ['λεω', [' Λεωνίδας']],
  ['כה', ['אברהם כהן']],
  ['jose\u0301 strass', []],
  ['jose strauss', ['José Strauß']],
  ['nur', ['Nu\u200dr X']],
  ['rosser', []],
  ['王小明', ['小明 王']],
  ['小明王', ['小明 王']],
  ['王小', ['小明 王']],
  ['王小明 明治', ['小明 王']],
  ['王大明', []],
  ['김민준', ['민준 김']],
  ['김민', ['민준 김']],
  ['김준', []],
  ['山田さくら', ['さくら 山田']],
  ['マリア・ガルシア', ['マリア ガルシア']],
  ['アベ mari', ['Ｍａｒｉ ｱﾍﾞ']],
  ['ｍａｒｉ', ['Ｍａｒｉ ｱﾍﾞ']],
  ['ｶﾞﾙｼｱ', ['マリア ガルシア']],
  ['djuric', ['Ivo Đurić']],
  ['duric', ['Ivo Đurić']],
  ['Ludenscheidt lucja', ['Łucja Müller-Lüdenscheidt']],
  // A text without words is searched for literally.
  ['%', ['Łucja Müller-Lüdenscheidt']],
  ['_', []],
  ['-', ['Ann O’Neill-Pratt', 'Łucja Müller-Lüdenscheidt']],
  ['\u200b', []],
])('ATD-17: %s finds by the beginnings of words, without accents, names before organisations', (text, found) => {
  expect(findPeople(people, text).map(({ id }) => id)).toEqual(found);
});

test.each([
  ['Siân Prosser', ['sia', 'pro'], ['', 'Siâ', 'n ', 'Pro', 'sser']],
  ['Strauß', ['strauss'], ['', 'Strauß', '']],
  ['O’Neill', ['neill'], ['O’', 'Neill', '']],
  ['Jose\u0301', ['jose'], ['', 'Jose\u0301', '']],
  ['Bevan', [], ['Bevan']],
])('ATD-17: in %s the matching beginnings are marked', (text, wanted, parts) => {
  expect(foundParts(text, wanted)).toEqual(parts);
});
