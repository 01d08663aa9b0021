import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

interface ExportLog {
  warn(details: { err: unknown }, message: string): void;
  info(message: string): void;
}

/** Logs when the collector begins to refuse spans or not to answer, and when it takes them again: not each time. */
export function watchExports(exporter: SpanExporter, log: ExportLog): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.code === ExportResultCode.FAILED;
        if (hasFailed && !isFailing) log.warn({ err: result.error }, 'The collector does not take traces; they are dropped until it does');
        if (!hasFailed && isFailing) log.info('The collector takes traces again');
        isFailing = hasFailed;
        onResult(result);
      }),
    shutdown: async () => exporter.shutdown(),
  };
}
