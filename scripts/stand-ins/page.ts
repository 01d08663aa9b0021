import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { OutsideWorld } from '#server/testing/services/outside-world.ts';
import { arrivals, BEHAVIOURS, type Moods, SERVICES, versionOf } from './arrivals.ts';

/** The preferred port, so that the page can stay open between starts. */
const PORT = 5_174;
const POLL_INTERVAL_MS = 1_000;

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1.5rem; max-width: 90rem }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 2rem; align-items: start }
section { min-width: 0 }
article { margin: 1rem 0; padding: 1rem; border: 1px solid #8886; border-radius: 8px; overflow-wrap: anywhere }
h3 { margin: 0 0 .5rem; font-size: 1rem }
dl { margin: 0 } dl div { display: flex; gap: .5rem } dt { flex: 0 0 6rem } dd { margin: 0; min-width: 0 }
iframe { width: 100%; height: 22rem; margin-top: .5rem; border: 1px solid #8886; background: #fff; color-scheme: light }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** Polls and replaces the content only when something is new, which keeps scroll position and choices. */
const SCRIPT = `
const look = async () => {
  const answer = await fetch('/', { headers: { 'if-none-match': document.body.dataset.version } }).catch(() => undefined);
  document.body.toggleAttribute('data-away', answer === undefined);
  if (answer?.status !== 200) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.body.dataset.version = fresh.body.dataset.version;
  document.querySelector('main').replaceWith(fresh.querySelector('main'));
};
setInterval(look, ${POLL_INTERVAL_MS});
`;

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const PAGE_POLICY = `default-src 'none'; script-src ${sourceOf(SCRIPT)}; style-src ${sourceOf(STYLE)}; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
/** A mail may contain anything: no scripts may run, and only its pictures may be loaded. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'self'";

const send = (reply: FastifyReply, policy: string, body: string): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(body);

const documentOf = (version: string, content: string): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>What arrived</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head><body data-version="${version.replaceAll('"', '&quot;')}"><header><h1>What arrived</h1></header><main>${content}</main><script>${SCRIPT}</script></body></html>`;

const isService = (name: string): name is keyof typeof SERVICES => Object.hasOwn(SERVICES, name);

function pageApp(world: OutsideWorld): FastifyInstance {
  const app = Fastify();
  const moods: Record<keyof Moods, string> = { mail: 'works', slack: 'works', copper: 'works' };
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.get('/', async (request, reply) => {
    const version = versionOf(world, moods);
    if (request.headers['if-none-match'] === version) return reply.status(304).send();
    return send(reply, PAGE_POLICY, documentOf(version, arrivals(world, moods)));
  });
  app.get<{ Params: { index: string } }>('/mails/:index.html', async (request, reply) => {
    const html = world.smtp.mails[Number(request.params.index)]?.parsed.html;
    return html === undefined ? reply.status(404).send() : send(reply, MAIL_POLICY, html);
  });
  app.get<{ Params: { index: string } }>('/mails/:index.eml', async (request, reply) => {
    const raw = world.smtp.mails[Number(request.params.index)]?.raw;
    return raw === undefined ? reply.status(404).send() : reply.type('message/rfc822').send(raw);
  });
  app.post<{ Params: { service: string }; Body: { behaviour?: string } }>('/behaviours/:service', async (request, reply) => {
    const { service } = request.params;
    const words = request.body.behaviour ?? '';
    const behaviour = Object.hasOwn(BEHAVIOURS, words) ? BEHAVIOURS[words] : undefined;
    if (!isService(service) || behaviour === undefined) return reply.status(404).send();
    moods[service] = words;
    world[SERVICES[service]].behaviours.set(behaviour);
    return reply.redirect('/', 303);
  });
  return app;
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Serves, on loopback, a page with everything that the stand-ins received, which updates itself. */
export async function serveArrivals(
  world: OutsideWorld,
  port = PORT,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const app = pageApp(world);
  await app.listen({ host: '127.0.0.1', port }).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error;
    return app.listen({ host: '127.0.0.1', port: 0 });
  });
  const address = app.server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://localhost:${chosen}`, close: async () => app.close() };
}
