import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startSmtp } from '#server/testing/services/smtp.ts';
import { smtpMail } from './mail.ts';

const smtp = await startSmtp();
afterAll(smtp.close);

const MAIL = {
  from: { name: 'Kestrel', address: 'team@example.com' },
  to: 'ada@example.com',
  subject: 'Welcome',
  text: 'Hello',
  messageId: 'id-1.email@example.com',
};

test('a server that greets after 7 seconds gets mail', async () => {
  const server = new SMTPServer({ authOptional: true, hideSTARTTLS: true, onConnect: (_session, done) => setTimeout(done, 7_000) });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = smtpMail({ smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
  onTestFinished(client.close);
  expect(await client.send(MAIL)).toBe('Sent');
}, 30_000);

test('a server that scans a mail for 30 seconds gets it once', async () => {
  const client = smtpMail({ smtpUrl: smtp.url });
  smtp.behaviours.set({ kind: 'slow', ms: 30_000 });
  expect(await client.send(MAIL)).toBe('Sent');
  expect(smtp.mails).toHaveLength(1);
  client.close();
}, 60_000);
