import { expect, test } from 'vitest';
import { isGoodStamp, makeStamp } from './form-stamp.ts';

const secret = 'a secret of tests, of thirty-two characters and more';
const form = { kind: 'series', id: '01a1f82e-8271-7179-acaf-b9896552f8ff' };
const madeAt = Date.UTC(2026, 4, 1);
const stamp = makeStamp({ secret, form, now: madeAt });
const isGoodAfter = (ms: number) => isGoodStamp(stamp, { secret, form, now: madeAt + ms });

test('SPAM-2: a stamp is good from two seconds after the page was made, for a day', () => {
  expect([0, 1_999, 2_000, 86_400_000, 86_400_001, -1].map(isGoodAfter)).toEqual([false, false, true, true, false, false]);
});

test('SPAM-2: a stamp of another form, another secret or another kind is bad', () => {
  const now = madeAt + 60_000;
  expect(isGoodStamp(stamp, { secret, form: { ...form, id: form.id.replace('01', '02') }, now })).toBe(false);
  expect(isGoodStamp(stamp, { secret, form: { ...form, kind: 'marketing' }, now })).toBe(false);
  expect(isGoodStamp(stamp, { secret: `${secret}!`, form, now })).toBe(false);
});

test('SPAM-2: a stamp whose time was changed is bad', () => {
  const [, signature] = stamp.split('.');
  const earlier = (madeAt - 10_000).toString(36);
  expect(isGoodStamp(`${earlier}.${signature}`, { secret, form, now: madeAt })).toBe(false);
});

test.each([null, 1, '', '.', {}, [stamp], stamp.slice(1), `${stamp}=`, 'a'.repeat(100_000)])('SPAM-2: %j is no stamp', (value) => {
  expect(isGoodStamp(value, { secret, form, now: madeAt + 60_000 })).toBe(false);
});
