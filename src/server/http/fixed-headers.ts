import fastifyHelmet from '@fastify/helmet';
import Fastify from 'fastify';
import type { HeaderProfiles } from './header-profiles.ts';

/** Of the one answer itself, not of its profile. */
const OWN_HEADERS = new Set(['content-length', 'date', 'connection']);

/**
 * The headers that helmet gives each answer of a profile without nonces, worked out once: doing so for each call of the API
 * costs a tenth of what a sign-up does.
 */
export async function fixedHeaders(profile: HeaderProfiles['api']): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(fastifyHelmet, { global: false });
  probe.get('/', async (_request, reply) => {
    reply.helmet(profile);
    return reply.send();
  });
  const { headers } = await probe.inject('/');
  await probe.close();
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (OWN_HEADERS.has(name) ? [] : [[name, String(value)]])));
}
