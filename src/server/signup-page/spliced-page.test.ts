import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptsGzip, freezePage, gzipPage, plainPage } from './spliced-page.ts';

test('a page spliced from a compressed beginning and any end is the same as one compressed whole', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(text, text, (beginning, end) => {
      const frozen = freezePage(beginning);
      expect(gunzipSync(gzipPage(frozen, end))).toEqual(Buffer.from(beginning + end));
      expect(plainPage(frozen, end)).toEqual(Buffer.from(beginning + end));
    }),
    { numRuns: 50 },
  );
});

test.each([0, 1, 65_534, 65_535, 65_536, 200_000])('an end of %i bytes is stored in as many blocks as it takes', (length) => {
  const end = 'x'.repeat(length);
  expect(gunzipSync(gzipPage(freezePage('<!doctype html>'), end)).toString()).toBe(`<!doctype html>${end}`);
});

test('one beginning serves many ends', () => {
  const frozen = freezePage('<p>same');
  expect(['a', 'b'].map((end) => gunzipSync(gzipPage(frozen, end)).toString())).toEqual(['<p>samea', '<p>sameb']);
});

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
