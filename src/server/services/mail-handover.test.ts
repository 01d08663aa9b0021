import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { smtpMail } from './mail.ts';

/** A mail server's answer to a line; none to those of the message. */
function answerTo(line: string, isMessage: boolean): string {
  if (line === 'DATA') return '354 go on\r\n';
  return isMessage && line !== '.' ? '' : '250 ok\r\n';
}

/** A mail server that hangs up, or stops answering, at a line of the conversation. */
async function endsAt(line: RegExp, isHangUp: boolean): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').write('220 ready\r\n');
    let [isMessage, hasEnded, kept] = [false, false, ''];
    socket.on('data', (text: string) => {
      const lines = (kept + text).split('\r\n');
      kept = lines.pop() ?? '';
      for (const each of lines) {
        hasEnded ||= line.test(each);
        isMessage ||= each === 'DATA';
        if (!hasEnded) socket.write(answerTo(each, isMessage));
      }
      if (hasEnded && isHangUp) socket.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const MAIL = {
  from: { name: 'Kestrel', address: 'team@example.com' },
  to: 'ada@example.com',
  subject: 'Welcome',
  text: 'Hello\n'.repeat(2_000),
  messageId: 'id-1@example.com',
};

test.each([
  [/^RCPT/, { wasAttempted: false, mayHaveSucceeded: false }],
  [/^\.$/, { wasAttempted: true, mayHaveSucceeded: true }],
] as const)(
  'MLG-66: a client that stops makes no further attempts; the outcome of a mail that waits after %s is known',
  async (line, ended) => {
    const server = await endsAt(line, false);
    const { port } = server.address() as AddressInfo;
    const client = smtpMail({ smtpUrl: `smtp://127.0.0.1:${port}`, sendTimeoutMs: 6_000 });
    const begun = Array.from({ length: 8 }, async () => client.send(MAIL).catch((error: unknown) => error));
    const waiting = Array.from({ length: 8 }, async () => client.send(MAIL).catch((error: unknown) => error));
    await sleep(500);
    client.stop();
    const isLeft = expect.objectContaining({ wasAttempted: false });
    expect(await Promise.all([...waiting, client.send(MAIL).catch((error: unknown) => error)])).toEqual(
      Array.from({ length: 9 }, () => isLeft),
    );
    expect(await Promise.all(begun)).toEqual(begun.map(() => expect.objectContaining(ended)));
    client.close();
    server.close();
  },
  15_000,
);

test.each([
  [/^EHLO/, false],
  [/^MAIL/, false],
  [/^RCPT/, false],
  [/^DATA/, false],
  [/^\.$/, true],
] as const)(
  'MLG-55: if a conversation ends at %s it is known whether the message may have been handed over: %s',
  async (line, mayHaveSucceeded) => {
    for (const isHangUp of [true, false]) {
      const server = await endsAt(line, isHangUp);
      const { port } = server.address() as AddressInfo;
      const client = smtpMail({ smtpUrl: `smtp://127.0.0.1:${port}`, sendTimeoutMs: isHangUp ? 5_000 : 400 });
      await expect(client.send(MAIL)).rejects.toMatchObject({ isTemporary: true, mayHaveSucceeded });
      client.close();
      server.close();
    }
  },
);
