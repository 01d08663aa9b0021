// npm run conformance: prints the tests of each rule of docs/requirements, by the ids that begin their names. npm run check runs it with --check, which requires that each rule has one
// and that docs/performance.md names those whose tests only `npm run test:long` runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirementIds } from './requirements.ts';

const root = join(import.meta.dirname, '..');
const TEST_FILE = /\.(?:test|crash)\.tsx?$/;
/** The ids at the beginning of a text, and the rest of it; no other text begins with ids. */
const NAME = /(['"`])((?:[A-Z]+-?\d+, )*[A-Z]+-?\d+)[:,] (?:\\.|(?!\1).)*\1/g;

/** Rules that no test can show, each with the reason. */
const WITHOUT_TEST = new Map([['PLC-62', '1.0.0 creates all tables, so the migration it describes no longer exists']]);

/** The ids that begin the names of the tests in `text`, each with the name. */
export const namedIn = (text: string): { id: string; name: string }[] =>
  [...text.matchAll(NAME)].flatMap(([name, , ids = '']) => ids.split(', ').map((id) => ({ id, name: name.slice(1, -1) })));

if (import.meta.main) {
  const files = ['src', 'e2e', 'faults', 'scripts'].flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
  );
  const tests = files
    .filter((path) => TEST_FILE.test(path))
    .flatMap((path) => namedIn(readFileSync(join(root, path), 'utf8')).map((test) => ({ ...test, path })));
  const byId = Map.groupBy(tests, ({ id }) => id);
  const ids = requirementIds();
  const untested = ids.filter((id) => !byId.has(id) && !WITHOUT_TEST.has(id));
  if (!process.argv.includes('--check')) {
    for (const id of ids) {
      const shown = byId.get(id)?.map(({ path, name }) => `${path}: ${name}`) ?? [WITHOUT_TEST.get(id) ?? 'no test'];
      console.log([id, ...shown].join('\n  '));
    }
  }
  const ofLong = ids.filter((id) => byId.get(id)?.every(({ path }) => path.includes('.long.test.')) === true);
  const notes = readFileSync(join(root, 'docs/performance.md'), 'utf8');
  const unnamed = ofLong.filter((id) => !new RegExp(`\\b${id}\\b`).test(notes));
  if (unnamed.length > 0) console.log(`Only npm run test:long tests ${unnamed.join(', ')}, which docs/performance.md does not say.`);
  if (untested.length > 0) console.log(`No name of a test begins with ${untested.join(', ')}.`);
  console.log(`${ids.length - untested.length} of ${ids.length} rules have a test, ${ofLong.length} of them in npm run test:long alone.`);
  process.exitCode = untested.length + unnamed.length === 0 ? 0 : 1;
}
