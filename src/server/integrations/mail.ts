import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Semaphore } from './semaphore.ts';
import { ServiceError } from './service-error.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** For a whole mail once a connection is free. Some servers delay their answers on purpose. */
const SEND_TIMEOUT_MS = 30_000;
/** Mail servers allow few connections from one address. */
const CONNECTIONS = 8;
const MESSAGES_OF_CONNECTION = 100;

/** A mail to one person. Addresses are separate values and never parsed from a line, so that a name cannot add a recipient. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** The same for each attempt to send this mail; without brackets. */
  readonly messageId: string;
}

export interface MailClient {
  /** Returns how it was sent, for staff. @throws ServiceError */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<string>;
  readonly close: () => void;
}

const toOptions = ({ from, to, replyTo, subject, text, html, messageId }: Mail): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
  subject,
  text,
  ...(html === undefined ? {} : { html }),
  messageId: `<${messageId}>`,
  // Keeps holiday notes from answering.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const SIGN_IN_REFUSED = 'The mail server does not accept our sign-in. Whoever runs this server has to check SMTP_URL.';

const NOT_ENCRYPTED =
  'The mail server does not encrypt, and is not told our password in the clear. Whoever runs this server has to check SMTP_URL and ALLOW_INSECURE.';

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function repliedCode(error: Error): number | undefined {
  return 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
}

function reply(error: Error): string {
  return 'response' in error && typeof error.response === 'string' ? error.response.slice(0, 300) : error.message.slice(0, 300);
}

/** SMTP refuses with 4xx for now, with 5xx for good. */
function refused(error: Error, replied: number): ServiceError {
  if (codeOf(error) === 'ETLS') return new ServiceError(NOT_ENCRYPTED, { isTemporary: true, cause: error });
  const isTemporary = replied < 500;
  if (!isTemporary && codeOf(error) === 'EAUTH') return new ServiceError(SIGN_IN_REFUSED, { isTemporary, cause: error });
  return new ServiceError(`The mail server answered: ${reply(error)}`, { isTemporary, cause: error });
}

function toServiceError(error: unknown, limit: AbortSignal): ServiceError {
  if (!(error instanceof Error)) return new ServiceError('The mail could not be sent', { isTemporary: true, cause: error });
  const code = codeOf(error);
  if (limit.aborted || code === 'ETIMEDOUT') {
    return new ServiceError('The mail server did not answer in time', { isTemporary: true, cause: error });
  }
  const replied = repliedCode(error);
  if (replied !== undefined) return refused(error, replied);
  if (code === 'EPROTOCOL' || 'response' in error) {
    return new ServiceError('The mail server sent an answer that cannot be read', { isTemporary: true, cause: error });
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    return new ServiceError(`The mail cannot be sent: ${error.message.slice(0, 300)}`, { isTemporary: false, cause: error });
  }
  const words = `The mail server could not be reached, or hung up (${code === '' ? 'no reason given' : code})`;
  return new ServiceError(words, { isTemporary: true, cause: error });
}

interface SmtpSettings {
  readonly smtpUrl: string;
  /** Whether to refuse servers that cannot encrypt. */
  readonly requireTls?: boolean;
  /** Milliseconds for one mail, without the wait for a free connection. */
  readonly sendTimeoutMs?: number;
}

/** Mail by SMTP over a few pooled connections. The caller retries. */
export function smtpMail({ smtpUrl, requireTls = false, sendTimeoutMs = SEND_TIMEOUT_MS }: SmtpSettings): MailClient {
  const connections = new Semaphore(CONNECTIONS);
  const transport = createTransport({
    url: smtpUrl,
    ...(requireTls && { requireTLS: true }), // Without it, somebody in between could hide that the server offers encryption.
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MESSAGES_OF_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    send: async (mail, signal) => {
      await connections.acquire();
      const limit = AbortSignal.timeout(sendTimeoutMs);
      try {
        signal?.throwIfAborted();
        await transport.sendMail({ ...toOptions(mail), signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
        return 'Sent';
      } catch (error) {
        throw toServiceError(error, limit);
      } finally {
        connections.release();
      }
    },
    close: () => transport.close(),
  };
}

/** Writes mail as `.eml` files, for machines without a mail server; a repeated mail overwrites its file. */
export function fileMail({ folder }: { readonly folder: string }): MailClient {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toOptions(mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not written as a whole');
      const name = `${mail.messageId.split('@')[0]?.replaceAll(/[^\w.-]/g, '-') ?? 'mail'}.eml`;
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const part = path.join(folder, `.${name}.part`);
      await fs.writeFile(part, message, { mode: 0o600 });
      await fs.rename(part, path.join(folder, name)); // Programs that watch the folder see whole mails only.
      return `Written to ${name}`;
    },
    close: () => undefined,
  };
}
