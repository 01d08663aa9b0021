import type { Finding } from '#contract/server-state.ts';
import { good, tried, warning } from './finding.ts';

/** Where traces go (setting OTEL_EXPORTER_OTLP_ENDPOINT). */
export interface Collector {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

const AREA = 'Traces';
const ADVICE = 'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. Only traces are lost meanwhile.';
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
  return answer.ok ? good(AREA, `${host} takes traces`) : warning(AREA, `${host} answers with status ${answer.status}`, ADVICE);
}

/** Asks the collector whether it takes traces of ours, where one is set. */
export const checkTraces = async (collector: Collector | undefined): Promise<readonly Finding[]> =>
  collector === undefined ? [] : tried(AREA, ADVICE, async (signal) => [await ask(collector, signal)], warning);
