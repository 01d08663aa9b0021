// Part of npm run check: habits of English from another language. `npm run words` prints those of all files, including those that are right in some sentences.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PLACES = ['src', 'migrations', 'e2e', 'faults', 'bench', 'scripts', 'docs', 'deploy'];
const READ = /\.(?:tsx?|mjs|md|css|sql|ya?ml|example|service|conf|cfg|ini)$/;
/** The requirements quote the specification; the list and its test hold the habits on purpose. */
const EXEMPT = /^docs\/requirements\/|^scripts\/words(?:\.test)?\.ts$/;

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'Containerfile', 'compose.yaml'];
/** A text of the specification, to the letter. */
const QUOTED = /'Its event is gone: choose another\.'|Can't make it any more\?/g;

/** Habits of English from another language → what native writers mostly say. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:[Oo]f|[Bb]y|[Ww]ith|[Tt]hat|[Ii]f|[Ww]hen|[Tt]han) (?:who|whoever) \w+|^(?:Who|Whoever)\b|\/[*/]\*? Whoever\b/g,
    'people who, anyone who',
  ],
  [/\bof (?:ours|yours|theirs)\b/gi, 'our, your, their'],
  [/\b(?:tells? of|told of|screens? (?:is|are) told|tells? (?:open )?screens)\b/gi, 'notifies about'],
  [/\beach (?:\d+|second|minute|hour|day|night|time)\b/gi, 'every'],
  [/\b(?:stands?|stood) (?:in|on|at|there|here|first|last|twice|where|beside|as)\b/gi, 'is, appears, is listed'],
  [/\bby (?:itself|themselves)\b/gi, 'automatically, on its own'],
  [/\b(?:anew|in vain|likewise|alike|thereby|lest)\b/gi, 'again, without effect, the same'],
  [/\b(?:is|are|was|were) gone\b/gi, 'was deleted, no longer exists'],
  [/[,;:] (?:or )?else\b/gi, 'otherwise'],
  [/\bin place of\b/gi, 'instead of'],
  [/\b(?:not )?any ?more\b/gi, 'no longer'],
  [/\bso (?:many|much|few)\b(?! (?:that|as))/gi, 'this many, that number of'],
  [/\ball the same\b/gi, 'anyway, regardless'],
  [/\bfor good\b(?! reason)/gi, 'permanently'],
  [/\b(?:hears?|knows?) of\b(?! us)/gi, 'is notified of, knows about'],
  [/\bin turn\b/gi, 'alternately'],
  [/\bhangs? on\b|\bbe (?:it|they) (?:that|with|on|in|by|to|one|an?)\b|\bshould (?:it|the|they|a later)\b/gi, 'depends on, even if, if'],
  [/\bmend(?:s|ed|ing|able)?\b/gi, 'fix'],
  [/\b(?:first|second|next|each|a|more) tr(?:y|ies)\b|tries so far/gi, 'attempt'],
  [/\b(?:takes?|took|taken) along\b/gi, 'passes on, copies too'],
  // One word for one thing, on screens and everywhere else.
  [/\b(?:an|the|of|to|with|without|their) own pages?\b/gi, 'self-service page'],
  [/\bright away\b/gi, 'straight away'],
  [/\b(?:any|some)body\b/gi, 'anyone, someone'],
  [/\b(?:prevents?|stops) the start\b|\bthe start (?:logs|says|warns|fails|refreshes)\b/gi, 'startup'],
];

/** Former names, which are refused in code and paths too → the current ones. */
const FORMER_NAMES: typeof HABITS = [[/(?<![a-z])own[-_]?[Pp]age|OwnPage|OWN_PAGE/g, 'self-service']];

/** The same, but right in some sentences. */
const DOUBTFUL: typeof HABITS = [
  [/(?:^|\/\*\* |\/\/ )What (?:is|was|has|they|it|the|a|staff|stands|follows)\b/g, 'name the thing, How …'],
  [/\b(?:has|have|gets?|takes?|finds?|needs?|makes?) no(?:thing|body)?\b/gi, 'does not have, has none'],
  [/\bsays? (?:so|which|what|why|how|who|where|whether)\b/gi, 'shows, explains, states'],
  [/\bof (?:its|our) own\b/gi, 'its own …, separate'],
  [/\b(?:to|for) (?:who|whoever) \w+/gi, 'to people who'],
  [/\b(?:is|are|was|were) told\b/gi, 'is notified, is informed'],
  [/\bat once\b/gi, 'immediately, at the same time'],
  [/\bones? (?:that|which|whose|who)\b/gi, 'repeat the noun'],
  [/\bbeside\b/gi, 'next to, alongside, as well as'],
  [/\b(?:leaves?|left|leaving) out\b/gi, 'skip, omit, exclude'],
  [/\bgo(?:es)? (?:with|away|on|to the next)\b/gi, 'belongs to, is removed, continues'],
  [/\bnothing (?:is|was|else|of|that)\b/gi, 'does not … anything'],
  [/\bmeanwhile\b/gi, 'in the meantime, since then'],
  [/\b(?:its|their|own|same|these|other) words\b|\bin words\b/gi, 'text, wording'],
  [/\bas (?:it|they) (?:was|is|were|are|stands?|comes?)\b/gi, 'unchanged, current, by default'],
];

/** Code, short texts of screens in bold or italics, links and addresses of a Markdown page: the rest is prose. */
const MARKDOWN_CODE = /^```.*?^```|`[^`\n]*`|\*\*?[^*\n]{1,40}\*\*?|\]\([^)\n]*\)|https?:\S+/gms;
/** The comments and texts of a program, the parts of a text within `${}` among them. */
const COMMENT_OR_TEXT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const SQL_COMMENT = /--[^\n]*/g;
const SETTINGS_COMMENT = /#[^\n]*/g;

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** `text` with everything blanked that `pattern` does not match, or whose match is not prose. */
function keep(text: string, pattern: RegExp, isProse: (part: string) => boolean): string {
  let [kept, end] = ['', 0];
  for (const { 0: part, index } of text.matchAll(pattern)) {
    kept += blank(text.slice(end, index)) + (isProse(part) ? part : blank(part));
    end = index + part.length;
  }
  return kept + blank(text.slice(end));
}

/** The prose of the file `path` with this text: pages without their code, comments, and texts with a space. Everything else is blanked, so that lines keep their numbers. */
function proseOf(path: string, text: string): string {
  if (path.endsWith('.md')) return text.replaceAll(MARKDOWN_CODE, blank);
  if (path.endsWith('.sql')) return keep(text, SQL_COMMENT, () => true);
  if (/\.(?:tsx?|mjs|css)$/.test(path)) return keep(text, COMMENT_OR_TEXT, (part) => part.startsWith('/') || part.includes(' '));
  return keep(text, SETTINGS_COMMENT, () => true);
}

const found = (text: string, habits: typeof HABITS): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      habits.flatMap(([pattern, better]) =>
        [...line.matchAll(pattern)].map(([words]) => `line ${index + 1} says “${words}”: say “${better}”`),
      ),
    );

/** The habits in the prose of the file `path`, and former names in it, each with what to say instead and its line. */
export const habitsIn = (path: string, text: string, habits = HABITS): string[] => [
  ...found(proseOf(path, text), habits),
  ...[path, text].flatMap((names) => found(names, FORMER_NAMES)),
];

if (import.meta.main) {
  const isPrinting = process.argv.includes('--habits');
  const inPlaces = PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
  );
  const inRoot = readdirSync(root).filter((name) => PAGES.includes(name) || name.endsWith('.config.ts'));
  const files = [...inRoot, ...inPlaces].filter((path) => (READ.test(path) || PAGES.includes(path)) && !EXEMPT.test(path));
  const problems = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const habits = isPrinting ? [...HABITS, ...DOUBTFUL] : HABITS;
    return habitsIn(path, text.replaceAll(QUOTED, blank), habits).map((problem) => `${path} ${problem}`);
  });
  if (problems.length > 0) console.log(problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
