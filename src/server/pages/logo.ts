import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import type { GetLogo } from '#server/services/logo.ts';

/** No slug can be `assets` (D46). */
export const LOGO_PATH = '/assets/organisation-logo';

/** The settings with where the logo is served, if there is one. */
export const withLogo = (config: Config): Config => ({
  ...config,
  organisation: { ...config.organisation, logo: config.organisation.logo === undefined ? undefined : LOGO_PATH },
});

const HOUR_S = 3_600;

/** Serves the logo from our own address, sandboxed, since an SVG opened as a document could run scripts. */
export function logoRoute(app: FastifyInstance, getLogo: GetLogo): void {
  app.get(LOGO_PATH, { schema: { hide: true }, config: { headers: 'file' } }, async (_request, reply) => {
    const logo = await getLogo();
    void reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    if (logo === undefined) return reply.status(404).header('cache-control', 'no-store').send();
    return reply.header('cache-control', `public, max-age=${HOUR_S}`).type(logo.type).send(logo.bytes);
  });
}
