interface RouteTotals {
  readonly answers: number;
  readonly seconds: number;
}

const MS_PER_SECOND = 1_000;

const figureIn = (text: string, name: string, route: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${name}{method="GET",route="${route}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

async function readTotals(server: string, route: string): Promise<RouteTotals> {
  const text = await (await fetch(`${server}/metrics`)).text();
  return {
    answers: figureIn(text, 'turnout_http_route_answers_total', route),
    seconds: figureIn(text, 'turnout_http_route_seconds_total', route),
  };
}

/**
 * Milliseconds that the server itself counts for a GET of a route (`/api/…` in Fastify's notation), on average over the calls
 * made by `call`: from the arrival of the call to the end of its answer.
 */
export async function serverTime(server: string, route: string, call: () => Promise<unknown>): Promise<number> {
  const before = await readTotals(server, route);
  await call();
  const after = await readTotals(server, route);
  const answers = after.answers - before.answers;
  if (answers === 0) throw new Error(`Nobody called ${route}`);
  return ((after.seconds - before.seconds) * MS_PER_SECOND) / answers;
}
