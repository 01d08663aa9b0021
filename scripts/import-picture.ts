// npm run picture: draws the rooms of src/ and who imports whom into docs/architecture.md. npm run check runs it with --check.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'docs/architecture.md');
const PICTURE = /```mermaid\n.*?```/s;
const MAX_OUTPUT_BYTES = 100_000_000;

const dependencySchema = z.object({ resolved: z.string(), dependencyTypes: z.array(z.string()) });
const moduleSchema = z.object({ source: z.string(), dependencies: z.array(dependencySchema) });

/** What dependency-cruiser says of a file. */
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

/** One arrow for each two rooms of which one imports the other; imports of types weigh nothing and are left out. */
function arrowsBetween(modules: readonly Module[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = roomOf(resolved);
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

/** Without the arrows that say no more than a way over other rooms does, the slightest first; without this there are twice as many. */
function withoutShortcuts(arrows: readonly Arrow[]): Arrow[] {
  const left = new Set(arrows);
  for (const arrow of arrows.toSorted((one, other) => one.imports - other.imports)) {
    left.delete(arrow);
    if (!leadsTo(arrow, [...left])) left.add(arrow);
  }
  return arrows.filter((arrow) => left.has(arrow));
}

const nodeOf = (room: string) => room.replaceAll(/\W/g, '_');

/** The picture of the rooms, as a Mermaid flow chart. */
export function pictureOf(modules: readonly Module[]): string {
  const arrows = arrowsBetween(modules);
  const groups = Map.groupBy([...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted(), (room) => room.split('/')[0] ?? room);
  const boxes = [...groups].flatMap(([group, rooms]) => {
    const nodes = rooms.map((room) => `  ${nodeOf(room)}["${room.slice(group.length + 1) || `src/${group}`}"]`);
    return rooms.length === 1 ? nodes : [`  subgraph ${group}_rooms [src/${group}]`, ...nodes.map((node) => `  ${node}`), '  end'];
  });
  const lines = withoutShortcuts(arrows).map(({ from, to }) => `  ${nodeOf(from)} --> ${nodeOf(to)}`);
  return ['```mermaid', 'flowchart LR', ...boxes, ...lines, '```'].join('\n');
}

if (import.meta.main) {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const output = execFileSync(process.execPath, [tool, 'src', '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const { modules } = z.object({ modules: z.array(moduleSchema) }).parse(JSON.parse(output));
  const page = readFileSync(PAGE, 'utf8');
  const current = page.replace(PICTURE, () => pictureOf(modules));
  if (!process.argv.includes('--check')) writeFileSync(PAGE, current);
  else if (current !== page) {
    console.log('The picture in docs/architecture.md is not current: run `npm run picture`.');
    process.exitCode = 1;
  }
}
