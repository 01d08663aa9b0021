import { hash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import fastq from 'fastq';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { dnsCache } from 'nodemailer/lib/shared';
import { traced } from '#server/tracing/work.ts';
import { toServiceError } from './mail-failure.ts';
import { notAttempted, permanent, ServiceError, temporary } from './service-error.ts';

/** Until the server has greeted us, which Postfix' postscreen delays by 6 seconds, and the connection is encrypted. */
const CONNECT_TIMEOUT_MS = 15_000;
/** A server that scans a mail before its last answer delivers it although we hung up, and then gets it again with each attempt. */
const SOCKET_TIMEOUT_MS = 40_000;
/** For a whole mail once a connection is free. Some servers delay their answers on purpose. A full queue must end before its worker counts as stalled. */
const SEND_TIMEOUT_MS = 50_000;
/** Mail servers allow few connections from one address. */
const CONNECTIONS = 8;
/** Once the process stops, a conversation has this long to hand its message over. */
const LAST_HANDOVER_MS = 4_000;
/** Stalwart refuses more, and Exim delivers further ones later. */
const MESSAGES_OF_CONNECTION = 10;

/** An entry for the calendar of the mail's recipient. */
export interface CalendarFile {
  readonly name: string;
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly content: string;
}

/** A picture that the HTML of a mail shows by `cid:`. */
export interface MailPicture {
  /** In the form of an address; sent with a digest of the content. */
  readonly cid: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A mail to one person, or a copy to several. Addresses are separate values and never parsed from a line, so that a name cannot add a recipient. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string | readonly string[];
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html?: string | undefined;
  readonly logo?: MailPicture | undefined;
  /** The check-in code, which is an attachment too. */
  readonly code?: (MailPicture & { readonly name: string }) | undefined;
  readonly calendarFiles?: readonly CalendarFile[] | undefined;
  /** The same for each attempt to send this mail; without brackets. */
  readonly messageId: string;
  /** Whether it goes to many people. */
  readonly bulk?: { readonly isAutomatic: boolean; readonly unsubscribeUrl?: string | undefined } | undefined;
}

export interface MailClient {
  /** Returns how it was sent, for staff. @throws ServiceError */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<string>;
  /** Connects and signs in, without sending. @returns what was found @throws ServiceError */
  readonly check: () => Promise<string>;
  /** Before the process ends: what waits for a connection is not attempted, nor what is not handed over within some seconds. */
  readonly stop: () => void;
  readonly close: () => void;
}

/** Another picture has another id: phones show the first one with an id in all mails. */
const contentId = ({ cid, content }: MailPicture): string => `${cid}.${hash('sha256', content).slice(0, 16)}`;

const withContentIds = (html: string, pictures: readonly (MailPicture | undefined)[]): string =>
  pictures.reduce(
    (text, picture) => (picture === undefined ? text : text.replaceAll(`cid:${picture.cid}`, `cid:${contentId(picture)}`)),
    html,
  );

/** Dates of one course share a title, and files of one name replace each other where all are saved. */
function fileName(files: readonly CalendarFile[], name: string, index: number): string {
  const number = files.slice(0, index + 1).filter((file) => file.name.toLowerCase() === name.toLowerCase()).length;
  return number === 1 ? name : name.replace(/(?=[.]ics$)/, ` (${number})`);
}

/** Each file is attached; mail programs offer to add the entry only where it is next to the text too, and there only one may. */
function partsOf({ calendarFiles: files = [], logo, code }: Partial<Mail>): Pick<SendMailOptions, 'alternatives' | 'attachments'> {
  const logos =
    logo === undefined ? [] : [{ cid: contentId(logo), contentType: logo.type, content: logo.content, filename: false as const }];
  const codes = code === undefined ? [] : [{ cid: contentId(code), contentType: code.type, content: code.content, filename: code.name }];
  const parts = files.map(({ name, method, content }, index) => ({
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content,
    filename: fileName(files, name, index),
  }));
  const beside = parts.length === 1 ? parts.map(({ contentType, content }) => ({ contentType, content })) : [];
  return { alternatives: beside, attachments: [...logos, ...codes, ...parts] };
}

/** @throws ServiceError for an address stored before `isEmail` refused this, as mail programs show another in its place */
function addressOf(address: string): { name: string; address: string } {
  if (address.includes('=?')) throw permanent('The email cannot be sent: mail programs misread an address with “=?”', 'mailbox');
  return { name: '', address };
}

/** @throws ServiceError for an address whose letters the server may take for others, as it does not announce that it reads them */
function checkLetters({ to }: Mail, extensions: readonly string[]): void {
  if (!extensions.includes('SMTPUTF8') && [to].flat().some((address) => /^[^@]*[^ -~@]/.test(address)))
    throw permanent('The email cannot be sent: the mail server only takes unaccented Latin letters before the @', 'mailbox');
}

/** A header on one line, however long its address is. */
const onOneLine = (value: string) => ({ prepared: true, foldLines: false, value });

/** One click of a mail program unsubscribes (RFC 8058), which needs https. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': onOneLine(`<${new URL(url).href}>`), // Headers are ASCII.
  ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** Keeps holiday notes from answering; with `All`, Exchange would not report mails that it cannot deliver either. */
const NO_NOTES = { 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

const bulkHeaders = ({ isAutomatic, unsubscribeUrl }: NonNullable<Mail['bulk']>) => ({
  Precedence: 'bulk',
  ...NO_NOTES,
  ...(isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
  ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
});

const toOptions = ({ from, to, replyTo, subject, text, html, messageId, bulk, ...parts }: Mail): SendMailOptions => ({
  from: { ...addressOf(from.address), name: from.name },
  to: [to].flat().map(addressOf),
  ...(replyTo === undefined ? {} : { replyTo: addressOf(replyTo) }),
  subject,
  text,
  ...(html === undefined ? {} : { html: withContentIds(html, [parts.logo, parts.code]) }),
  ...partsOf(parts),
  messageId: `<${messageId}>`,
  headers: {
    ...(bulk === undefined ? { 'Auto-Submitted': 'auto-generated', ...NO_NOTES } : bulkHeaders(bulk)),
    // Gmail hides what mails of one thread have in common.
    'X-Entity-Ref-ID': messageId,
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

const STOPPED = notAttempted('The server was stopped before the mail was handed over.', 0);

/** A message as a whole, since each of its parts would be a separate packet; signatures fail where a long header is folded right after its name. */
async function* wholeOf(message: Readable): AsyncGenerator<Buffer> {
  const whole = Buffer.concat(await message.toArray());
  const end = whole.indexOf('\r\n\r\n');
  const head = whole.toString('latin1', 0, end).replaceAll(/^([\w-]+):\r\n /gm, '$1: ');
  yield Buffer.concat([Buffer.from(head, 'latin1'), whole.subarray(end)]);
}

/** Whether a message may have been handed over: once it was read to its end, the final dot may have been sent. */
class Handover {
  isPossible = false;

  /** The message as the connection reads it; what may have been handed over is not read again over another one. */
  watch(message: Readable): Readable {
    const output = Readable.from(wholeOf(message), { objectMode: false });
    if (this.isPossible) return output.destroy(new Error('The message may have been handed over already'));
    return output.once('end', () => (this.isPossible = true));
  }
}

interface SmtpSettings {
  readonly smtpUrl: string;
  /** The name we introduce ourselves with; the default is this machine's, or an address that some servers refuse. */
  readonly name?: string | undefined;
  readonly requireTls?: boolean;
  /** Milliseconds for one mail, without the wait for a free connection. */
  readonly sendTimeoutMs?: number;
}

/** The mail server may have moved: the library uses an address for five minutes, and this one if the name cannot be resolved. */
function lookUpAgain(): void {
  for (const known of dnsCache.values()) known.expires = 1;
}

/** Mail by SMTP over a few pooled connections. The caller retries. */
export function smtpMail({ smtpUrl, name, requireTls = false, sendTimeoutMs = SEND_TIMEOUT_MS }: SmtpSettings): MailClient {
  const transport = createTransport({
    url: smtpUrl,
    ...(name !== undefined && { name }),
    ...(requireTls && { requireTLS: true }), // Without it, someone in between could hide that the server offers encryption.
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MESSAGES_OF_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  const { host, hostname } = new URL(smtpUrl);
  const handovers = new WeakMap<object, Handover>();
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((input) => handovers.get(data.headers ?? {})?.watch(input) ?? input);
    done();
  });
  let isStopped = false;
  let extensions = ['SMTPUTF8']; // As the server announced them with the last mail.
  const underWay = new Map<Handover, AbortController>();
  const sendNow = async ({ mail, signal }: { mail: Mail; signal: AbortSignal | undefined }): Promise<string> => {
    checkLetters(mail, extensions);
    // Unlike AbortSignal.timeout, it does not outlive the mail, of which hundreds are sent in that time.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), sendTimeoutMs);
    const options = toOptions(mail);
    const handover = new Handover();
    const cut = new AbortController();
    underWay.set(handover, cut);
    handovers.set(options.headers ?? {}, handover);
    try {
      signal?.throwIfAborted();
      const signals = [limit.signal, cut.signal].concat(signal ?? []);
      const { rejected, ehlo = extensions } = await transport.sendMail({ ...options, signal: AbortSignal.any(signals) });
      extensions = ehlo;
      // Another attempt would send the others a second copy.
      return rejected.length === 0 ? 'Sent' : `Sent, but refused for ${rejected.join(', ')}`;
    } catch (error) {
      if (cut.signal.aborted && !handover.isPossible) throw STOPPED;
      lookUpAgain();
      throw toServiceError(error, limit.signal, handover.isPossible);
    } finally {
      clearTimeout(timer);
      underWay.delete(handover);
    }
  };
  const queue = fastq.promise(sendNow, CONNECTIONS);
  const enqueue = async (mail: Mail, signal: AbortSignal | undefined): Promise<string> => {
    if (isStopped) throw STOPPED;
    return queue.push({ mail, signal }).catch((error: unknown) => {
      throw isStopped && !(error instanceof ServiceError) ? STOPPED : error;
    });
  };
  return {
    send: async (mail, signal) =>
      traced({ name: 'Send mail', kind: 'call', facts: { 'server.address': hostname } }, async () => enqueue(mail, signal)),
    check: async () => {
      const limit = AbortSignal.timeout(sendTimeoutMs);
      try {
        await transport.verify();
        return `The mail server ${host} accepts us`;
      } catch (error) {
        lookUpAgain();
        throw toServiceError(error, limit, false);
      }
    },
    stop: () => {
      isStopped = true;
      queue.abort();
      setTimeout(() => {
        for (const [handover, cut] of underWay) if (!handover.isPossible) cut.abort();
      }, LAST_HANDOVER_MS).unref();
    },
    close: () => transport.close(),
  };
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** How answers name the folder, since no path on the server may be shown. */
export const MAIL_FOLDER = 'DATA_DIR/mail';

/** Writes mail as `.eml` files, for machines without a mail server; a repeated mail overwrites its file. */
export function fileMail({ folder }: { readonly folder: string }): MailClient {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toOptions(mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not written completely');
      const name = `${mail.messageId.split('@')[0]?.replaceAll(/[^\w.-]/g, '-') ?? 'mail'}.eml`;
      const part = path.join(folder, `.${name}.part`);
      const file = path.join(folder, name);
      try {
        await fs.mkdir(folder, { recursive: true, mode: 0o700 });
        await fs.writeFile(part, message, { mode: 0o600 });
        await fs.rename(part, file); // Programs that watch the folder see only complete mails.
      } catch (error) {
        throw temporary(`The mail could not be written to ${MAIL_FOLDER}: ${codeOf(error)}`, 'unreachable', error);
      }
      return `Written to the file ‘${name}’ in the mail folder of this server, which is not set up to send email`;
    },
    check: async () => `Mail is written to ${MAIL_FOLDER}`,
    stop: () => undefined,
    close: () => undefined,
  };
}
