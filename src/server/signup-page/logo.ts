import type { FastifyInstance } from 'fastify';

/** The organisation's logo, or nothing while it cannot be had. */
export type GetLogo = () => Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>;

/** Under `/assets`, which no slug can be (decision 46). */
export const LOGO_PATH = '/assets/organisation-logo';

const HOUR_S = 3_600;

/** Serves the logo from our own address. Opened by itself, an image that is a document can do nothing. */
export function logoRoute(app: FastifyInstance, getLogo: GetLogo): void {
  app.get(LOGO_PATH, { schema: { hide: true } }, async (_request, reply) => {
    const logo = await getLogo();
    void reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin');
    if (logo === undefined) return reply.status(404).header('cache-control', 'no-store').send();
    return reply.header('cache-control', `public, max-age=${HOUR_S}`).type(logo.type).send(Buffer.from(logo.bytes));
  });
}
