import { expect, test } from 'vitest';
import type { RowBody } from '../rows/import-rows.ts';
import { numberDuplicates, rowKey } from './row-key.ts';

const body = (first_name: string): RowBody => ({
  first_name,
  last_name: 'M',
  email: 'a@example.com',
  job_title: '',
  organisation: '',
  message: null,
  accepts_marketing: false,
});
const keysOf = async (names: string[]) => Promise.all(numberDuplicates(names, body).map(rowKey));

test('IMP-16: a row has the same key at each attempt and in each import, even if other rows of the file changed', async () => {
  const [ada, ben] = await keysOf(['Ada', 'Ben']);
  expect(await keysOf(['Cy', 'Ben', 'Ada'])).toEqual([expect.any(String), ben, ada]);
  expect(ada).toMatch(/^csv-[0-9a-f]{64}$/);
});

test('IMP-16: different rows and identical rows all have different keys', async () => {
  expect(new Set(await keysOf(['Ada', 'Ada', 'Ben'])).size).toBe(3);
});
