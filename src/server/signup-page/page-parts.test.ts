import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cachePart, gzipPage, type PageParts, plainPage } from './page-parts.ts';

const unpacked = (page: PageParts): string => gunzipSync(gzipPage(page)).toString();

test('a page of cached parts and texts in any order is the same as one compressed whole', () => {
  const part = fc.record({ text: fc.string({ unit: 'binary', maxLength: 300 }), isCached: fc.boolean() });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const page = parts.map(({ text, isCached }) => (isCached ? cachePart(text) : text));
      const whole = Buffer.from(parts.map(({ text }) => text).join(''));
      expect(gunzipSync(gzipPage(page))).toEqual(whole);
      expect(plainPage(page)).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

test.each([0, 1, 65_534, 65_535, 65_536, 200_000])('a text of %i bytes is stored in as many blocks as it takes', (length) => {
  const text = 'x'.repeat(length);
  expect(unpacked([cachePart('<!doctype html>'), text])).toBe(`<!doctype html>${text}`);
});

test('one cached part serves many pages', () => {
  const cached = cachePart('<p>same');
  expect(['a', 'b'].map((end) => unpacked([cached, end]))).toEqual(['<p>samea', '<p>sameb']);
});
