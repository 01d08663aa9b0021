import { on, once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { Finding } from '#contract/server-state.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import { type DatabaseConnection, withDatabase } from '#server/db/connection.ts';
import { checkDirect } from '#server/db/pooler.ts';
import { whyNotForReads } from '#server/db/replica/replica.ts';
import { bad, good, reasonOf, tried, warning } from './finding.ts';

/** A server whose certificate is looked at. */
export interface CertifiedHost {
  /** What it is, for the operator. */
  readonly name: string;
  readonly address: string;
}

const PORTS = new Map([
  ['https:', 443],
  ['smtps:', 465],
  ['smtp:', 587],
]);
const END_OF_ANSWER = /^\d{3} .*\r\n$/m;
const SOON_DAYS = 14;
const TIMEOUT_MS = 6_000;

/** Sends a line of SMTP, if any, and waits for the end of the answer. @throws Error for an answer of another kind */
async function converse(socket: net.Socket, line: string | undefined, expected: string): Promise<string> {
  if (line !== undefined) socket.write(`${line}\r\n`);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let text = '';
  for await (const chunk of on(socket, 'data', { signal: limit })) {
    text += String(chunk);
    if (END_OF_ANSWER.test(text)) break;
  }
  if (!text.startsWith(expected)) throw new Error(`the mail server answered ${text.slice(0, 60).trim()}`);
  return text;
}

/** @returns the connection when the mail server offers encryption */
async function startMailTls(socket: net.Socket): Promise<net.Socket | undefined> {
  await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await converse(socket, undefined, '220');
  const offers = await converse(socket, 'EHLO turnout', '250');
  if (!/STARTTLS/i.test(offers)) return undefined;
  await converse(socket, 'STARTTLS', '220');
  return socket;
}

/** The day on which a server's certificate ends, and why it is not trusted; undefined for a mail server that does not encrypt. */
async function readCertificate(address: string): Promise<{ endsAt: Date; problem: string | undefined } | undefined> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = net.connect({ host, port: port === '' ? (PORTS.get(protocol) ?? 0) : Number(port) });
  try {
    if (protocol === 'smtp:' && (await startMailTls(socket)) === undefined) return undefined;
    // Without the check, so that an expired one can be told by its day.
    const secure = tls.connect({ socket, rejectUnauthorized: false, ...(net.isIP(host) === 0 && { servername: host }) });
    await once(secure, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const wrongName = tls.checkServerIdentity(host, secure.getPeerCertificate());
    const problem = secure.authorized ? wrongName?.message : String(secure.authorizationError);
    return { endsAt: new Date(secure.getPeerCertificate().valid_to), problem };
  } finally {
    socket.destroy();
  }
}

/** The finding about one server's certificate. */
export async function checkCertificate({ name, address }: CertifiedHost): Promise<Finding> {
  try {
    const found = await readCertificate(address);
    if (found === undefined) return warning('Certificates', `${name} does not encrypt`, 'Have it offer STARTTLS.');
    const days = Math.floor((found.endsAt.getTime() - Date.now()) / DAY_MS);
    if (days < 0) return bad('Certificates', `That of ${name} ended on ${found.endsAt.toISOString().slice(0, 10)}`, 'Renew it.');
    if (found.problem !== undefined) {
      return bad(
        'Certificates',
        `That of ${name} is not trusted: ${found.problem}`,
        'Have one issued for this name, or set NODE_EXTRA_CA_CERTS.',
      );
    }
    const text = `That of ${name} is good for ${days} ${days === 1 ? 'day' : 'days'}`;
    return days < SOON_DAYS
      ? warning('Certificates', text, 'Renew it, and see why that did not happen automatically.')
      : good('Certificates', text);
  } catch (error) {
    // A wait that was given up is reported as an abort.
    const reason =
      error instanceof Error && error.name === 'AbortError' ? `no answer within ${TIMEOUT_MS / 1_000} seconds` : reasonOf(error);
    return warning('Certificates', `That of ${name} could not be read from here: ${reason}`, 'See that this machine reaches it.');
  }
}

type Work = (connection: DatabaseConnection) => Promise<Finding>;

const UNLOGGED = { warn: () => undefined };

const askPooler =
  (directUrl: string): Work =>
  async ({ pool }) => {
    const { problem, warnings } = await checkDirect(pool, directUrl, UNLOGGED);
    if (problem !== undefined) return bad('Database', problem);
    const [first] = warnings;
    return first === undefined ? good('Database', 'The pooler of DATABASE_URL answers') : warning('Database', first);
  };

const askReplica =
  (primary: DatabaseConnection): Work =>
  async ({ pool }) => {
    const problem = await whyNotForReads(primary.pool, pool);
    return problem === undefined ? good('Database', 'The replica of DATABASE_READ_URL answers') : bad('Database', problem);
  };

/** Asks the pooler and the replica, where they are set, which the other checks go past. */
export async function checkAddresses({ url, directUrl, readUrl }: Partial<Config['database']>): Promise<readonly Finding[]> {
  const findings: Promise<readonly Finding[]>[] = [];
  if (url !== undefined && directUrl !== undefined) {
    const advice = 'See that the pooler of DATABASE_URL runs: nothing is served without it.';
    findings.push(tried('Database', advice, async () => [await withDatabase({ url, directUrl, log: UNLOGGED }, askPooler(directUrl))]));
  }
  const primary = directUrl ?? url;
  if (primary !== undefined && readUrl !== undefined) {
    const advice = 'See that the replica of DATABASE_READ_URL runs; until then reads go to the primary.';
    const ask = async () =>
      withDatabase({ url: primary, log: UNLOGGED }, async (own) => withDatabase({ url: readUrl, log: UNLOGGED }, askReplica(own)));
    const noAnswer: typeof warning = (area, reason) => warning(area, `The replica does not answer: ${reason}`, advice);
    findings.push(tried('Database', advice, async () => [await ask()], noAnswer));
  }
  return (await Promise.all(findings)).flat();
}
