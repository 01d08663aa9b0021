import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { asciiAddress, cleanAddress, emailKey, isEmail, looksLikeEmail, mailboxKey } from './email.ts';

describe('SEC-4: all spellings of a mailbox are one', () => {
  test.each([
    [' Ada@Example.com ', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['A.D.A+x@googlemail.com', 'ada@gmail.com'],
    ['ada@gmail.com.', 'ada@gmail.com'],
    ['"ada@example.com"', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['ada+x@Müller.example', 'ada@xn--mller-kva.example'],
  ])('%s leads to the mailbox %s', (address, mailbox) => {
    expect(mailboxKey(address)).toBe(mailbox);
  });
});

describe('DATA-14: characters copied along with an address are removed', () => {
  test.each([
    '\u200Bann@example.com',
    '\u202Aann@example.com\u202C',
    'ann@example.com.',
    'ann@example.com,',
    'ann@example.com;',
    '<ann@example.com>',
    '<ann@example.com>.',
    '< ann@example.com >,',
    'mailto:ann@example.com',
    '<MAILTO:ann@example.com>',
    '"ann@example.com"',
    "'ann@example.com'",
    '„ann@example.com“',
    '«ann@example.com»',
    '(ann@example.com)',
    '[ann@example.com]:',
    '\uFEFFann@example.com\u00A0',
    'ann@exam\u00ADple.com',
    'ann@exam\u200Bple.com',
    'ann@\u2060example.com',
    'an\u200Dn@example.com',
    'ann@example\uFE0F.com',
    'ann@ex\u034Fample.com',
    'ann@ex\u180Eample.com',
    'ann＠example．com',
    'ann@example。com',
    '\u3164ann@example.com',
  ])('%j', (typed) => {
    expect([cleanAddress(typed), isEmail(typed)]).toEqual(['ann@example.com', true]);
  });

  test.each([
    ["o'neil@example.com", "o'neil@example.com"],
    ['o’neil@example.com', "o'neil@example.com"],
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['ann@MU\u0308LLER.example', 'ann@xn--mller-kva.example'],
    ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example'],
    ['ann@straße.example', 'ann@xn--strae-oqa.example'],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['jürgen@example.com', 'jürgen@example.com'],
    ['ann@نامه\u200Cای.example', 'ann@xn--mgba3gch31f060k.example'],
  ])('%s is compared as %s', (typed, key) => {
    expect([isEmail(typed), emailKey(typed)]).toEqual([true, key]);
  });
});

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@b@example.com',
  'ann b@example.com',
  'a"n"n@example.com',
  'a(n)n@example.com',
  'ann,ben@example.com',
  'ann@example.com, ben@example.com',
  'ann@example.com;ben@example.com',
  'a\u0001nn@example.com',
  '=?utf-8?q?ann?=@example.com',
  'ann@ex%61mple.com',
  'ann@example.com/x',
  'ann@example.com?subject=x',
  'ann@example.com#x',
  'ann@example.com:25',
  'ann@127.0.0.1',
  'ann@127.1',
  'ann@1.0x7f',
  'ann@[127.0.0.1]',
  'ann@example..com',
  'ann@.example.com',
  'ann@exam ple.com',
  'ann@exam_ple.com',
  'ann@xn--ü.example',
  'Ann Lee <ann@example.com>',
  `${'a'.repeat(250)}@example.com`,
  `ann@${'ü'.repeat(300)}.example`,
  'ann@-example.com',
  'ann@example-.com',
  'ann@mail.-example.com',
  'ann@mail-.example.com',
  'ann@example.-com',
  'ann@example.com-',
  `ann@${'a'.repeat(64)}.com`,
  `ann@${'ü'.repeat(60)}.com`,
])('VAL-14: %j is refused', (typed) => {
  expect(isEmail(typed)).toBe(false);
});

test('VAL-14: the form asks for an address that looks like none, and leaves full-width ones to the server', () => {
  for (const typed of ['ann@example.com', 'ann＠example．com', 'ann@例え。テスト', 'ann@例え｡テスト'])
    expect([typed, looksLikeEmail(typed)]).toEqual([typed, true]);
  for (const typed of [
    'ann',
    'ann@',
    'ann@example',
    '@example.com',
    'ann@ example.com',
    'ann.example.com',
    'ann at example.com',
    'a@b@c.d',
    'ann@x.com,bob@y.com',
  ])
    expect([typed, looksLikeEmail(typed)]).toEqual([typed, false]);
});

test('VAL-14, SEC-4: a mail to any address that is accepted goes to that address and to no other', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const part = fc.string({
    unit: fc.constantFrom(...Array.from('abcdefgh'.repeat(6) + 'aAé.-_+\'"<>()[],;:@%/\\?#=! \t\n\r\u200b\u00ad\u202e\uff0e。ßا１1x')),
    maxLength: 8,
  });
  const typed = fc
    .tuple(part, fc.constantFrom('@', '＠', '@@', ''), part, fc.constantFrom('.com', '.1', '.рф', '.', ''))
    .map((parts) => parts.join(''));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      if (!isEmail(text)) return;
      accepted += 1;
      const address = cleanAddress(text);
      const { envelope } = await transport.sendMail({ from: 'team@example.com', to: { name: '', address }, text: '' });
      const inAscii = (to: string) => to.replace(/[^@]+$/, domainToASCII);
      // Quotation marks around unusually placed dots mean the same mailbox.
      expect(envelope.to.map((to) => inAscii(to).replace(/^"(.*)"@/, '$1@'))).toEqual([inAscii(address)]);
      expect(emailKey(text)).toBe(inAscii(address).toLowerCase());
      expect(cleanAddress(address)).toBe(address);
      expect(isEmail(asciiAddress(text))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});
