import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSmtp } from '#server/testing/services/smtp.ts';
import { limitsOurMail } from './mail-failure.ts';
import { smtpMail } from './mail.ts';

const smtp = await startSmtp();
afterAll(smtp.close);
beforeEach(() => {
  smtp.mails.length = 0;
  smtp.refused.clear();
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
  ['552 Message line is too long', 'mail_refused'],
  ['552 A virus was found', 'mail_refused'],
  ['552 5.6.0 Message has a bare LF', 'mail_refused'],
  ['552 5.5.3 Limit of 100 recipients', 'mail_refused'],
  ['552 Message is over the storage of the person', 'mailbox_full'],
  ['552 Storage allocation exceeded', 'mailbox_full'],
  ['554 Spam content, invalid DKIM signature', 'mail_refused'],
  ['554 rejected due to unknown policy', 'mail_refused'],
  [
    '554 Email address is not verified. The following identities failed the check in region EU-WEST-1: info@unknown.example',
    'mail_refused',
  ],
  ['550 Invalid From header', 'mail_refused'],
  ["554 delivery error: dd This user doesn't have a yahoo.com account (ada@example.com) [0]", 'mailbox'],
  ['554 delivery error: dd This mailbox is disabled (554.30)', 'mailbox'],
  ['550 5.2.1 The email account that you tried to reach is disabled', 'mailbox'],
  ['500 5.5.1 Command unrecognized', 'mail_refused'],
])('WTL-13: a mail that was refused with %j says of the mailbox: %s', async (answer, reason) => {
  const client = smtpMail({ smtpUrl: smtp.url });
  smtp.behaviours.set({ kind: 'refuse', error: answer });
  await expect(client.send(MAIL)).rejects.toMatchObject({ isTemporary: false, reason });
  client.close();
});

test.each([
  ['No such user', 'mailbox'],
  ['5.1.1 No such user', 'mailbox'],
  ['5.2.1 The mailbox is disabled', 'mailbox'],
  ['5.2.1 This mailbox has been blocked due to inactivity', 'mailbox'],
  ['5.2.1 The user you are trying to contact is receiving mail too quickly', 'mail_refused'],
  ['5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more', 'mail_refused'],
  ['5.4.1 Recipient address rejected: Access denied', 'mailbox'],
  ['5.5.0 Requested action not taken', 'mailbox'],
  ['5.2.2 Over quota', 'mailbox_full'],
  ['5.7.1 Relaying denied', 'mail_refused'],
  ['5.1.8 Unknown domain of the sender', 'mail_refused'],
  ['5.4.5 Daily user sending limit exceeded', 'mail_refused'],
  ['5.3.2 System not accepting network messages', 'mail_refused'],
  ['sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)', 'mail_refused'],
  ['no mailbox here by that name (#5.1.1)', 'mailbox'],
  ['mailbox is full', 'mailbox_full'],
  ['You have exceeded your hourly sending quota', 'mail_refused'],
  ['<spam@relay.policy.example>: no such user', 'mailbox'],
  ['Mailbox size limit exceeded', 'mailbox_full'],
  ['5.0.0 Account has exceeded its quota', 'mailbox_full'],
  ['Account blocked due to inactivity', 'mailbox'],
  ['User unknown in relay recipient table', 'mailbox'],
  ['Invalid characters in address', 'mailbox'],
  ['<x> over daily receive limit', 'mailbox'],
  ['<spam+x@b.example>: no such user', 'mailbox'],
  ['<ann@full-service.example>: rejected', 'mailbox'],
  ['You must authenticate first', 'mail_refused'],
  ['Sorry, you are not authorized to send', 'mail_refused'],
  ['Your IP is not allowed', 'mail_refused'],
  ['Message rate limit', 'mail_refused'],
  ['Too many recipients', 'mail_refused'],
  ['DNSBL listed', 'mail_refused'],
  ['5.5.1 503 bad sequence: authenticate', 'mail_refused'],
  ['relay-access denied', 'mail_refused'],
  ['Greylisted', 'mail_refused'],
  ['relay not permitted', 'mail_refused'],
  ['Relaying denied.', 'mail_refused'],
  ['Sender verify failed', 'mail_refused'],
  ['5.1.0 Sender address rejected', 'mail_refused'],
  ['Authentication is required for relay', 'mail_refused'],
  ['Blocked by zen.spamhaus.org, see https://www.spamhaus.org/query/ip/192.0.2.1', 'mail_refused'],
  ['"JunkMail rejected - mail.example.com [192.0.2.1] is in an RBL"', 'mail_refused'],
  ['5.0.0 Administrative prohibition', 'mail_refused'],
  ['Access denied - invalid HELO name', 'mail_refused'],
  ['EHLO is required first', 'mail_refused'],
  ['RCPT is not allowed without AUTH', 'mail_refused'],
  ['No unauthenticated mail', 'mail_refused'],
  ['Client host rejected', 'mail_refused'],
  ['No mail from this host', 'mail_refused'],
  ['There is no PTR for 192.0.2.1', 'mail_refused'],
  ['192.0.2.1 has no reverse name', 'mail_refused'],
  ['192.0.2.1 is listed at zen.example.org', 'mail_refused'],
  ['192.0.2.1 is on our black list', 'mail_refused'],
  ['Over the number of emails per hour', 'mail_refused'],
  ['Connection frequency limited', 'mail_refused'],
  ['Message rejected: Email address is not verified.', 'mail_refused'],
  ['From address not verified - see https://www.example.com/', 'mail_refused'],
  ['Your SMTP account is suspended', 'mail_refused'],
  ['Your account has exceeded its quota', 'mail_refused'],
  ['Sandbox subdomains are for test purposes only. Please add the address to authorized recipients', 'mail_refused'],
  ['Recipient address is not verified', 'mailbox'],
  ['User not listed in the directory', 'mailbox'],
  ['No user on this host', 'mailbox'],
])('WTL-13: a recipient who is refused with %j is %s', async (words, reason) => {
  const client = smtpMail({ smtpUrl: smtp.url });
  smtp.refused.set(MAIL.to, words);
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

test.each([
  ['user:word', 'SMTP_URL. It answered: 535 SmtpClientAuthentication is disabled for the Tenant'],
  ['user', 'does not accept our sign-in'],
])('a refused sign-in as %s is told with the answer of the mail server, if it gave one', async (user, message) => {
  const answer = 'SmtpClientAuthentication is disabled for the Tenant';
  const server = new SMTPServer({ hideSTARTTLS: true, onAuth: (_login, _session, done) => done(new Error(answer)) });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = smtpMail({ smtpUrl: `smtp://${user}@127.0.0.1:${(server.server.address() as AddressInfo).port}` });
  await expect(client.check()).rejects.toMatchObject({ reason: 'mail_sign_in', message: expect.stringContaining(message) });
  client.close();
});

test('VAL-14: a mail server that does not announce other letters gets none before an @, and the failure says so', async () => {
  const server = new SMTPServer({ authOptional: true, hideSMTPUTF8: true, hideSTARTTLS: true });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = smtpMail({ smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
  onTestFinished(client.close);
  for (const to of [MAIL.to, "o'neil+x@example.com", 'ann@müller.example', 'a/b=c%d@例え.テスト'])
    expect(await client.send({ ...MAIL, to })).toBe('Sent');
  for (const to of [
    'jürgen@example.com',
    '用户@example.com',
    'ann.é@müller.example',
    'дмитрий@пример.рф',
    ['ann@example.com', 'zoë@example.com'],
  ])
    await expect(client.send({ ...MAIL, to })).rejects.toMatchObject({
      isTemporary: false,
      reason: 'mailbox',
      message: 'The email cannot be sent: the mail server only takes unaccented Latin letters before the @',
    });
  const other = smtpMail({ smtpUrl: smtp.url });
  onTestFinished(other.close);
  for (const to of [MAIL.to, 'jürgen@example.com']) expect(await other.send({ ...MAIL, to })).toBe('Sent');
});

test('MAIL-20: an encrypted connection that fails says why', async () => {
  const selfSigned = new SMTPServer({ authOptional: true, logger: false });
  selfSigned.on('error', () => undefined);
  selfSigned.listen(0, '127.0.0.1');
  await once(selfSigned.server, 'listening');
  const { port } = selfSigned.server.address() as AddressInfo;
  const old = new SMTPServer({ authOptional: true, logger: false, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' });
  old.on('error', () => undefined);
  old.listen(0, '127.0.0.1');
  await once(old.server, 'listening');
  const oldUrl = `smtp://127.0.0.1:${(old.server.address() as AddressInfo).port}`;
  const urls = [`smtp://127.0.0.1:${port}`, smtp.url.replace('smtp:', 'smtps:'), oldUrl];
  const failing = urls.map((smtpUrl) => smtpMail({ smtpUrl }));
  const failures = await Promise.all(failing.map(async (each) => each.check().catch((error: unknown) => error)));
  expect(failures).toMatchObject([
    { isTemporary: true, reason: 'mail_encryption', message: expect.stringContaining('The certificate of the mail server is not trusted') },
    {
      isTemporary: true,
      reason: 'mail_encryption',
      message: expect.stringContaining('does not encrypt from the start, change it to smtp://'),
    },
    { isTemporary: true, reason: 'mail_encryption', message: expect.stringContaining('The mail server refuses our encryption') },
  ]);
  for (const each of failing) each.close();
  for (const each of [selfSigned, old]) each.close();
});

test.each([
  ['450-4.7.0 Our system has detected an unusual\n450 4.7.0 rate of mail', true],
  ['452-Quota exceeded\n452 for this mailbox', false],
  ['452 inbox over quota', false],
  ['451 4.3.0 too many connections', true],
  ['451-Requested action aborted\n451 Mails per session limit', false],
])('MLG-31: whether %j limits how much we send: %j', (answer, isLimit) => {
  expect(limitsOurMail(`The mail server answered: ${answer}`)).toBe(isLimit);
});

test('a mail server that accepts ten mails in one session gets all of them', async () => {
  const isFull = Object.assign(new Error('4.4.5 Maximum number of messages per session exceeded'), { responseCode: 452 });
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onMailFrom: (_address, { transaction }, done) => done(transaction > 10 ? isFull : undefined),
  });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = smtpMail({ smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
  onTestFinished(client.close);
  const sent = await Promise.all(Array.from({ length: 90 }, async () => client.send(MAIL).catch(String)));
  expect(new Set(sent)).toEqual(new Set(['Sent']));
});
