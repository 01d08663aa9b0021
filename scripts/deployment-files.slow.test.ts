import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseConfig, settingDefaults } from '#server/config/config.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';

// The files for containers, compose, systemd, Kubernetes and proxies name only what exists here.

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const SETTINGS = new Set(Object.keys(settingDefaults()));
const HEALTH_PATHS = ['/healthz', '/readyz'];
const PINNED_IMAGE = /^[\w./-]+:\d+\.\d+[\w.-]*$|^[\w./-]+:v\d+\.\d+\.\d+$/;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const YAML_FILES = ['compose.yaml', ...globSync('deploy/**/*.yaml', { cwd: root })];

function documents(file: string): Json[] {
  return parseAllDocuments(read(file), { merge: true, uniqueKeys: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Json;
  });
}

/** Each value of this name, at any depth. */
function valuesOf(name: string, value: Json): Json[] {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => valuesOf(name, item));
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) => [...(key === name ? [inner] : []), ...valuesOf(name, inner)]);
}

const textsOf = (name: string, value: Json): string[] =>
  valuesOf(name, value).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));

const manifests = documents('deploy/kubernetes/turnout.yaml');
const containers = manifests.flatMap((manifest) => valuesOf('containers', manifest)).flat() as Record<string, Json>[];
const pods = manifests.flatMap((manifest) => valuesOf('template', manifest)) as { spec: Record<string, Json> }[];
const containerfile = read('Containerfile');
const compose = documents('compose.yaml')[0] as { services: Record<string, Record<string, Json>>; volumes: Record<string, Json> };
const units = globSync('deploy/systemd/*.service', { cwd: root });

/** Read by Node.js itself, so it is no setting of the product. */
const OF_NODE = 'NODE_COMPILE_CACHE';

/** The instructions of one kind, each on one line. */
const instructions = (name: string): string[] =>
  [...containerfile.replaceAll('\\\n', ' ').matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, words = '']) => words.trim());

test.each(YAML_FILES)('%s is YAML', (file) => {
  expect(documents(file).length).toBeGreaterThan(0);
});

test('DEP-3: settings that are named exist', () => {
  const inUnits = units.flatMap((file) => [...read(file).matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) => words.split(' ')));
  const inImage = instructions('ENV').flatMap((words) => words.split(' '));
  const inFiles = [...read('deploy/turnout.env.example').matchAll(/^\w+=.*$/gm)].map(([line]) => line);
  const inCompose = ['web', 'worker'].flatMap((name) => Object.keys(compose.services[name]?.environment ?? {}));
  const inPods = containers.flatMap((container) => valuesOf('env', container).flat()).flatMap((setting) => textsOf('name', setting));
  const named = [...[...inUnits, ...inImage, ...inFiles].map((pair) => pair.split('=')[0]), ...inCompose, ...inPods];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => name !== OF_NODE && !SETTINGS.has(name ?? ''))).toEqual([]);
});

test('the example of settings, with its blanks filled in, starts a server in production', () => {
  const pairs = [...read('deploy/turnout.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const given = { ...Object.fromEntries(pairs), NODE_ENV: 'production', SESSION_SECRET: 'x'.repeat(32), OIDC_CLIENT_SECRET: 'secret' };
  expect(parseConfig(given).environment).toBe('production');
});

test('DEP-3: images are pinned', () => {
  const base = instructions('ARG').flatMap((words) => (words.startsWith('NODE=') ? [words.slice('NODE='.length)] : []));
  const named = [
    ...base,
    ...textsOf('image', documents('compose.yaml')[0] ?? null),
    ...manifests.flatMap((manifest) => textsOf('image', manifest)),
  ];
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((image) => !PINNED_IMAGE.test(image))).toEqual([]);
});

test('DEP-3: the image runs node, not npm, as a user who is not root, and compiles files that exist', () => {
  expect(instructions('USER').at(-1)).toBe('10001:10001');
  expect(instructions('ENTRYPOINT')).toEqual(['["node"]']);
  expect(instructions('CMD').at(-1)).toBe('["src/server/main.ts"]');
  const copied = instructions('COPY').flatMap((words) =>
    words
      .replace(/^--from=\w+ /, '')
      .split(' ')
      .slice(0, -1),
  );
  const missing = copied.filter((file) => !file.startsWith('/opt/turnout/') && !existsSync(join(root, file)));
  expect(missing).toEqual([]);
  const [, list = ''] = /for \(const name of \[([^\]]*)\]\) await import/.exec(containerfile) ?? [];
  const compiled = [...list.matchAll(/[\w-]+/g)].map(([name]) => name);
  expect(compiled.map((name) => [name, existsSync(join(root, `src/server/process/${name}.ts`))])).toEqual(
    compiled.map((name) => [name, true]),
  );
  expect(compiled).toHaveLength(3);
});

test('the image omits the packages that only staff pages import', () => {
  const sources = globSync('src/{server,contract,signup,embed}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  );
  const imported = new Set(
    sources.flatMap((file) => [...read(file).matchAll(/(?:from|import|import\() ?'([^'#.][^']*)'/g)].map(([, name]) => name)),
  );
  const isImported = (name: string) => [...imported].some((each) => each === name || each?.startsWith(`${name}/`));
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const [list = ''] = instructions('ARG').filter((words) => words.startsWith('ONLY_IN_PAGES='));
  const leftOut = [...list.matchAll(/[@\w][\w@/-]+/g)].map(([name]) => name).slice(1);
  expect(leftOut).toEqual(Object.keys(dependencies).filter((name) => !isImported(name)));
});

test('health checks use paths and ports that exist', () => {
  const paths = [
    ...manifests.flatMap((manifest) => textsOf('path', manifest)),
    ...textsOf('path', documents('deploy/proxies/traefik.yaml')[0] ?? null),
  ];
  expect(paths.filter((path) => !HEALTH_PATHS.includes(path))).toEqual([]);
  for (const [file, pattern] of [
    ['Containerfile', /path: '(\/\w+)'/],
    ['deploy/proxies/haproxy.cfg', /httpchk GET (\S+)/],
    ['deploy/proxies/Caddyfile', /health_uri (\S+)/],
  ] as const)
    expect(HEALTH_PATHS).toContain(pattern.exec(read(file))?.[1]);
  const [port] = instructions('EXPOSE');
  expect(containerfile).toContain(`PORT=${port}`);
  expect(containers.map((container) => valuesOf('containerPort', container)).flat()).toEqual([Number(port), Number(port)]);
});

test.each(['127.0.0.2', '::1', ''])('the image’s health check asks HOST=%s, past any proxy', async (host) => {
  const app = http.createServer(({ url }, response) => response.writeHead(url === '/healthz' ? 200 : 404).end());
  onTestFinished(() => void app.close());
  await once(app.listen(0, host || '0.0.0.0'), 'listening');
  const [, , code = ''] = JSON.parse(/CMD (\[.*\])/.exec(instructions('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]') as string[];
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' };
  const port = String((app.address() as AddressInfo).port);
  const check = async (env: Record<string, string>) =>
    (await once(spawn(process.execPath, ['--eval', code], { env }), 'exit'))[0] as number;
  expect([await check({ HOST: host, PORT: port, ...proxy }), await check({ HOST: host, PORT: '1' })]).toEqual([0, 1]);
});

test('DEP-6: pods answer their probes whatever the Secret says, and a worker under systemd listens on the scraped port', () => {
  for (const container of containers)
    expect(valuesOf('env', container).flat()).toEqual(expect.arrayContaining([{ name: 'HOST', value: '0.0.0.0' }]));
  const [, workerPort] = /^Environment=WORKER_PORT=(\d+)$/m.exec(read('deploy/systemd/turnout-worker.service')) ?? [];
  expect(read('docs/operations.md')).toContain(`'worker-1:${workerPort}'`);
});

test('no pod is killed for its memory before the alert', () => {
  const [, limit] = /process_resident_memory_bytes\S* > (\d+)e6/.exec(read('docs/dashboards/alerts.yaml')) ?? [];
  const limits = containers.map((container) => textsOf('limits', container)[0]);
  const mebibytes = limits.map((text) => Number(/"memory":"(\d+)Mi"/.exec(text ?? '')?.[1]));
  expect(mebibytes.filter((each) => !(each * 1.024 ** 2 > Number(limit)))).toEqual([]);
});

test('DEP-6: no proxy passes on a visitor’s request id', () => {
  expect(textsOf('X-Request-Id', documents('deploy/proxies/traefik.yaml')[0] ?? null)).toEqual(['']);
  expect(textsOf('middlewares', (documents('deploy/proxies/traefik.yaml')[0] as { http: { routers: Json } }).http.routers)).toEqual([
    '["own-request-id"]',
  ]);
  for (const [file, line] of [
    ['haproxy.cfg', 'http-request set-header X-Request-Id %[uuid()]'],
    ['nginx.conf', 'proxy_set_header X-Request-Id $request_id;'],
    ['Caddyfile', 'header_up X-Request-Id {http.request.uuid}'],
    ['../kubernetes/ingress-nginx-controller.yaml', 'map $host $req_id { default $request_id; }'],
  ] as const)
    expect(read(`deploy/proxies/${file}`)).toContain(line);
});

test('DEP-3: each container and unit has no more rights than it needs, and time to stop', () => {
  for (const { spec } of pods) {
    expect(spec).toMatchObject({ automountServiceAccountToken: false, terminationGracePeriodSeconds: 20 });
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } });
  }
  expect(containers).toHaveLength(2);
  for (const container of containers) {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container).toHaveProperty('livenessProbe');
    expect(container).toHaveProperty('readinessProbe');
  }
  for (const name of ['web', 'worker']) {
    const own = { init: true, read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], stop_grace_period: '20s' };
    expect(compose.services[name]).toMatchObject(own);
  }
  for (const file of units)
    expect(read(file)).toMatch(/^User=turnout$[^]*^TimeoutStopSec=20$[^]*^NoNewPrivileges=yes$[^]*^ProtectSystem=strict$/m);
});

test('each Ingress leads to a Service and a port that exist, and the one for metrics refuses everyone', () => {
  const ingresses = documents('deploy/kubernetes/ingress-nginx.yaml') as { metadata: Json }[];
  const service = manifests.find((manifest) => textsOf('kind', manifest).includes('Service')) as { metadata: Json; spec: Json };
  const backends = ingresses.flatMap((ingress) => textsOf('service', ingress as unknown as Json));
  const [name] = textsOf('name', service.metadata);
  expect(backends).toEqual([0, 1].map(() => JSON.stringify({ name, port: { name: textsOf('name', service.spec)[0] } })));
  expect(ingresses.map(({ metadata }) => textsOf('nginx.ingress.kubernetes.io/whitelist-source-range', metadata))).toEqual([
    [],
    ['127.0.0.1/32'],
  ]);
});

test('the selectors of Kubernetes find the pods, and the volumes of compose exist', () => {
  const labels = manifests
    .flatMap((manifest) => valuesOf('template', manifest))
    .map((template) => JSON.stringify(valuesOf('labels', template)[0]));
  const selectors = manifests.flatMap((manifest) => valuesOf('matchLabels', manifest)).map((selector) => JSON.stringify(selector));
  expect(selectors.filter((selector) => !labels.includes(selector))).toEqual([]);
  const mounted = Object.values(compose.services).flatMap((service) => [service.volumes ?? []].flat() as string[]);
  expect(mounted.map((volume) => volume.replace(/:.*/, '')).toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test('systemd accepts the units', (context) => {
  const verified = spawnSync('systemd-analyze', ['verify', ...units], { cwd: root, encoding: 'utf8' });
  context.skip(verified.error !== undefined, 'there is no systemd-analyze');
  const ownLines = verified.stderr
    .split('\n')
    .filter((line) => line.includes('turnout-') && !line.includes('/usr/bin/node is not executable'));
  expect(ownLines).toEqual([]);
  expect(units.filter((file) => !existsSync(join(root, /^ExecStart=\S+ (\S+)/m.exec(read(file))?.[1] ?? '')))).toEqual([]);
});

test('DEP-6: files with data or secrets are not sent to the program that builds the image, including Docker', () => {
  // Docker does not read .containerignore; podman and buildah prefer it to .dockerignore.
  expect(existsSync(join(root, '.containerignore'))).toBe(false);
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist', 'data', '*.env', '*.backup', '*.backup.part', '*.log']));
  const settings = ['web', 'worker', 'postgres'].map((name) => compose.services[name]?.env_file);
  expect(settings).toEqual(['turnout.env', 'turnout.env', 'postgres.env']);
});

test('backups in the docs have a name that neither Git nor the image build copies', () => {
  const named = [...read('docs/operations.md').matchAll(/turnout(?:-[\w$()+% -]+)?\.(?:backup|gz|dump|sql)\b/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !name.endsWith('.backup'))).toEqual([]);
  for (const file of ['.gitignore', '.dockerignore'])
    expect(read(file).split('\n')).toEqual(expect.arrayContaining(['*.env', '*.backup', '*.backup.part', '*.log']));
});

test('no file for an operator has a secret in it', () => {
  const files = ['compose.yaml', 'Containerfile', ...globSync('deploy/**/*.*', { cwd: root })];
  const secrets = files.flatMap((file) => [...read(file).matchAll(/(?:SECRET|TOKEN|PASSWORD)=(.+)$/gm)].map(([, value]) => value));
  expect(secrets).toEqual(['CHANGE-ME']);
});

test('SEC-26: the settings of each proxy name every address with a token', () => {
  const starts = Object.values(TOKEN_PATHS)
    .map((start) => start.slice(1, -1))
    .join('|');
  for (const file of ['proxies/haproxy.cfg', 'proxies/nginx.conf', 'proxies/Caddyfile', 'kubernetes/ingress-nginx-controller.yaml'])
    expect(read(`deploy/${file}`)).toContain(`${starts})`);
  expect(read('docs/operations.md').replaceAll('\\|', '|')).toContain(`"/(${starts})/" token`);
});

test('SEC-26: Traefik writes neither paths nor headers', () => {
  const [settings = null] = documents('deploy/proxies/traefik-static.yaml');
  expect(valuesOf('accessLog', settings)).toEqual([
    { format: 'json', fields: { names: { RequestPath: 'drop', RequestLine: 'drop' }, headers: { defaultMode: 'drop' } } },
  ]);
});
