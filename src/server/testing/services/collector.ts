import { z } from 'zod';
import { Behaviours, startHttpStandIn } from './stand-in.ts';

const value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((list) => Object.fromEntries(list.map((each) => [each.key, each.value])));

const span = z.object({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).optional(),
  status: z.object({ code: z.int(), message: z.string().optional() }),
});

/** An export of traces in the JSON of OTLP. */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
});

type Span = z.output<typeof span> & { readonly resource: Readonly<Record<string, string | number>> };

/** Starts an OpenTelemetry collector on loopback that accepts `/v1/traces` as JSON; `spans` has everything that arrived, `bodies` the requests. */
export async function startCollector(port = 0) {
  const [spans, bodies, headers]: [Span[], string[], Record<string, unknown>[]] = [[], [], []];
  const behaviours = new Behaviours();
  const server = await startHttpStandIn(
    behaviours,
    ({ path, headers: given, body }) => {
      if (path !== '/v1/traces') return { status: 404, body: {} };
      headers.push(given);
      bodies.push(body);
      for (const { resource, scopeSpans } of request.parse(JSON.parse(body)).resourceSpans) {
        spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((each) => ({ ...each, resource: resource.attributes })));
      }
      return { body: {} };
    },
    port,
  );
  return { ...server, spans, bodies, headers, behaviours };
}
