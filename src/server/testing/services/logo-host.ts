import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A picture of one pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==', 'base64');

/** A server of an organisation's logo. */
export async function startLogoHost(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = http.createServer((_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/logo.png`, stop: async () => void (await once(server.close(), 'close')) };
}
