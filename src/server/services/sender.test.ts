import { expect, test } from 'vitest';
import { senderOf } from './sender.ts';

const settings = { organisationName: 'Kestrel', mailDomains: ['kestrel.example'], publicUrl: 'https://events.example' };
const name = 'Kestrel';

test('EXTRA-5: a sender outside MAIL_DOMAINS becomes the Reply-To of a mail from our own address', () => {
  expect(senderOf(settings, 'Team@Kestrel.example')).toEqual({ from: { name, address: 'Team@Kestrel.example' } });
  expect(senderOf(settings, 'team@other.example')).toEqual({
    from: { name, address: 'no-reply@kestrel.example' },
    replyTo: 'team@other.example',
  });
  expect(senderOf({ ...settings, mailDomains: undefined }, 'team@other.example')).toEqual({
    from: { name, address: 'team@other.example' },
  });
  const address = 'team@müller.example';
  expect(senderOf({ ...settings, mailDomains: ['xn--mller-kva.example'] }, address)).toEqual({ from: { name, address } });
});
