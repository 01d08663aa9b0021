import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';

/**
 * Whether a request comes from a proxy whose headers count.
 * @param trustProxy addresses and networks of the proxies (setting TRUST_PROXY)
 */
export function trustedProxy(trustProxy: string[] | false): (request: IncomingMessage) => boolean {
  if (trustProxy === false) return () => false;
  const isTrusted = compile(trustProxy);
  return ({ socket }) => isTrusted(socket.remoteAddress ?? '', 0);
}
