import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedText } from './linked-text.tsx';

const hrefs = (text: string): string[] =>
  [...renderToStaticMarkup(<LinkedText text={text} />).matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);

test.each<[string, string[]]>([
  ['no address at all', []],
  ['see https://a.example/terms', ['https://a.example/terms']],
  ['(see http://a.example/x?y=1, or https://b.example.)', ['http://a.example/x?y=1', 'https://b.example']],
  ['HTTPS://A.EXAMPLE/Terms!', ['HTTPS://A.EXAMPLE/Terms']],
  ['javascript:alert(1) and ftp://a.example and www.a.example', []],
  ['https://', []],
  ['https://a.example/b（見る）、https://a.example/「c」！', ['https://a.example/b', 'https://a.example/']],
  ['https://a.example/x\u200b \u2066https://b.example/x\u2069\u200e', ['https://a.example/x', 'https://b.example/x']],
  ['https://a.example/صفحة؟', ['https://a.example/صفحة']],
  [
    'https://a.example/x۔ https://b.example/x։ https://c.example/x— https://d.example/x\u061c',
    'abcd'.split('').map((host) => `https://${host}.example/x`),
  ],
  ['https://a.example/x_(y)/ https://b.example/x#', ['https://a.example/x_(y)/', 'https://b.example/x#']],
  ["(https://a.example/l'atelier), https://a.example/Team(Sales).", ['https://a.example/l&#x27;atelier', 'https://a.example/Team(Sales)']],
  ['<a href="https://a.example">x</a>', ['https://a.example']],
])('PUB-27: links of %o', (text, expected) => {
  expect(hrefs(text)).toEqual(expected);
});

test('the text around URLs is unchanged, and never becomes markup', () => {
  const html = renderToStaticMarkup(<LinkedText text={'<img src=x onerror=alert(1)> & https://a.example/ "b"'} />);
  expect(html).not.toContain('<img');
  expect(html.replaceAll(/<a .*<\/a>/g, 'LINK')).toBe('&lt;img src=x onerror=alert(1)&gt; &amp; LINK &quot;b&quot;');
});

test('a link opens in a new tab and says so', () => {
  expect(renderToStaticMarkup(<LinkedText text="https://a.example/" />)).toBe(
    '<a href="https://a.example/" target="_blank" rel="noopener">https://a.example/<span class="quiet"> (opens in a new tab)</span></a>',
  );
});
