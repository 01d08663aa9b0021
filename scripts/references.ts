// Part of npm run check: the rules, rulings, review rows and decision records that code, tests and docs name exist, and the files that docs name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirementIds, rulingIds } from './requirements.ts';

const root = join(import.meta.dirname, '..');
const PLACES = ['src', 'e2e', 'faults', 'bench', 'scripts', 'docs', 'migrations'];
/** It names what does not exist on purpose. */
const OWN_TEST = 'references.test.ts';
const READ = /\.(?:tsx?|mjs|md|sql|css)$/;
/** A section of a document that is not in the repository. */
const SECTION_OF_A_DOCUMENT = /\b(?:spec(?:ification)?(?:,|'s)? sections? \d[\d.]*|hardening,? (?:section )?\d[\d.]*)/gi;
const FILE = /`((?:src|e2e|scripts|bench|faults|migrations|docs)\/[\w./-]+\.[a-z]+)`/g;
const DECISION = /\bdecisions? (\d+)\b/gi;

const areaOf = (id: string) => id.replace(/\d+$/, '');

function reviewIds(): string[] {
  const page = readFileSync(join(root, 'docs/reviews.md'), 'utf8');
  return [...page.matchAll(/^\| ([A-Z0-9-]+) \|/gm)].map(([, id = '']) => id);
}

const recordNumbers = () => readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 3));

/** The ids of rules, rulings and review rows, and the numbers of decision records. */
export interface Known {
  readonly ids: ReadonlySet<string>;
  readonly areas: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
}

function known(): Known {
  const ids = [...requirementIds(), ...rulingIds(), ...reviewIds()];
  const areas = ids.map(areaOf).filter((area) => area.endsWith('-'));
  return { ids: new Set(ids), areas: new Set(areas), records: new Set(recordNumbers()) };
}

/** The references in `text` to what does not exist. */
export function deadReferences(text: string, { ids, areas, records }: Known): string[] {
  const named = [...text.matchAll(/\b(?:[A-Z]+-|D)\d+\b/g)].map(([id]) => id);
  const decisions = [...text.matchAll(DECISION)].filter(([, number = '']) => !records.has(number)).map(([words]) => words);
  return [
    ...named.filter((id) => (areas.has(areaOf(id)) || areaOf(id) === 'D') && !ids.has(id)),
    ...decisions,
    ...[...text.matchAll(SECTION_OF_A_DOCUMENT)].map(([words]) => words),
  ];
}

/** The files that a document names in backticks and that are not in the repository. */
export const missingFiles = (text: string): string[] =>
  [...text.matchAll(FILE)].map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)));

if (import.meta.main) {
  const exists = known();
  const read = PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((name) => READ.test(name) && name !== OWN_TEST)
      .map((name) => `${place}/${name}`),
  );
  const problems = [...read, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const dead = [...deadReferences(text, exists), ...(file.endsWith('.md') ? missingFiles(text) : [])];
    return dead.map((name) => `${file} names “${name}”, which does not exist`);
  });
  if (problems.length > 0) console.log(problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
