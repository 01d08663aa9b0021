import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { type Behaviour, Behaviours } from './stand-in.ts';

export interface ArrivedMail {
  at: Date;
  /** Of the envelope. */
  recipients: string[];
  raw: string;
  /** How the sender introduced itself. */
  greeting: string;
  parsed: Email;
}

export type SmtpStandIn = Awaited<ReturnType<typeof startSmtp>>;

/** Undefined when the client disconnected. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return undefined;
  }
}

/** An answer that is neither a code nor text. */
const GARBAGE = Buffer.concat([Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x1b]), Buffer.from('<html>{"ok":\r\n')]);

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

function errorFor(behaviour: Behaviour): Error | undefined {
  if (behaviour.kind === 'wait') return smtpError(450, 'Slow down');
  if (behaviour.kind === 'status') return smtpError(behaviour.status, `Said ${behaviour.status}`);
  if (behaviour.kind === 'refuse')
    return smtpError(Number(/^[45]\d\d(?= )/.exec(behaviour.error)?.[0] ?? 550), behaviour.error.replace(/^[45]\d\d /, ''));
  return undefined;
}

/** Whether to answer; otherwise writes garbage or breaks the connection. */
function isAnswered({ kind }: Behaviour, socket: Socket | undefined): boolean {
  if (kind === 'garbage') socket?.write(GARBAGE);
  else if (kind === 'cut' || kind === 'lost') socket?.destroy();
  else return true;
  return false;
}

/** Starts a mail server without sign-in or encryption. */
export async function startSmtp(port = 0) {
  const mails: ArrivedMail[] = [];
  /** Refused addresses, with the message. */
  const refused = new Map<string, string>();
  const behaviours = new Behaviours();
  const sockets = new Map<string, Socket>();
  const keep = async (raw: Buffer, session: SMTPServerSession) => {
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const parsed = await PostalMime.parse(raw);
    mails.push({ at: new Date(), recipients, raw: raw.toString(), greeting: session.hostNameAppearsAs, parsed });
  };
  const take = async (raw: Buffer, session: SMTPServerSession): Promise<Error | null | 'other'> => {
    const behaviour = behaviours.next();
    const error = errorFor(behaviour);
    if (error !== undefined) return error;
    if (behaviour.kind === 'slow') await sleep(behaviour.ms);
    if (behaviour.kind !== 'cut' && behaviour.kind !== 'garbage') await keep(raw, session);
    return isAnswered(behaviour, sockets.get(session.id)) ? null : 'other';
  };
  /** Gives the answer; `other` when there is none. */
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await readAll(stream);
    return raw === undefined ? 'other' : take(raw, session);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, respond) => {
      const words = refused.get(address);
      respond(words === undefined ? undefined : smtpError(550, words));
    },
    onData: (stream, session, respond) => {
      void receive(stream, session).then((error) => {
        if (error !== 'other') respond(error);
      });
    },
  });
  server.on('error', () => undefined);
  // The library does not expose the sockets, which `cut` needs; they are found by their session.
  server.onConnect = (session, callback) => {
    for (const connection of server.connections) {
      if (connection.id === session.id || connection.session === session) sockets.set(session.id, connection._socket);
    }
    callback();
  };
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    refused,
    behaviours,
    close: async () => {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
