import { afterAll, expect, test } from 'vitest';
import { startSmtp } from '#server/testing/services/smtp.ts';
import { smtpMail } from './mail.ts';

const smtp = await startSmtp();
afterAll(smtp.close);

test('a server that scans a mail for 30 seconds gets it once', async () => {
  const client = smtpMail({ smtpUrl: smtp.url });
  smtp.behaviours.set({ kind: 'slow', ms: 30_000 });
  const sent = client.send({
    from: { name: 'Kestrel', address: 'team@example.com' },
    to: 'ada@example.com',
    subject: 'Welcome',
    text: 'Hello',
    messageId: 'id-1.email@example.com',
  });
  expect(await sent).toBe('Sent');
  expect(smtp.mails).toHaveLength(1);
  client.close();
}, 60_000);
