import type { FastifyRequest } from 'fastify';

export const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_PEER = /^(?:127\.|::1$|::ffff:127\.)/;
/** Headers that proxies and tunnels add. */
const FORWARDING_HEADER = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|cf-connecting-ip|cdn-loop)$/;

/** The name in a `Host` header, without its port, lowercased. */
export const hostNameOf = (header: string | undefined): string => (header ?? '').toLowerCase().replace(/:\d+$/, '');

/** Whether the request was made on this machine, and not through a proxy on it. */
export function isFromThisMachine({ raw }: FastifyRequest): boolean {
  // The socket's address, since `request.ip` may come from a proxy's header.
  if (!LOOPBACK_PEER.test(raw.socket.remoteAddress ?? '') || !LOOPBACK_HOST.test(hostNameOf(raw.headers.host))) return false;
  // HTTP/1.0 is nginx with its default settings, which replaces the Host header.
  return raw.httpVersion !== '1.0' && !Object.keys(raw.headers).some((name) => FORWARDING_HEADER.test(name));
}
