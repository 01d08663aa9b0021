import { expect, test } from 'vitest';
import { addressForNext, sourceOf } from '#server/sign-up/page/page-address.ts';

const FORM_PATH = '/events-series/0198b0c0-0000-7000-8000-000000000000/view';
const withVia = (query: string, referer?: string) => sourceOf(new URLSearchParams(query), referer, { formPath: FORM_PATH, hasVia: true });
const source = (query: string, referer?: string) => {
  const { _via, ...rest } = withVia(query, referer);
  return rest;
};

test.each([
  ['', 'page'],
  ['embed=1', 'frame'],
  ['embed=1&_via=script', 'script'],
  ['embed=1&_via=popup', 'popup'],
  ['_via=qr', 'qr'],
  ['_via=nonsense', 'page'],
])('SRC-5: a page opened with “%s” has the source %s', (query, via) => {
  expect(withVia(query)._via).toBe(via);
});

test('utm parameters and the previous page are stored, the page without its query', () => {
  expect(source('utm_source=news&utm_medium=mail&first_name=Ada', 'https://host.example/learn?token=secret#top')).toEqual({
    utm_source: 'news',
    utm_medium: 'mail',
    source_page: 'https://host.example/learn',
  });
});

test('the page named by the embed script takes precedence over the referrer', () => {
  const query = `source_page=${encodeURIComponent('https://host.example/a/b?c=d')}`;
  expect(source(query, 'https://host.example/')).toEqual({ source_page: 'https://host.example/a/b' });
});

test.each(['javascript:alert(1)', 'about:client', 'nonsense', ''])('a page named %o is omitted', (page) => {
  expect(source(`source_page=${encodeURIComponent(page)}`)).toEqual({});
});

test('the page of the form itself, under any slug, is not a source', () => {
  expect(source('', `https://events.example/any-slug${FORM_PATH}?first_name=Ada`)).toEqual({});
});

test('values that are blank, too long or cannot be stored are omitted', () => {
  expect(source(`utm_source=%20&utm_medium=${'x'.repeat(501)}&utm_term=%00`)).toEqual({});
});

test('FACE-38: the form for the next person is prefilled only with the kept values', () => {
  const query = new URLSearchParams(
    'embed=1&_via=popup&theme=dark&first_name=Ada&redirectTo=https://host.example/&utm_source=news&email=a@b.example',
  );
  const kept = { organisation: 'Ann & Co', events: ['one', 'two'] };
  expect(addressForNext(query, { kept })).toBe(
    '?embed=1&_via=popup&theme=dark&redirectTo=https%3A%2F%2Fhost.example%2F&utm_source=news&organisation=Ann+%26+Co&events=one&events=two',
  );
  expect(addressForNext(new URLSearchParams('first_name=Ada'), { kept: { organisation: '', events: [] } })).toBe('?');
});
