// npm run figures: the size of the project, each count next to its limit.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const BINARY = /\.(?:png|ico|woff2)$/;
const TEST = /\.test\./;
const TESTING = /\/testing\//;
const SMALL_LINES = 40;
const FOLDER_FILES = 25;
const IMPORT = /(?:from |import\(|import )'(#\w+|\.{1,2})\/([^']+)'/g;

/** The tracked files that still exist and hold text, of the patterns that git knows. */
const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !BINARY.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const linesOf = (path: string) => read(path).split('\n').length - 1;
const wordsOf = (path: string) => read(path).split(/\s+/).filter(Boolean).length;
const sum = (paths: readonly string[], count: (path: string) => number) => paths.reduce((total, path) => total + count(path), 0);

const all = tracked('src/*', 'migrations/*');
const source = all.filter((path) => !TEST.test(path) && !TESTING.test(path));
const beside = [...tracked('scripts/*', 'bench/*'), ...all.filter((path) => TESTING.test(path))].filter((path) => !TEST.test(path));
const tests = [...all.filter((path) => TEST.test(path)), ...tracked('e2e/*', 'faults/*')];
const pages = tracked('docs/*.md').filter((path) => !/^docs\/(?:requirements|guide)\//.test(path));

/** Small files that one other file of the source imports, style sheets not counted. */
function smallFilesOfOneImporter(): string[] {
  const importers = new Map<string, number>();
  for (const path of source) {
    const imported = [...read(path).matchAll(IMPORT)].map(([, base = '', rest = '']) =>
      base.startsWith('#') ? join('src', base.slice(1), rest) : join(dirname(path), base, rest),
    );
    for (const target of new Set(imported)) importers.set(target, (importers.get(target) ?? 0) + 1);
  }
  return source.filter((path) => /\.tsx?$/.test(path) && importers.get(path) === 1 && linesOf(path) < SMALL_LINES);
}

function largeFolders(): string[] {
  const folders = Map.groupBy(source, (path) => dirname(path));
  return [...folders].filter(([, files]) => files.length > FOLDER_FILES).map(([folder, files]) => `${folder} (${files.length})`);
}

function medianLines(): number {
  const lines = source
    .filter((path) => /\.tsx?$/.test(path))
    .map(linesOf)
    .toSorted((one, other) => one - other);
  return lines[Math.floor(lines.length / 2)] ?? 0;
}

const small = smallFilesOfOneImporter();
const folders = largeFolders();
const rows: [name: string, count: number, limit: number | string][] = [
  ['lines of src and migrations', sum(source, linesOf), 80_420],
  [
    '  of them CSS',
    sum(
      source.filter((path) => path.endsWith('.css')),
      linesOf,
    ),
    7_100,
  ],
  ['lines of scripts, bench and testing', sum(beside, linesOf), 10_500],
  ['lines of tests, e2e and faults', sum(tests, linesOf), '–'],
  ['words of docs, without requirements and guide', sum(pages, wordsOf), 41_000],
  [`files under ${SMALL_LINES} lines with one importer`, small.length, '–'],
  ['median lines of a file', medianLines(), '–'],
  [`folders over ${FOLDER_FILES} files`, folders.length, '–'],
];

const shown = (figure: number | string) => figure.toLocaleString('en-GB');
console.log(`${' '.repeat(46)}   count    limit`);
for (const [name, count, limit] of rows) {
  const mark = typeof limit === 'number' && count > limit ? '  over' : '';
  console.log(`${name.padEnd(46)}${shown(count).padStart(8)} ${shown(limit).padStart(8)}${mark}`);
}
console.log(`\nLarge folders: ${folders.join(', ') || 'none'}`);
if (process.argv.includes('--files')) console.log(small.map((path) => `${path} (${linesOf(path)})`).join('\n'));
