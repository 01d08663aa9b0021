import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#server/process/logger.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const lines: string[] = [];
const logger = createLogger({ level: 'trace', environment: 'production', destination: { write: (line) => void lines.push(line) } });
const server = await createSignUpPageServer({ LOG_REQUESTS: 'true', TRUST_PROXY: '10.1.0.0/16' }, { log: logger });

const lineSchema = z.strictObject({
  level: z.literal(30),
  time: z.number(),
  reqId: z.string(),
  method: z.string(),
  route: z.string().optional(),
  status: z.number(),
  ms: z.int().min(0),
  msg: z.literal('request'),
});

const requestLines = () => lines.filter((line) => line.includes('"msg":"request"')).map((line) => lineSchema.parse(JSON.parse(line)));

/** The log lines of a request once it has been answered. */
async function loggedBy(send: () => Promise<unknown>): Promise<z.infer<typeof lineSchema> | undefined> {
  lines.length = 0;
  await send();
  await expect.poll(() => requestLines().length).toBe(1);
  return requestLines()[0];
}

test('MON-8: each request is one line of JSON with id, route pattern, status and milliseconds, except for health and metrics', async () => {
  const seriesId = await buildSeries(server.db);
  expect(await loggedBy(async () => server.get(`/event_series/${seriesId}?search=someone`))).toMatchObject({
    method: 'GET',
    route: '/api/event_series/:id',
    status: 200,
  });
  expect(await loggedBy(async () => server.get('/no/such/call'))).toMatchObject({ route: '/api/*', status: 404 });
  expect(await loggedBy(async () => fetch(`${server.url}/no-such-page`))).toMatchObject({ status: 404 });
  lines.length = 0;
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(server.url + path)).status).toBe(200);
  const marker = await loggedBy(async () => server.get('/me'));
  expect(marker?.route).toBe('/api/me');
});

const inject = async (remoteAddress: string, id: string) =>
  loggedBy(async () => server.app.inject({ url: '/api/no/such/call', headers: { 'x-request-id': id }, remoteAddress }));

test('MON-10: the request id is that of a trusted proxy, otherwise our own', async () => {
  expect((await inject('10.1.2.3', 'b5c6f0a2-77:1'))?.reqId).toBe('b5c6f0a2-77:1');
  const ours = /^[\da-f]{8}-[\da-z]+$/;
  expect((await inject('10.2.2.3', 'b5c6f0a2-77:1'))?.reqId).toMatch(ours);
  expect((await inject('10.1.2.3', 'ada@example.com'))?.reqId).toMatch(ours);
  expect((await inject('10.1.2.3', 'x'.repeat(129)))?.reqId).toMatch(ours);
  const [first, second] = [await inject('10.2.2.3', ''), await inject('10.2.2.3', '')];
  expect(first?.reqId).not.toBe(second?.reqId);
});

test('MON-10: our own error is logged once with code, message and id, and its answer has the id', async () => {
  await server.pool.query('alter table forms rename to hidden');
  onTestFinished(async () => void (await server.pool.query('alter table hidden rename to forms')));
  const sent: { response?: Awaited<ReturnType<typeof server.get>> } = {};
  const line = await loggedBy(async () => {
    sent.response = await server.get('/event_series');
  });
  expect(line?.status).toBe(500);
  expect(sent.response?.headers.get('x-request-id')).toBe(line?.reqId);
  const errors = lines
    .map((each): unknown => JSON.parse(each))
    .filter((each) => z.object({ level: z.literal(50) }).safeParse(each).success);
  expect(errors).toEqual([
    expect.objectContaining({
      reqId: line?.reqId,
      msg: 'unexpected error',
      err: expect.objectContaining({ code: '42P01', message: 'relation "forms" does not exist' }),
    }),
  ]);
});

const CANARY = 'canaria@canary.example';
const TOKEN = 'canarytokencanarytokencanarytokencanarytoken0';
const OWN_TOKEN = TOKEN.slice(0, 22);
const PERSON = {
  first_name: 'Canaria',
  last_name: 'Canarian',
  job_title: 'Canary keeper',
  organisation: 'Canary Ltd',
  email: CANARY,
  message: 'canary message',
};
const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  cookie: `session=${TOKEN}; turnout_refresh=${TOKEN}`,
  'user-agent': 'Canary/1.0 (Canaria)',
  referer: `https://canary.example/?email=${CANARY}`,
  'x-request-id': 'canaria',
  'x-forwarded-for': '203.0.113.9, canary',
  'x-forwarded-host': 'canary.example',
  'if-match': '"canary"',
  'idempotency-key': TOKEN,
};

test('MON-9: no line has a name, an address, an answer or a token, wherever it was sent and whatever the outcome', async () => {
  lines.length = 0;
  const seriesId = await buildSeries(server.db, { self_service: true });
  const eventId = await buildEvent(server.db, seriesId);
  const formId = await buildMarketingForm(server.db);
  const signUp = { ...newSignUp(PERSON), events: [eventId] };
  const query = `?${new URLSearchParams({ email: CANARY, first_name: 'Canaria', search: CANARY, utm_source: 'canary', redirectTo: `https://canary.example/${TOKEN}` })}`;
  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const response = await fetch(server.url + path + query, {
      method,
      headers: { ...HEADERS, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.status;
  };
  const attempts = async () => [
    await send('POST', `/api/event_series/${seriesId}/submit`, JSON.stringify(signUp)),
    await send(
      'POST',
      `/api/event_series/${seriesId}/submit`,
      JSON.stringify({ ...signUp, email: `${CANARY} ${CANARY}`, events: [CANARY] }),
    ),
    await send('POST', `/api/event_series/${seriesId}/submit`, `{"email": "${CANARY}",`),
    await send('POST', `/api/form/${formId}/submit`, JSON.stringify({ ...signUp, last_name: `Canary\u0000${'x'.repeat(300)}` })),
    await send('POST', `/api/form/${formId}/submit`, CANARY, `text/${TOKEN}`),
    await send(
      'POST',
      `/any-slug/events-series/${seriesId}/view`,
      new URLSearchParams(PERSON).toString(),
      'application/x-www-form-urlencoded',
    ),
    await send('GET', `/any-slug/events-series/${seriesId}/view`),
    await send('GET', `/canary-${TOKEN}/form/${CANARY}/view`),
    await send('GET', `/registration/${OWN_TOKEN}`),
    await send('POST', `/registration/${OWN_TOKEN}/edit`, `first_name=${CANARY}`, 'application/x-www-form-urlencoded'),
    await send('GET', `/api/event_series/${CANARY}`),
    await send('GET', `/api/event_series/${seriesId}/event/${eventId}`),
    await send('GET', '/api/search'),
    await send('GET', `/api/canary/${CANARY}/%zz`),
    await send('GET', `/calendar/${TOKEN}.ics`),
    await send('PATCH', `/api/canary-${CANARY}`, '{}'),
  ];
  const statuses = await attempts();
  expect(statuses).toContain(200);
  expect(statuses).toContain(422);
  expect(statuses).toContain(401);
  // Signed-in staff get what they ask for, but it is not in the log.
  for (const path of [`/search?q=${CANARY}`, `/event_series/${seriesId}/event/${eventId}?search=Canaria`]) {
    expect((await server.get(path)).text).toContain('Canaria');
  }
  // Also while the database refuses the rows.
  await server.pool.query("alter table submissions add constraint nobody check (first_name <> 'Canaria') not valid");
  onTestFinished(async () => void (await server.pool.query('alter table submissions drop constraint nobody')));
  expect(await attempts()).toContain(500);
  // All except `%zz`, which cannot be decoded and so reaches no route.
  await expect.poll(() => requestLines().length).toBe(2 * (statuses.length - 1) + 2);
  expect(lines.join('')).toContain('unexpected error');
  // It is neither in the metrics nor in the doctor's findings.
  const metrics = await fetch(`${server.url}/metrics`);
  expect(metrics.status).toBe(200);
  const shown = await metrics.text();
  expect(shown).toContain('turnout_http_route_seconds_count');
  expect(shown).not.toMatch(/canar/i);
  const findings = await server.get('/server/check');
  expect(findings.status).toBe(200);
  expect(findings.text).not.toMatch(/canar/i);
  expect(lines.filter((line) => /canar/i.test(line))).toEqual([]);
});
