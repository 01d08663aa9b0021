import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

// The baseline of the public form: a server that does nothing but send a file.

const app = Fastify();
await app.register(fastifyStatic, { root: String(process.env.FOLDER), prefix: '/files/' });
app.get('/readyz', async () => ({ status: 'ready' }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });

process.once('SIGINT', () => process.exit());
