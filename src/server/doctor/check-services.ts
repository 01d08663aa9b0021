import { z } from 'zod';
import type { Finding } from '#contract/server-state.ts';
import type { Config } from '#server/config/config.ts';
import { configurationOf, mayBeCalled } from '#server/services/identity-issuer.ts';
import type { Services } from '#server/services/services.ts';
import { clockFinding } from './check-clock.ts';
import { type Area, bad, good, tried, warning } from './finding.ts';

/** Reads the configuration of the identity provider, and compares clocks with it. @param issuer undefined for the local provider */
export async function checkIdentity(issuer: string | undefined): Promise<readonly Finding[]> {
  const area = 'Identity provider';
  if (issuer === undefined) return [good(area, 'The local one, for this machine')];
  const advice = 'Check OIDC_ISSUER, and that this machine can reach it. People who are signed in can continue; nobody else can sign in.';
  return tried(area, advice, async (signal) => {
    const response = await fetch(configurationOf(issuer), { signal });
    if (!response.ok) return [bad(area, `${issuer} answers with status ${response.status}`, advice)];
    const found = z.object({ issuer: z.string() }).safeParse(await response.json()).data?.issuer;
    if (found === undefined || !mayBeCalled(issuer, found)) {
      return [bad(area, `${issuer} calls itself ${found ?? 'nothing'}`, 'Set OIDC_ISSUER to the address it uses for itself.')];
    }
    const reported = Date.parse(response.headers.get('date') ?? '');
    const clock = Number.isNaN(reported) ? [] : [clockFinding((Date.now() - reported) / 1_000, 'the identity provider', 2)];
    return [good(area, `${new URL(issuer).host} can be reached`), ...clock];
  });
}

interface ServiceCheck {
  readonly area: Area;
  readonly settings: string;
  /** The setting with an address that replaces the service's own. */
  readonly address?: string;
  /** Says what was found; undefined when the service is not set up. */
  readonly call: (() => Promise<string>) | undefined;
}

const checksOf = ({ mail, slack, copper }: Services): readonly ServiceCheck[] => [
  { area: 'Email', settings: 'SMTP_URL', call: mail && (async () => mail.check()) },
  { area: 'Slack', settings: 'SLACK_BOT_TOKEN', address: 'SLACK_API_URL', call: slack && (async () => slack.check()) },
  {
    area: 'Copper',
    settings: 'COPPER_API_TOKEN and COPPER_USER_EMAIL',
    address: 'COPPER_API_URL',
    call: copper && (async () => `Connected to the account ${await copper.readAccount()}`),
  },
];

async function checkService({ area, settings, address, call }: ServiceCheck): Promise<readonly Finding[]> {
  if (call === undefined && area === 'Email') return [warning(area, 'Not connected', `Set ${settings}: nobody gets a confirmation.`)];
  if (call === undefined) return [good(area, `Not connected (to connect it, set ${settings})`)];
  const reached = `the service${address === undefined ? '' : ` (at ${address}, if it is set)`}`;
  const advice = `Check ${settings}, and that this machine can reach ${reached}; messages wait, and are retried for a day.`;
  return tried(area, advice, async () => [good(area, await call())]);
}

/** Reaches mail server, Slack and Copper, without sending a message. */
export const checkServices = async (services: Services): Promise<readonly Finding[]> =>
  (await Promise.all(checksOf(services).map(async (check) => checkService(check)))).flat();

/** Where traces go (setting OTEL_EXPORTER_OTLP_ENDPOINT). */
type Collector = Pick<NonNullable<Config['traces']>, 'url' | 'headers'>;

const TRACES = 'Traces';
const COLLECTOR_ADVICE = 'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. Until then, only traces are lost.';
/** A request without spans, which a collector takes and forgets. */
const NO_SPANS = '{"resourceSpans":[]}';

async function ask({ url, headers }: Collector, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(url);
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: NO_SPANS, signal });
  return answer.ok
    ? good(TRACES, `${host} accepts traces`)
    : warning(TRACES, `${host} answers with status ${answer.status}`, COLLECTOR_ADVICE);
}

/** Asks the collector whether it accepts our traces, where one is set. */
export const checkTraces = async (collector: Collector | undefined): Promise<readonly Finding[]> =>
  collector === undefined ? [] : tried(TRACES, COLLECTOR_ADVICE, async (signal) => [await ask(collector, signal)], warning);
