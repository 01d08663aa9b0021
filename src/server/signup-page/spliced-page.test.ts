import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freezePart, gzipPage, plainPage, type SplicedPage } from './spliced-page.ts';

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
