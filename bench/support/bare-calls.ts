import { once } from 'node:events';
import http from 'node:http';
import { freePort } from '#server/db/embedded/free-port.ts';
import { type LeftBrowser, pageOf } from './left-browser.ts';

const START_MS = 2_000;

/** As large as the call and the answer of a row that is imported. */
const ROW = { id: 'i'.repeat(36), first_name: 'Ada', last_name: 'Number 1', email: 'ada.1@import.example', organisation: 'Engines Ltd' };
const ANSWER = JSON.stringify({ data: { ...ROW, further: 'f'.repeat(300) } });
const CALL = {
  method: 'POST',
  headers: {
    accept: 'application/json, application/problem+json',
    authorization: `Bearer ${'t'.repeat(700)}`,
    'content-type': 'application/json',
    'idempotency-key': `csv-${'a'.repeat(64)}`,
    batch: 'b'.repeat(36),
  },
  body: JSON.stringify({ ...ROW, diet: 'Vegan' }),
};

/** Makes the calls, six at once, and says in a last one how many milliseconds they took. */
const pageThatCalls = (count: number): string => `<!doctype html><title>Bare calls</title><script>
  const call = ${JSON.stringify(CALL)};
  let left = ${count};
  const sendAll = async () => { while (left-- > 0) await (await fetch('/call', call)).json(); };
  setTimeout(async () => {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 6 }, sendAll));
    await fetch('/took', { method: 'POST', body: String(performance.now() - startedAt) });
  }, ${START_MS});
</script>`;

/**
 * Milliseconds that as many calls take in the same browser when the server does nothing: what an import that makes a call per row cannot
 * be faster than there.
 */
export async function timeBareCalls({ connect }: LeftBrowser, count: number): Promise<number> {
  const { promise: took, resolve } = Promise.withResolvers<number>();
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url === '/took') resolve(Number(Buffer.concat(parts).toString()));
      const [type, text] = request.method === 'GET' ? ['text/html', pageThatCalls(count)] : ['application/json', ANSWER];
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store' }).end(text);
    });
  });
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  try {
    const driver = await connect();
    await pageOf(driver).goto(`http://127.0.0.1:${port}/`);
    await driver.close();
    return await took;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
