import { expect, test } from 'vitest';
import { columnsCookie, readColumnsCookie, surplusCookies } from './use-chosen-columns.ts';

const SERIES = '0199f0a0-0000-7000-8000-000000000001';

test('SER-5, CONST-1, CONST-2: the cookie lasts 365 days, for the whole site, strictly same-site, joined by commas', () => {
  expect(columnsCookie(SERIES, ['job_title', 'dietary_needs'])).toBe(
    `screen-options-${SERIES}=job_title,dietary_needs; max-age=31536000; path=/; SameSite=Strict`,
  );
});

test('SER-5: the columns are written and read again, whatever characters a field key has', () => {
  const columns = ['job_title', 'tea,_coffee;_or=none?', 'größe', '100%'];
  const [pair = ''] = columnsCookie(SERIES, columns).split(';');
  expect(readColumnsCookie(`other=1; ${pair}; more=2`, SERIES)).toEqual(columns);
});

test('SER-5: each series has its own columns', () => {
  const [pair = ''] = columnsCookie(SERIES, ['job_title']).split(';');
  expect(readColumnsCookie(pair, `${SERIES}2`)).toEqual([]);
});

test('an empty or malformed cookie gives no optional columns', () => {
  expect(readColumnsCookie('', SERIES)).toEqual([]);
  expect(readColumnsCookie(`screen-options-${SERIES}=`, SERIES)).toEqual([]);
  expect(readColumnsCookie(`screen-options-${SERIES}=%E0%A4%A,job_title`, SERIES)).toEqual(['job_title']);
});

test('SER-5: of more cookies than a request should carry, those made first are deleted, but not the one just written or others', () => {
  const cookie = (number: number, length: number) => `screen-options-${number}=${'x'.repeat(length)}`;
  const few = ['other=1', cookie(1, 1_900), cookie(2, 1_900)].join('; ');
  expect(surplusCookies(few, '1')).toEqual([]);
  const many = ['other=1', ...[1, 2, 3, 4, 5].map((number) => cookie(number, 1_500)), 'more=2'].join('; ');
  expect(surplusCookies(many, '1')).toEqual([2, 3, 4].map((number) => `screen-options-${number}=; max-age=0; path=/`));
  expect(surplusCookies('', '1')).toEqual([]);
});
