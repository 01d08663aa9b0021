import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { Places } from './places.ts';
import { ServiceError } from './service-error.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const GREETING_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** For a whole mail, from when a connection is free. Servers hold answers back on purpose (docs/decisions, 11). */
const SEND_TIMEOUT_MS = 30_000;
/** Servers allow few connections from one address. */
const CONNECTIONS = 8;
const MESSAGES_OF_CONNECTION = 100;

/** A mail to one person. Addresses are values of their own, never parsed out of a line (hardening 2). */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  /** The same for each try of the same mail, without brackets. */
  readonly messageId: string;
}

/** Sends mail, or keeps it as files. */
export interface MailClient {
  /**
   * @returns how it was sent, for staff
   * @throws ServiceError in words that staff can act on
   */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<string>;
  /** Closes connections that are kept. */
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
  // Nobody's holiday note should answer these.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const SIGN_IN_REFUSED = 'The mail server does not accept our sign-in. Whoever runs this server has to check SMTP_URL.';

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function repliedCode(error: Error): number | undefined {
  return 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
}

function reply(error: Error): string {
  return 'response' in error && typeof error.response === 'string' ? error.response.slice(0, 300) : error.message.slice(0, 300);
}

/** The server said no, by a code of SMTP: 4xx is for now, 5xx for good. */
function refused(error: Error, replied: number): ServiceError {
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
  /** How long one mail may take, in milliseconds; the time until a connection is free does not count. */
  readonly sendTimeoutMs?: number;
}

/** Mail by SMTP, over a few connections that are kept. Retries are the caller's. */
export function smtpMail({ smtpUrl, sendTimeoutMs = SEND_TIMEOUT_MS }: SmtpSettings): MailClient {
  const connections = new Places(CONNECTIONS);
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MESSAGES_OF_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  return {
    send: async (mail, signal) => {
      await connections.take();
      const limit = AbortSignal.timeout(sendTimeoutMs);
      try {
        signal?.throwIfAborted();
        await transport.sendMail({ ...toOptions(mail), signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
        return 'Sent';
      } catch (error) {
        throw toServiceError(error, limit);
      } finally {
        connections.giveBack();
      }
    },
    close: () => transport.close(),
  };
}

/** Mail as `.eml` files in a folder, for machines without a mail server (decision 40). The same mail again is the same file. */
export function fileMail({ folder }: { readonly folder: string }): MailClient {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toOptions(mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not written as a whole');
      const name = `${mail.messageId.split('@')[0]?.replaceAll(/[^\w.-]/g, '-') ?? 'mail'}.eml`;
      await fs.mkdir(folder, { recursive: true });
      const part = path.join(folder, `.${name}.part`);
      await fs.writeFile(part, message);
      await fs.rename(part, path.join(folder, name)); // Whoever watches the folder sees whole mails only.
      return `Written to ${name}`;
    },
    close: () => undefined,
  };
}
