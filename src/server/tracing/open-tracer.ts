import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer as Spans } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { currentWork, failureCode, type Work, workChannel } from './work.ts';

export interface TraceSettings {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly service: string;
  /** The share of traces begun here that are sent, from 0 to 1. */
  readonly share: number;
}

export interface Tracer {
  /** @param traceparent the header of a caller whose trace the work continues */
  readonly begin: (work: Work, traceparent?: string) => void;
  readonly end: (work: Work) => void;
  /** Sends what waits, within a second. */
  readonly stop: () => Promise<void>;
}

const SEND_EVERY_MS = 5_000;
const EXPORT_TIMEOUT_MS = 10_000;
const STOP_MS = 1_000;

const KINDS = { request: SpanKind.SERVER, task: SpanKind.INTERNAL, poll: SpanKind.INTERNAL, call: SpanKind.CLIENT, query: SpanKind.CLIENT };

interface TracerDeps {
  readonly version: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Default 5 seconds. */
  readonly sendEveryMs?: number;
}

function openProvider(
  { url, headers, service, share }: TraceSettings,
  { version, log, sendEveryMs: scheduledDelayMillis = SEND_EVERY_MS }: TracerDeps,
): TracerProvider {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS });
  return new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': service,
        'service.version': version,
        'service.instance.id': `${os.hostname()}:${process.pid}`,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: watchExports(exporter, log), scheduledDelayMillis, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
  });
}

class OpenSpans {
  readonly #spans: Spans;
  readonly #open = new WeakMap<Work, Span>();

  constructor(spans: Spans) {
    this.#spans = spans;
  }

  #contextOf(work: Work, traceparent = ''): Context {
    if (work.kind === 'request') {
      const remote = parseTraceParent(traceparent);
      return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
    }
    const current = work.kind === 'call' || work.kind === 'query' ? currentWork.getStore() : undefined;
    const parent = current && this.#open.get(current);
    return parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
  }

  begin(work: Work, traceparent?: string): void {
    const context = this.#contextOf(work, traceparent);
    if (work.kind === 'query' && context === ROOT_CONTEXT) return; // Its request has ended, for example while a timer still runs.
    const links = (work.requests ?? []).flatMap((other) => this.#open.get(other) ?? []).map((span) => ({ context: span.spanContext() }));
    this.#open.set(work, this.#spans.startSpan(work.name, { kind: KINDS[work.kind], links }, context));
  }

  end(work: Work, error?: unknown): void {
    const span = this.#open.get(work);
    this.#open.delete(work);
    if (span === undefined || work.isIdle === true) return;
    const failure = work.failure ?? (error === undefined ? undefined : failureCode(error));
    span.setAttributes(work.facts);
    if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR, message: failure });
    span.end();
  }
}

/** Shows the work of this process to a collector of OpenTelemetry, by OTLP over HTTP. One for a process. */
export function openTracer(settings: TraceSettings, deps: TracerDeps): Tracer {
  const provider = openProvider(settings, deps);
  const open = new OpenSpans(provider.getTracer('turnout', deps.version));
  workChannel.start.bindStore(currentWork, (work) => {
    open.begin(work);
    return work.kind === 'poll' ? undefined : work;
  });
  const onEnd = { asyncEnd: (work: Work & { error?: unknown }) => open.end(work, work.error) };
  workChannel.subscribe(onEnd);
  return {
    begin: (work, traceparent) => open.begin(work, traceparent),
    end: (work) => open.end(work),
    stop: async () => {
      workChannel.start.unbindStore(currentWork);
      workChannel.unsubscribe(onEnd);
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Logs when the collector begins to refuse spans or not to answer, and when it takes them again: not every time. */
function watchExports(exporter: SpanExporter, log: TracerDeps['log']): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code === ExportResultCode.FAILED;
        if (hasFailed && !isFailing)
          log.warn({ err: result.error }, 'The collector is not accepting traces; they are dropped until it does');
        if (!hasFailed && isFailing) log.info('The collector is accepting traces again');
        isFailing = hasFailed;
        onResult(result);
      }),
    shutdown: async () => exporter.shutdown(),
  };
}
