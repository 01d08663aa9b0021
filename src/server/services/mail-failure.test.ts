import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startSmtp } from '#server/testing/services/smtp.ts';
import { smtpMail } from './mail.ts';

const smtp = await startSmtp();
afterAll(smtp.close);
beforeEach(() => {
  smtp.mails.length = 0;
  smtp.behaviours.set({ kind: 'work' });
});

const MAIL = {
  from: { name: 'Kestrel', address: 'team@example.com' },
  to: 'ada@example.com',
  subject: 'Welcome',
  text: 'Hello',
  messageId: 'id-1.email@example.com',
};

test.each([
  ['552 5.3.4 Message size exceeds fixed limit', 'mail_refused'],
  ['552 5.2.3 Exceeds local size limit', 'mail_refused'],
  ['552 Message size exceeds maximum permitted', 'mail_refused'],
  ['552 5.7.0 Blocked for security reasons', 'mail_refused'],
  ['554 Spam content, invalid DKIM signature', 'mail_refused'],
  ['554 rejected due to unknown policy', 'mail_refused'],
  ['550 Invalid From header', 'mail_refused'],
  ["554 delivery error: dd This user doesn't have a yahoo.com account (ada@example.com) [0]", 'mailbox'],
  ['554 delivery error: dd This mailbox is disabled (554.30)', 'mailbox'],
  ['550 5.2.1 The email account that you tried to reach is disabled', 'mailbox'],
])('WTL-13: a mail that was refused with %j says of the mailbox: %s', async (answer, reason) => {
  const client = smtpMail({ smtpUrl: smtp.url });
  smtp.behaviours.set({ kind: 'refuse', error: answer });
  await expect(client.send(MAIL)).rejects.toMatchObject({ isTemporary: false, reason });
  client.close();
});

test('MAIL-19: the mail server gets the name that we were given, or that is part of SMTP_URL', async () => {
  const named = [smtpMail({ smtpUrl: smtp.url, name: 'events.example.com' }), smtpMail({ smtpUrl: `${smtp.url}?name=own.example.com` })];
  for (const each of named) {
    await each.send(MAIL);
    each.close();
  }
  expect(smtp.mails.map(({ greeting }) => greeting)).toEqual(['events.example.com', 'own.example.com']);
});

test('MAIL-20: an encrypted connection that fails says why', async () => {
  const selfSigned = new SMTPServer({ authOptional: true, logger: false });
  selfSigned.on('error', () => undefined);
  selfSigned.listen(0, '127.0.0.1');
  await once(selfSigned.server, 'listening');
  const { port } = selfSigned.server.address() as AddressInfo;
  const failing = [`smtp://127.0.0.1:${port}`, smtp.url.replace('smtp:', 'smtps:')].map((smtpUrl) => smtpMail({ smtpUrl }));
  const failures = await Promise.all(failing.map(async (each) => each.check().catch((error: unknown) => error)));
  expect(failures).toMatchObject([
    { isTemporary: true, reason: 'mail_encryption', message: expect.stringContaining('The certificate of the mail server is not trusted') },
    { isTemporary: true, reason: 'mail_encryption', message: expect.stringContaining('SMTP_URL must begin with smtp://') },
  ]);
  for (const each of failing) each.close();
  selfSigned.close();
});
