import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { z } from 'zod';
import type { Finding } from '#contract/server-state.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Config } from '#server/config/config.ts';
import { type DatabaseConnection, withDatabase } from '#server/db/connection.ts';
import { checkDirect } from '#server/db/pooler.ts';
import { whyNotForReads } from '#server/db/replica/replica.ts';
import { configurationOf, mayBeCalled } from '#server/services/identity-issuer.ts';
import type { Services } from '#server/services/services.ts';
import { clockFinding } from './check-clock.ts';
import { type Area, bad, good, reasonOf, tried, warning } from './finding.ts';

/** Reads the configuration of the identity provider, and compares clocks with it. @param issuer undefined for the local provider */
export async function checkIdentity(issuer: string | undefined): Promise<readonly Finding[]> {
  const area = 'Identity provider';
  if (issuer === undefined) return [good(area, 'The local one, for this machine')];
  const advice = 'Check OIDC_ISSUER, and that this machine reaches it. People who are signed in can continue; nobody else can sign in.';
  return tried(area, advice, async (signal) => {
    const response = await fetch(configurationOf(issuer), { signal });
    if (!response.ok) return [bad(area, `${issuer} answers with status ${response.status}`, advice)];
    const found = z.object({ issuer: z.string() }).safeParse(await response.json()).data?.issuer;
    if (found === undefined || !mayBeCalled(issuer, found)) {
      return [bad(area, `${issuer} calls itself ${found ?? 'nothing'}`, 'Set OIDC_ISSUER to the address that it calls itself.')];
    }
    const reported = Date.parse(response.headers.get('date') ?? '');
    const clock = Number.isNaN(reported) ? [] : [clockFinding((Date.now() - reported) / 1_000, 'the identity provider', 2)];
    return [good(area, `${new URL(issuer).host} can be reached`), ...clock];
  });
}

interface ServiceCheck {
  readonly area: Area;
  readonly settings: string;
  /** Says what was found; undefined when the service is not set up. */
  readonly call: (() => Promise<string>) | undefined;
}

const checksOf = ({ mail, slack, copper }: Services): readonly ServiceCheck[] => [
  { area: 'Mail', settings: 'SMTP_URL', call: mail && (async () => mail.check()) },
  { area: 'Slack', settings: 'SLACK_BOT_TOKEN', call: slack && (async () => slack.check()) },
  {
    area: 'Copper',
    settings: 'COPPER_API_TOKEN and COPPER_USER_EMAIL',
    call: copper && (async () => `Connected to the account ${await copper.readAccount()}`),
  },
];

async function checkService({ area, settings, call }: ServiceCheck): Promise<readonly Finding[]> {
  if (call === undefined && area === 'Mail') return [warning(area, 'Not connected', `Set ${settings}: nobody gets a confirmation.`)];
  if (call === undefined) return [good(area, `Not connected (to connect it, set ${settings})`)];
  return tried(area, `Check ${settings}; what is to be sent waits, and is tried again for a day.`, async () => [good(area, await call())]);
}

/** Reaches mail server, Slack and Copper, without sending a message. */
export async function checkServices(services: Services): Promise<readonly Finding[]> {
  return (await Promise.all(checksOf(services).map(async (check) => checkService(check)))).flat();
}

/** Where traces go (setting OTEL_EXPORTER_OTLP_ENDPOINT). */
type Collector = Pick<NonNullable<Config['traces']>, 'url' | 'headers'>;

const TRACES = 'Traces';
const COLLECTOR_ADVICE = 'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. Until then only traces are lost.';
/** A request without spans, which a collector takes and forgets. */
const NO_SPANS = '{"resourceSpans":[]}';

async function ask({ url, headers }: Collector, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(url);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: NO_SPANS,
    signal,
  });
  return answer.ok
    ? good(TRACES, `${host} takes traces`)
    : warning(TRACES, `${host} answers with status ${answer.status}`, COLLECTOR_ADVICE);
}

/** Asks the collector whether it accepts our traces, where one is set. */
export const checkTraces = async (collector: Collector | undefined): Promise<readonly Finding[]> =>
  collector === undefined ? [] : tried(TRACES, COLLECTOR_ADVICE, async (signal) => [await ask(collector, signal)], warning);

/** A server whose certificate is looked at. */
export interface CertifiedHost {
  readonly name: string;
  readonly address: string;
}

const CERTIFICATES = 'Certificates';
const SOON_DAYS = 14;
const TIMEOUT_MS = 6_000;

/** The day on which a server's certificate ends, and why it is not trusted. */
async function readCertificate(address: string): Promise<{ endsAt: Date; problem: string | undefined }> {
  const { protocol, hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const name = net.isIP(host) === 0 && { servername: host };
  // Without the check, so that an expired one can be told by its day.
  const socket = tls.connect({ host, port: Number(port) || (protocol === 'smtps:' ? 465 : 443), rejectUnauthorized: false, ...name });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const wrongName = tls.checkServerIdentity(host, socket.getPeerCertificate());
    const problem = socket.authorized ? wrongName?.message : String(socket.authorizationError);
    return { endsAt: new Date(socket.getPeerCertificate().valid_to), problem };
  } finally {
    socket.destroy();
  }
}

export async function checkCertificate({ name, address }: CertifiedHost): Promise<Finding> {
  try {
    const found = await readCertificate(address);
    const days = Math.floor((found.endsAt.getTime() - Date.now()) / DAY_MS);
    if (days < 0) return bad(CERTIFICATES, `That of ${name} ended on ${found.endsAt.toISOString().slice(0, 10)}`, 'Renew it.');
    if (found.problem !== undefined)
      return bad(
        CERTIFICATES,
        `That of ${name} is not trusted: ${found.problem}`,
        'Have one issued for this name, or set NODE_EXTRA_CA_CERTS.',
      );
    const text = `That of ${name} is good for ${days} ${days === 1 ? 'day' : 'days'}`;
    return days < SOON_DAYS
      ? warning(CERTIFICATES, text, 'Renew it, and see why that did not happen automatically.')
      : good(CERTIFICATES, text);
  } catch (error) {
    // A wait that was given up is reported as an abort.
    const reason =
      error instanceof Error && error.name === 'AbortError' ? `no answer within ${TIMEOUT_MS / 1_000} seconds` : reasonOf(error);
    return warning(CERTIFICATES, `That of ${name} could not be read from here: ${reason}`, 'See that this machine reaches it.');
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
