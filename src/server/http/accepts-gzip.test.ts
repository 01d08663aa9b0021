import { expect, test } from 'vitest';
import { acceptsGzip } from './accepts-gzip.ts';

test.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br', false],
  ['gzip;q=0', false],
  ['gzip; q=0.0', false],
  ['gzip', true],
  ['br, gzip, deflate', true],
  ['GZIP;q=0.5', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
])('Accept-Encoding %o: gzip is %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
