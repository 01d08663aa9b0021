import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { freePort } from '#server/db/embedded/server.ts';
import { replicaMetrics } from '#server/metrics/server-metrics.ts';
import { administer } from '#server/testing/database.ts';
import { startProcess, startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';

const DASHBOARDS = 'docs/dashboards';

async function startDatabase() {
  const database = await startEmbedded({ dataDir: temporaryFolder(), durable: false, log: { warn: () => undefined } });
  onTestFinished(database.stop);
  return database;
}

async function startWorker(databaseUrl: string) {
  const workerPort = await freePort();
  const worker = await startProcess({
    DATABASE_URL: databaseUrl,
    ROLES: 'worker',
    DATA_DIR: temporaryFolder(),
    WORKER_PORT: String(workerPort),
    COMMIT: '0123456789abcdef',
  });
  const read = async (path: string) => fetch(`http://127.0.0.1:${workerPort}${path}`).catch(() => undefined);
  const readiness = async () => (await read('/readyz'))?.status;
  await expect.poll(readiness, { timeout: 60_000, message: worker.output() }).toBe(200);
  return { ...worker, read, readiness, workerPort };
}

/** The names of labels by metric, with an empty list for one without labels. */
function labelsOf(exposed: string): Map<string, string[]> {
  const samples = [...exposed.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)];
  return new Map(samples.map(([, name = '', labels = '']) => [name, [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)]));
}

const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});
const alertsSchema = z.object({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[mh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'info']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const KEYWORDS = new Set(['by', 'and', 'or', 'unless']);
/** Prometheus adds these itself. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance'] };

/** The metrics that an expression names, each with the labels that it compares. */
function namedIn(expr: string): { metric: string; labels: string[] }[] {
  const bare = expr
    .replaceAll(/\$?\[[^\]]*\]/g, '')
    .replaceAll(/\bby \([^)]*\)/g, '')
    .replaceAll(/"[^"]*"/g, '""');
  return [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()(?:\{([^}]*)\})?/g)]
    .filter(([, word = '']) => !KEYWORDS.has(word) && !/^e\d+$/.test(word))
    .map(([, metric = '', compared = '']) => ({ metric, labels: [...compared.matchAll(/(\w+)(?==|!)/g)].map(([, label = '']) => label) }));
}

test('MON-2, MON-3, MON-7: a web server and a worker expose everything that the dashboard and the alerts name', async () => {
  const { url } = await startDatabase();
  const web = await startReadyProcess({ DATABASE_URL: url, ROLES: 'web', DATA_DIR: temporaryFolder() });
  await administer(url, 'insert into nightly_backups (succeeded_at, bytes) values (now(), 1)');
  const worker = await startWorker(url);
  await fetch(`${web.url}/api/overview`); // Counted, unlike probes.
  const exposed = [await (await fetch(`${web.url}/metrics`)).text(), (await (await worker.read('/metrics'))?.text()) ?? ''];
  const [ofWeb, ofWorker] = exposed.map(labelsOf);
  expect(ofWeb!.has('turnout_sign_ups_total')).toBe(true);
  expect(ofWeb!.has('turnout_worker_idle_seconds')).toBe(false);
  expect(ofWorker!.has('turnout_worker_idle_seconds')).toBe(true);
  expect(exposed[1]).toMatch(/^turnout_info\{version="[\d.]+",commit="0123456789ab",web="false",worker="true"\} 1$/m);

  const dashboard = dashboardSchema.parse(JSON.parse(fs.readFileSync(`${DASHBOARDS}/turnout.json`, 'utf8')));
  const alerts = alertsSchema.parse(parseYaml(fs.readFileSync(`${DASHBOARDS}/alerts.yaml`, 'utf8')));
  const panels = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr })));
  const rules = alerts.groups.flatMap(({ rules: all }) => all.map(({ alert, expr }) => ({ where: alert, expr })));
  const known = new Map([...ofWeb!, ...ofWorker!]);
  // These metrics exist only with DATABASE_READ_URL.
  const ofReplica = replicaMetrics({ lagSeconds: 0, fromReplica: 0, fromPrimary: 0 });
  for (const { name, read } of ofReplica) known.set(name, Object.keys((await read())[0]?.labels ?? {}));
  const named = [...panels, ...rules].map(({ where, expr }) => ({ where, metrics: namedIn(expr) }));
  const unknown = named.flatMap(({ where, metrics }) =>
    metrics
      .filter(({ metric, labels }) => {
        if (OF_PROMETHEUS.metrics.includes(metric)) return false;
        const found = known.get(metric);
        return found === undefined || labels.some((label) => ![...found, ...OF_PROMETHEUS.labels].includes(label));
      })
      .map(({ metric, labels }) => `${where}: ${metric}{${labels.join()}}`),
  );
  expect(unknown).toEqual([]);
  expect(named.filter(({ metrics }) => metrics.length === 0)).toEqual([]);
  const ours = [...known.keys()].filter((name) => name.startsWith('turnout_'));
  const shown = new Set(named.flatMap(({ metrics }) => metrics.map(({ metric }) => metric)));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);

  // docs/operations.md says what to do about each alert.
  const page = fs.readFileSync('docs/operations.md', 'utf8');
  expect(rules.filter(({ where }) => !page.includes(`\`${where}\``)).map(({ where }) => where)).toEqual([]);
});

test('MON-4, MON-5: a worker answers its health checks on WORKER_PORT, and is not ready while the database is down', async () => {
  const database = await startDatabase();
  const worker = await startWorker(database.url);
  const health = await worker.read('/healthz');
  expect([health?.status, await health?.json()]).toEqual([
    200,
    { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: '0123456789ab' },
  ]);
  expect((await worker.read('/api/me'))?.status).toBe(404);
  await database.stop();
  await expect.poll(worker.readiness, { timeout: 30_000 }).toBe(503);
  // A restart would not help, so its supervisor leaves it alone.
  expect((await worker.read('/healthz'))?.status).toBe(200);
  worker.kill('SIGINT');
  expect((await worker.ended).code).toBe(0);
});

test('MON-4: a WORKER_PORT that is in use is named', async () => {
  const { url } = await startDatabase();
  const port = await freePort();
  const stranger = net.createServer().listen(port, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const settings = { DATABASE_URL: url, ROLES: 'worker', DATA_DIR: temporaryFolder(), WORKER_PORT: String(port) };
  const { code, output } = await (await startProcess(settings)).ended;
  expect(code).toBe(1);
  expect(output).toContain(`WORKER_PORT ${port} of 127.0.0.1 is already in use`);
});
