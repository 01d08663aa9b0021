import { once } from 'node:events';
import net from 'node:net';

const OK = '{"ok":true}';
const HTTP_ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${OK.length}\r\n\r\n${OK}`;

/** Answers each complete request of a keep-alive connection. */
function speakHttp(socket: net.Socket): void {
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (headEnd < 0 || received.length < headEnd + 4 + length) return;
      received = received.slice(headEnd + 4 + length);
      socket.write(HTTP_ANSWER);
    }
  });
}

function answerTo(line: string): string {
  if (line.startsWith('EHLO')) return '250-mock\r\n250 PIPELINING\r\n';
  return line.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n';
}

/** Accepts every mail. */
function speakSmtp(socket: net.Socket): void {
  let received = '';
  let isMail = false;
  const next = (): boolean => {
    const mark = isMail ? '\r\n.\r\n' : '\r\n';
    const end = received.indexOf(mark);
    if (end < 0) return false;
    const line = received.slice(0, end);
    received = received.slice(end + mark.length);
    socket.write(isMail ? '250 taken\r\n' : answerTo(line));
    isMail = !isMail && line.startsWith('DATA');
    return true;
  };
  socket.write('220 mock\r\n');
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
    while (next());
  });
}

async function listen(speak: (socket: net.Socket) => void): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    speak(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: typeof address === 'object' && address !== null ? address.port : 0, close };
}

/** Runs a Slack and a mail server that answer immediately, so that only the worker is measured, while `use` runs, which gets the settings of a server that uses them. */
export async function withMocks<T>(use: (settings: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const [slack, smtp] = [await listen(speakHttp), await listen(speakSmtp)];
  const [slackUrl, smtpUrl] = [`http://127.0.0.1:${slack.port}`, `smtp://127.0.0.1:${smtp.port}`];
  try {
    return await use({ SLACK_BOT_TOKEN: 'xoxb-bench', SLACK_API_URL: slackUrl, SMTP_URL: smtpUrl });
  } finally {
    slack.close();
    smtp.close();
  }
}
