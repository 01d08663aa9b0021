import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchName, distinctAddresses, MAIL_LINK_MAX_LENGTH, mailBatches, mailLink } from './mail-links.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `attendee.number.${index}@brightwater.example`);

test('SER-19: an address repeated in another case or with spaces is kept once, as first typed', () => {
  expect(distinctAddresses(['Sian@llanfair.example', ' sian@LLANFAIR.example ', 'b@example.com'])).toEqual([
    'Sian@llanfair.example',
    'b@example.com',
  ]);
});

test('SER-11: the link has all addresses in blind copy, and none elsewhere', () => {
  const link = new URL(mailLink(['a@example.com', 'b+c@example.com']));
  expect(link.protocol).toBe('mailto:');
  expect(link.pathname).toBe('');
  expect(link.searchParams.get('bcc')).toBe('a@example.com,b+c@example.com');
});

test('an address cannot add a header or another recipient to the link', () => {
  const link = mailLink(['a&cc=evil@example.com', '"x,y"@example.com']);
  expect(new URL(link).searchParams.get('cc')).toBeNull();
  expect(link).toContain('%22x%2Cy%22@example.com');
});

test('SER-12: addresses that do not fit one link are split into batches that do', () => {
  const addresses = many(200);
  const batches = mailBatches(addresses);
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.flat()).toEqual(addresses);
  for (const batch of batches) expect(mailLink(batch).length).toBeLessThanOrEqual(MAIL_LINK_MAX_LENGTH);
});

test('SER-12: a batch is named after its addresses, and one of a single address after this one', () => {
  expect([batchName(0, many(48)), batchName(1_240, many(2)), batchName(1_242, many(1))]).toEqual([
    'Addresses 1 to 48',
    'Addresses 1,241 to 1,242',
    'Address 1,243',
  ]);
});

test('addresses that fit one link stay together, and no addresses give no batches', () => {
  expect(mailBatches(many(3))).toHaveLength(1);
  expect(mailBatches([])).toEqual([]);
});

test('SER-12, SER-19: no addresses are lost or repeated, and no link is too long', () => {
  const address = fc.tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.domain()).map(([name, host]) => `${name}@${host}`);
  fc.assert(
    fc.property(fc.array(address, { maxLength: 120 }), (addresses) => {
      const once = distinctAddresses([...addresses, ...addresses]);
      const batches = mailBatches(once);
      expect(batches.flat()).toEqual(once);
      expect(new Set(once.map((each) => each.toLowerCase())).size).toBe(once.length);
      // A single address is never split, however long.
      const tooLong = batches.filter((batch) => batch.length > 1 && mailLink(batch).length > MAIL_LINK_MAX_LENGTH);
      expect(tooLong).toEqual([]);
    }),
  );
});
