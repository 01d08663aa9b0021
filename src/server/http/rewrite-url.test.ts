import { expect, test } from 'vitest';
import { rewriteUrl } from './rewrite-url.ts';

test.each([
  ['/api/event_series/', '/api/event_series'],
  ['/api/event_series//%20+/', '/api/event_series'],
  ['/api/events-series/1/%20?q=a/', '/api/event_series/1?q=a/'],
  ['/api/events-series', '/api/event_series'],
  ['/api/events-seriesly', '/api/events-seriesly'],
  ['/home/', '/home/'],
  ['/day/events-series/1/view/?a=b/', '/day/events-series/1/view?a=b/'],
  ['/feedback/1/view%20', '/feedback/1/view'],
  ['/unsubscribe/x/?a', '/unsubscribe/x?a'],
  ...['.', ',', ')', ').', '%3E', '&gt;', '%E2%80%9D', '”'].flatMap((end): [string, string][] => [
    [`/day/events-series/1/view${end}?a=b`, '/day/events-series/1/view?a=b'],
    [`/registration/a-_9${end}`, '/registration/a-_9'],
    [`/Day/events-series/1A/link${end}`, '/Day/events-series/1a/link'],
    [`/door${end}`, '/door'],
  ]),
  ['/50%-off/events-series/1/view', '/50%25-off/events-series/1/view'],
  ['/f%FCr%20alle/form/1/view%20?a=%', '/f%25FCr%2520alle/form/1/view?a=%'],
  ...['_', '__', '_.', '-', '-,'].flatMap((end): [string, string][] =>
    ['/day/events-series/1/view', `/registration/${'a-_9b8'.repeat(4).slice(2)}`, `/unsubscribe/${'a-_9b8'.repeat(11)}`].map((path) => [
      path + end,
      path,
    ]),
  ),
  ...['=', '=%0D%0A', '=%0A', '%20', '%0D%0A%20', '+', '%C2%AD', '%C2%A0', '%E2%80%8B', '%e2%81%a0'].flatMap((broken): [string, string][] =>
    ['registration/a-_9b8a-_9b8a-_9b8a-_9', `unsubscribe/${'a-_9b8'.repeat(11)}`].map((path) => [
      `/${path.slice(0, 20)}${broken}${path.slice(20)}${broken}`,
      `/${path}`,
    ]),
  ),
  ...['', '<', '%3C', '](', '%5D(', '%20(', ' <', '>,%20', ' – '].flatMap((between): [string, string][] =>
    [
      '/day/events-series/1/view',
      '/Day/form/1/view',
      '/day/events-series/1/link',
      '/registration/a-_9b8a-_9b8a-_9b8a-_9',
      `/unsubscribe/${'a-_9b8'.repeat(11)}`,
      '/door',
    ].flatMap((path) =>
      ['https://host', 'http:/host:80', 'https%3A//host'].map((host): [string, string] => [`${path}${between}${host}${path}>`, path]),
    ),
  ),
  ['/use-https:/events-series/1/view', '/use-https:/events-series/1/view'],
  ['/a=b%20c/events-=0a/01a2-%0D%0A4f=%2000/view=', '/a=b%2520c/events-0a/01a2-4f00/view'],
  ['/registration/a-_9%20b8', '/registration/a-_9'],
  ['/day/events-series/1/view_all', '/day/events-series/1/view_all'],
  ['//day/form/1/view', '/day/form/1/view'],
  ['/DAY/EVENTS-SERIES/1A/VIEW?A=B', '/DAY/events-series/1a/view?A=B'],
  ['/Day/Form/1a/View.', '/Day/form/1a/view'],
  ['/DOOR', '/door'],
  ['/Registration/a-_9B', '/registration/a-_9B'],
  ['/Unsubscribe/a-_9B?A', '/unsubscribe/a-_9B?A'],
  ['/Registration/events-series', '/registration/events-series'],
  ['/Registration/events-series/1', '/Registration/events-series/1'],
  ['/registration/x/cancel', '/registration/x/cancel'],
  ['/day/events-series/1/view-all', '/day/events-series/1/view-all'],
  ['/door/', '/door'],
  ['/doors/', '/doors/'],
  ['/day/link/', '/day/link/'],
])('R8, D12, SLF-2: %s is routed as %s', (url, routed) => {
  expect(rewriteUrl(url)).toBe(routed);
});

test('text between thousands of slashes is unchanged', () => {
  const path = `/api/${'/'.repeat(15_000)}x`;
  const underscores = `/registration/${'_'.repeat(30_000)}/x`;
  expect(rewriteUrl(underscores)).toBe(underscores);
  const ofVisitors = path.replace('/api/', '/view.');
  expect([rewriteUrl(ofVisitors), rewriteUrl(ofVisitors.slice(6))]).toEqual([ofVisitors, ofVisitors.slice(6)]);
  expect(rewriteUrl(path)).toBe(path);
  expect(rewriteUrl(`${path}${'/'.repeat(15_000)}`)).toBe(path);
});
