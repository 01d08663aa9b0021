import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptsGzip, freezePart, gzipPage, plainPage, type SplicedPage } from './spliced-page.ts';

const unpacked = (page: SplicedPage): string => gunzipSync(gzipPage(page)).toString();

test('a page spliced from frozen parts and texts in any order is the same as one compressed whole', () => {
  const part = fc.record({ text: fc.string({ unit: 'binary', maxLength: 300 }), isFrozen: fc.boolean() });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const page = parts.map(({ text, isFrozen }) => (isFrozen ? freezePart(text) : text));
      const whole = Buffer.from(parts.map(({ text }) => text).join(''));
      expect(gunzipSync(gzipPage(page))).toEqual(whole);
      expect(plainPage(page)).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

test.each([0, 1, 65_534, 65_535, 65_536, 200_000])('a text of %i bytes is stored in as many blocks as it takes', (length) => {
  const text = 'x'.repeat(length);
  expect(unpacked([freezePart('<!doctype html>'), text])).toBe(`<!doctype html>${text}`);
});

test('one frozen part serves many pages', () => {
  const frozen = freezePart('<p>same');
  expect(['a', 'b'].map((end) => unpacked([frozen, end]))).toEqual(['<p>samea', '<p>sameb']);
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
