import { createServer } from 'node:http';
import Fastify from 'fastify';
import pg from 'pg';

// The baseline of sign-ups: a server that does nothing but insert a row durably, and one that only answers.

const INSERT = `insert into bench_inserts (id, first_name, last_name, job_title, organisation, email, accepts_marketing)
  values ($1, $2, $3, $4, $5, $6, $7)`;

interface Body {
  first_name: string;
  last_name: string;
  job_title: string;
  organisation: string;
  email: string;
  accepts_marketing: boolean;
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
await pool.query(`create table if not exists bench_inserts (
  id uuid primary key, first_name text not null, last_name text not null, job_title text not null, organisation text not null,
  email text not null, accepts_marketing boolean not null, submitted_at timestamptz not null default now())`);

const app = Fastify();
app.post<{ Body: Body }>('/insert', async ({ body }) => {
  const id = crypto.randomUUID();
  const values = [id, body.first_name, body.last_name, body.job_title, body.organisation, body.email, body.accepts_marketing];
  await pool.query({ name: 'insert', text: INSERT, values });
  return { data: { id } };
});
app.get('/readyz', async () => ({ status: 'ready' }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });

const plain = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'));
});
plain.listen(Number(process.env.PLAIN_PORT), '127.0.0.1');

process.once('SIGINT', () => process.exit());
