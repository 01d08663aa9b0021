import { expect, test } from 'vitest';
import type { RowBody } from './import-rows.ts';
import { numberRows, rowKey } from './row-key.ts';

const body = (first_name: string): RowBody => ({
  first_name,
  last_name: 'M',
  email: 'a@example.com',
  job_title: '',
  organisation: '',
  message: null,
  accepts_marketing: false,
});
const keysOf = async (names: string[]) => Promise.all(numberRows(names, body).map(rowKey));

test('IMP-16: a row has the same key at every try and in every import, also when other rows of the file changed', async () => {
  const [ada, ben] = await keysOf(['Ada', 'Ben']);
  expect(await keysOf(['Cy', 'Ben', 'Ada'])).toEqual([expect.any(String), ben, ada]);
  expect(ada).toMatch(/^csv-[0-9a-f]{64}$/);
});

test('IMP-16: rows that differ, and rows that are the very same, have keys of their own', async () => {
  expect(new Set(await keysOf(['Ada', 'Ada', 'Ben'])).size).toBe(3);
});
