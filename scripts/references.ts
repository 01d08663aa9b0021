// Part of npm run check: the rules, rulings and decision records that code, tests and docs name exist, and the files and headings that docs name or
// link to. No heading of a document is empty.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requirementIds, rulingIds } from './requirements.ts';

const root = join(import.meta.dirname, '..');
const PLACES = ['src', 'e2e', 'faults', 'bench', 'scripts', 'docs', 'migrations'];
/** It names missing things on purpose. */
const OWN_TEST = 'references.test.ts';
const READ = /\.(?:tsx?|mjs|md|sql|css)$/;
/** A section of a document that is not in the repository. */
const SECTION_OF_A_DOCUMENT = /\b(?:spec(?:ification)?(?:,|'s)? sections? \d[\d.]*|hardening,? (?:section )?\d[\d.]*)/gi;
const FILE = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|sql)|(?:src|e2e|scripts|bench|faults|docs|deploy)\/[\w./-]+\.[a-z]+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /^```.*?^```|`[^`\n]*`/gms;
const DECISION = /\bdecisions? (\d+)\b/gi;

const areaOf = (id: string) => id.replace(/\d+$/, '');

const recordNumbers = () => readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3));

/** The ids of rules and rulings, and the numbers of decision records. */
export interface Known {
  readonly ids: ReadonlySet<string>;
  readonly areas: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
}

function known(): Known {
  const ids = [...requirementIds(), ...rulingIds()];
  const areas = ids.map(areaOf).filter((area) => area.endsWith('-'));
  return { ids: new Set(ids), areas: new Set(areas), records: new Set(recordNumbers()) };
}

/** The references in `text` to things that do not exist. */
export function deadReferences(text: string, { ids, areas, records }: Known): string[] {
  const named = [...text.matchAll(/\b(?:[A-Z]+-|D)\d+\b/g)].map(([id]) => id);
  const decisions = [...text.matchAll(DECISION)].filter(([, number = '']) => !records.has(number)).map(([words]) => words);
  return [
    ...named.filter((id) => (areas.has(areaOf(id)) || areaOf(id) === 'D') && !ids.has(id)),
    ...decisions,
    ...[...text.matchAll(SECTION_OF_A_DOCUMENT)].map(([words]) => words),
  ];
}

const inRepository = [...PLACES, 'deploy'].flatMap((place) =>
  readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) => `/${place}/${name}`),
);

/** The files that a document names in backticks, by their whole path or its end, and that are not in the repository. */
export const missingFiles = (text: string): string[] =>
  [...text.matchAll(FILE)]
    .map(([, file = '']) => file)
    .filter((file) => !existsSync(join(root, file)) && !inRepository.some((path) => path.endsWith(`/${file}`)));

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const hasHeading = (file: string, anchor: string): boolean =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor);

/** The links of the document `file` (a path from the root) that lead to no file or heading of the repository. */
export const deadLinks = (file: string, text: string): string[] =>
  [...text.replaceAll(CODE, '').matchAll(LINK)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(root, file) : join(root, dirname(file), path);
      return !existsSync(target) || (anchor !== undefined && !hasHeading(target, anchor));
    });

/** The headings of a document that have nothing below them, not even a lower heading. */
export function emptyHeadings(text: string): string[] {
  const lines = text.replaceAll(CODE, 'code').split('\n').filter(Boolean);
  const levelOf = (line: string | undefined) => /^#+(?= )/.exec(line ?? '')?.[0].length;
  return lines.filter((line, place) => {
    const [level, next] = [levelOf(line), place + 1 < lines.length ? levelOf(lines[place + 1]) : 0];
    return level !== undefined && next !== undefined && next <= level;
  });
}

if (import.meta.main) {
  const exists = known();
  const read = PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((name) => READ.test(name) && name !== OWN_TEST)
      .map((name) => `${place}/${name}`),
  );
  const problems = [...read, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const isDocument = file.endsWith('.md');
    const dead = [...deadReferences(text, exists), ...(isDocument ? [...missingFiles(text), ...deadLinks(file, text)] : [])];
    const empty = isDocument ? emptyHeadings(text) : [];
    return [
      ...dead.map((name) => `${file} names “${name}”, which does not exist`),
      ...empty.map((heading) => `${file}: “${heading}” is empty`),
    ];
  });
  if (problems.length > 0) console.log(problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
