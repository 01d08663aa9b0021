import { expect, test } from 'vitest';
import { checkFormToken, createFormToken, isValidFormToken, tokenForNext } from './form-token.ts';

const secret = 'a secret of tests, of thirty-two characters and more';
const form = { kind: 'series', id: '01a1f82e-8271-7179-acaf-b9896552f8ff' } as const;
const madeAt = Date.UTC(2026, 4, 1);
const token = createFormToken({ secret, form, now: madeAt });
const isGoodAfter = (ms: number) => isValidFormToken(token, { secret, form, now: madeAt + ms });

test('SPAM-2: a token is valid from two seconds after the page was made, for a day', () => {
  expect([0, 1_999, 2_000, 86_400_000, 86_400_001, -1].map(isGoodAfter)).toEqual([false, false, true, true, false, false]);
});

test('SPAM-2: a page that is shown again keeps its token, unless that is too old or from the future', () => {
  const isKeptAfter = (ms: number) => tokenForNext(token, { secret, form, now: madeAt + ms }) === token;
  expect([0, 1_999, 86_400_000, 86_400_001, -3_600_000].map(isKeptAfter)).toEqual([true, true, true, false, false]);
});

test('REL-13: the clock of the server that made a token may be off by a minute', () => {
  const ofAnother = createFormToken({ secret, form, now: madeAt, maker: 'another1' });
  const verdictAfter = (ms: number) => checkFormToken(ofAnother, { secret, form, now: madeAt + ms });
  expect([-58_001, -58_000, -10_000, 0, 1_000, 86_400_000, 86_460_000, 86_460_001].map(verdictAfter)).toEqual([
    'too young',
    ...Array.from({ length: 6 }, () => 'good'),
    'too old',
  ]);
});

test('REL-13: a token that names another server than it was signed for is bad', () => {
  const [time, , signature] = token.split('.');
  expect(checkFormToken(`${time}.another1.${signature}`, { secret, form, now: madeAt + 60_000 })).toBe('bad');
});

test('SPAM-2: a token of another form, another secret or another kind is bad', () => {
  const now = madeAt + 60_000;
  expect(isValidFormToken(token, { secret, form: { ...form, id: form.id.replace('01', '02') }, now })).toBe(false);
  expect(isValidFormToken(token, { secret, form: { ...form, kind: 'marketing' }, now })).toBe(false);
  expect(isValidFormToken(token, { secret: `${secret}!`, form, now })).toBe(false);
});

test('SPAM-2: a token whose time was changed is bad', () => {
  const [, maker, signature] = token.split('.');
  const earlier = (madeAt - 10_000).toString(36);
  expect(isValidFormToken(`${earlier}.${maker}.${signature}`, { secret, form, now: madeAt })).toBe(false);
});

test.each([null, 1, '', '.', {}, [token], token.slice(1), `${token}=`, 'a'.repeat(100_000)])('SPAM-2: %j is not a token', (value) => {
  expect(isValidFormToken(value, { secret, form, now: madeAt + 60_000 })).toBe(false);
});
