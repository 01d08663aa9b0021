import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { hostNameOf, isFromThisMachine } from '#server/http/from-this-machine.ts';
import { localIdentityHeaders, noticePage } from './pages.ts';

const MISDIRECTED = 421;
const REFUSAL =
  'On this server anybody may sign in as anybody, so it answers its own machine only. ' +
  'To let others in, set OIDC_ISSUER and PUBLIC_URL; for a demo, name the host in LOCAL_IDENTITY_HOSTS.';

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.headers.accept?.includes('text/html') === true;
  void reply.code(MISDIRECTED).header('cache-control', 'no-store');
  if (isPage) {
    const page = noticePage('This server answers its own machine only', REFUSAL);
    return reply.headers(localIdentityHeaders("'self'")).type('text/html; charset=utf-8').send(page);
  }
  const problem = { type: 'about:blank', title: 'Misdirected Request', status: MISDIRECTED, detail: REFUSAL };
  return reply.type('application/problem+json; charset=utf-8').serializer(JSON.stringify).send(problem);
}

/** Except under `hosts` (LOCAL_IDENTITY_HOSTS), refuses other machines, also through a tunnel, a proxy or a foreign host name (DNS rebinding). */
export function ownMachineOnly(hosts: readonly string[]): onRequestAsyncHookHandler {
  const allowed = new Set(hosts);
  return async (request, reply) => {
    const hostName = hostNameOf(request.raw.headers.host);
    if (allowed.has(hostName) || isFromThisMachine(request)) return undefined;
    request.log.warn('A request that is not from this machine was refused: the local identity is on');
    return refuse(request, reply);
  };
}
