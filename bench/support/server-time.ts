interface RouteTotals {
  readonly answers: number;
  readonly seconds: number;
}

const MS_PER_SECOND = 1_000;

export type Route = `${'GET' | 'POST'} /${string}`;

const figureIn = (text: string, name: string, route: Route): number => {
  const [method, path] = route.split(' ');
  const line = text.split('\n').find((each) => each.startsWith(`${name}{method="${method}",route="${path}"}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

async function readTotals(server: string, route: Route): Promise<RouteTotals> {
  const text = await (await fetch(`${server}/metrics`)).text();
  return {
    answers: figureIn(text, 'turnout_http_route_seconds_count', route),
    seconds: figureIn(text, 'turnout_http_route_seconds_sum', route),
  };
}

/**
 * The average milliseconds from arrival to the end of the answer that the server's own metrics count for a route (`GET /api/…` in
 * Fastify's notation) while `call` runs.
 */
export async function serverTime(server: string, route: Route, call: () => Promise<unknown>): Promise<number> {
  const before = await readTotals(server, route);
  await call();
  const after = await readTotals(server, route);
  const answers = after.answers - before.answers;
  if (answers === 0) throw new Error(`Nobody called ${route}`);
  return ((after.seconds - before.seconds) * MS_PER_SECOND) / answers;
}
