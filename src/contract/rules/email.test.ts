import { expect, test } from 'vitest';
import { mailboxKey } from './email.ts';

test.each([
  [' Ada@Example.com ', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.D.A+x@googlemail.com', 'ada@gmail.com'],
  ['ada@gmail.com.', 'ada@gmail.com'],
  ['"ada"@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
])('SEC-4: %s leads to the mailbox %s', (address, mailbox) => {
  expect(mailboxKey(address)).toBe(mailbox);
});
