// npm run picture: draws the rooms of src/ and their imports into docs/architecture.md. It shows all rooms, with the nouns of each side as one, then the
// server's nouns. npm run check runs it with --check, and one run of dependency-cruiser also finds forbidden imports.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'docs/architecture.md');
const PICTURES = /```mermaid\n.*?```/gs;
const MAX_OUTPUT_BYTES = 100_000_000;

const dependencySchema = z.object({ resolved: z.string(), dependencyTypes: z.array(z.string()) });
const moduleSchema = z.object({ source: z.string(), dependencies: z.array(dependencySchema) });

const violationSchema = z.object({ rule: z.object({ name: z.string() }), from: z.string(), to: z.string() });
const resultSchema = z.object({ modules: z.array(moduleSchema), summary: z.object({ violations: z.array(violationSchema) }) });

/** The result of dependency-cruiser for a file. */
export type Module = z.infer<typeof moduleSchema>;

interface Arrow {
  readonly from: string;
  readonly to: string;
  imports: number;
}

const ROOM = /^src\/((?:server|admin)\/(?:main\.ts$|[^/]+(?=\/))|contract\/[^/]+(?=\/)|(?!server|admin)[^/]+(?=\/))/;
const NOT_DRAWN = /\.test\.tsx?$|\/testing\//;

/** The room of a file, such as `server/db`; none for tests, and for single files such as `admin/paths.ts` that every room may use. */
export const roomOf = (path: string): string | undefined => (NOT_DRAWN.test(path) ? undefined : ROOM.exec(path)?.[1]);

/** The nouns of `src/server/` and `src/admin/`. */
export type Nouns = Readonly<Record<string, readonly string[]>>;

const listsSchema = z.object({ NOUNS: z.array(z.string()), ON_TOP: z.array(z.string()), ADMIN_NOUNS: z.record(z.string(), z.unknown()) });

async function readNouns(): Promise<Nouns> {
  const rules: unknown = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);
  const { NOUNS, ON_TOP, ADMIN_NOUNS } = listsSchema.parse(rules);
  return { server: [...NOUNS, ...ON_TOP], admin: Object.keys(ADMIN_NOUNS) };
}

function isNoun(room: string, nouns: Nouns): boolean {
  const [side = '', noun = ''] = room.split('/');
  return nouns[side]?.includes(noun) === true;
}

/** One arrow for each pair of rooms of which one imports the other; type imports are ignored. */
function arrowsBetween(modules: readonly Module[], boxOf: (room: string) => string | undefined): Arrow[] {
  const arrows = new Map<string, Arrow>();
  const boxOfPath = (path: string) => {
    const room = roomOf(path);
    return room === undefined ? undefined : boxOf(room);
  };
  for (const { source, dependencies } of modules) {
    const from = boxOfPath(source);
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = boxOfPath(resolved);
      if (from === undefined || to === undefined || from === to || dependencyTypes.includes('type-only')) continue;
      const key = `${from} ${to}`;
      const arrow = arrows.get(key) ?? { from, to, imports: 0 };
      arrow.imports += 1;
      arrows.set(key, arrow);
    }
  }
  return [...arrows.keys()].toSorted().flatMap((key) => arrows.get(key) ?? []);
}

function leadsTo({ from, to }: Arrow, arrows: readonly Arrow[]): boolean {
  const reached = new Set([from]);
  for (const room of reached) for (const arrow of arrows) if (arrow.from === room) reached.add(arrow.to);
  return reached.has(to);
}

/** Without arrows that a path through other rooms also shows, those with the fewest imports first; without this there are twice as many. */
function withoutShortcuts(arrows: readonly Arrow[]): Arrow[] {
  const left = new Set(arrows);
  for (const arrow of arrows.toSorted((one, other) => one.imports - other.imports)) {
    left.delete(arrow);
    if (!leadsTo(arrow, [...left])) left.add(arrow);
  }
  return arrows.filter((arrow) => left.has(arrow));
}

const nodeOf = (room: string) => room.replaceAll(/\W/g, '_');

/** A diagram as a Mermaid flow chart. @param boxOf in which box a room is drawn, if in any */
export function pictureOf(modules: readonly Module[], boxOf: (room: string) => string | undefined = (room) => room): string {
  const arrows = arrowsBetween(modules, boxOf);
  const groups = Map.groupBy([...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted(), (room) => room.split('/')[0] ?? room);
  const boxes = [...groups].flatMap(([group, rooms]) => {
    const nodes = rooms.map((room) => `  ${nodeOf(room)}["${room.slice(group.length + 1) || `src/${group}`}"]`);
    return rooms.length === 1 ? nodes : [`  subgraph ${group}_rooms [src/${group}]`, ...nodes.map((node) => `  ${node}`), '  end'];
  });
  const lines = withoutShortcuts(arrows).map(({ from, to }) => `  ${nodeOf(from)} --> ${nodeOf(to)}`);
  return ['```mermaid', 'flowchart LR', ...boxes, ...lines, '```'].join('\n');
}

/** All rooms, with the nouns of each side in one box; and the nouns of the server. */
export const picturesOf = (modules: readonly Module[], nouns: Nouns): string[] => [
  pictureOf(modules, (room) => (isNoun(room, nouns) ? `${room.split('/')[0]}/nouns` : room)),
  pictureOf(modules, (room) => (room.startsWith('server/') && isNoun(room, nouns) ? room : undefined)),
];

if (import.meta.main) {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const output = execFileSync(process.execPath, [tool, 'src', 'faults', '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { modules, summary } = resultSchema.parse(JSON.parse(output));
  for (const { rule, from, to } of summary.violations) console.log(`${rule.name}: ${from} imports ${to}`);
  if (summary.violations.length > 0) process.exitCode = 1;
  const page = readFileSync(PAGE, 'utf8');
  const pictures = picturesOf(modules, await readNouns());
  const current = page.replace(PICTURES, () => pictures.shift() ?? '');
  if (!process.argv.includes('--check')) writeFileSync(PAGE, current);
  else if (current !== page) {
    console.log('The pictures in docs/architecture.md are not current: run `npm run picture`.');
    process.exitCode = 1;
  }
}
