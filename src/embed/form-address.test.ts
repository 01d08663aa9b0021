import { describe, expect, test } from 'vitest';
import { formAddress, frameAddress } from './form-address.ts';

const SERVER = 'https://events.example.com';
const FORM = `${SERVER}/spring/events-series/0192b7c4/view`;

describe('the address of a form', () => {
  test.each([FORM, '/spring/events-series/0192b7c4/view', `${SERVER}/book/form/0192b7c4/view?redirectTo=https%3A%2F%2Fhost.example`])(
    '%s is accepted',
    (text) => {
      expect(formAddress(text, SERVER)?.href.startsWith(SERVER)).toBe(true);
    },
  );

  test.each([
    null,
    '',
    'javascript:alert(1)//events-series/x/view',
    'data:text/html,/form/x/view',
    'https://elsewhere.example/spring/form/0192b7c4/view',
    'https://events.example.com.elsewhere.example/a/form/b/view',
    '//elsewhere.example/a/form/b/view',
    `${SERVER}/home`,
    `${SERVER}/spring/events-series/0192b7c4`,
    'http://[',
  ])('%s is not one', (text) => {
    expect(formAddress(text, SERVER)).toBeUndefined();
  });
});

const framed = (form: string, page: string, around: { theme?: string; forwarded?: string[] } = {}): URL =>
  new URL(frameAddress({ form: new URL(form), via: 'script', theme: around.theme, forwarded: around.forwarded }, new URL(page)));

describe('the address of the frame', () => {
  test('prefill and campaign come from the host page, whose address is passed without its query', () => {
    const { searchParams } = framed(FORM, 'https://host.example/courses?utm_source=news&first_name=Ada&events=a&events=b#top');
    expect([...searchParams]).toEqual([
      ['embed', '1'],
      ['_via', 'script'],
      ['source_page', 'https://host.example/courses'],
      ['utm_source', 'news'],
      ['first_name', 'Ada'],
      ['events', 'a'],
      ['events', 'b'],
    ]);
  });

  test('the host page cannot override parameters of the form’s address', () => {
    const { searchParams } = framed(`${FORM}?utm_source=partner`, 'https://host.example/?utm_source=other&utm_medium=mail');
    expect(searchParams.getAll('utm_source')).toEqual(['partner']);
    expect(searchParams.get('utm_medium')).toBe('mail');
  });

  test('a link to the host page cannot set the redirect, the source page or the theme', () => {
    const { searchParams } = framed(
      FORM,
      'https://host.example/?redirectTo=https://evil.example&theme=dark&embed=0&_via=qr&source_page=https://evil.example',
    );
    expect([...searchParams.keys()]).toEqual(['embed', '_via', 'source_page']);
    expect(searchParams.get('source_page')).toBe('https://host.example/');
    const twice = ['amp;redirectTo=https://evil.example', 'AMP%3BredirectTo=x', '%61mp;embed=0', 'amp;source_page=y', '', '=z'].join('&');
    expect([...framed(FORM, `https://host.example/?${twice}`).searchParams.keys()]).toEqual(['embed', '_via', 'source_page']);
  });

  test('values arrive as the link has them, whatever their encoding', () => {
    const { search } = framed(`${FORM}#form`, 'https://host.example/?first_name=Andr%E9&amp;last_name=M%C3%BCller#top');
    expect(search.endsWith('&first_name=Andr%E9&amp;last_name=M%C3%BCller')).toBe(true);
  });

  test('only named parameters are forwarded when some are named', () => {
    const page = 'https://host.example/?utm_source=news&code=secret';
    expect(framed(FORM, page, { forwarded: ['utm_source'] }).search).not.toContain('secret');
    expect(framed(FORM, page, { forwarded: ['utm_source'] }).searchParams.get('utm_source')).toBe('news');
    expect(framed(FORM, page, { forwarded: [] }).searchParams.has('utm_source')).toBe(false);
  });

  test('the theme is that of the element', () => {
    expect(framed(`${FORM}?theme=dark`, 'https://host.example/', { theme: 'light' }).searchParams.getAll('theme')).toEqual(['light']);
  });
});
