// Part of npm run check: words that were replaced do not come back (docs/architecture.md, Words).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PLACES = ['src', 'e2e', 'faults', 'bench', 'scripts', 'docs'];
const READ = /\.(?:tsx?|mjs|md|css)$/;
/** The requirements quote the specification; the list and its test hold the words on purpose. */
const EXEMPT = /^docs\/requirements\/|^scripts\/words(?:\.test)?\.ts$/;

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** Replaced identifier → use instead. */
const IDENTIFIERS = new Map([
  ['decideEdit', 'checkEdit'],
  ['useEditMutation', 'useEdits'],
  ['signUpDesk', 'SignUpService'],
  ['SignUpDesk', 'SignUpService'],
  ['DeskSettings', 'SignUpServiceOptions'],
  ['GroupCommit', 'Batcher'],
  ['groupCommit', 'batcher'],
  ['isOneRowsFault', 'isRowLevelError'],
  ['keptCounts', 'counters'],
  ['keptSecret', 'loadOrCreateSecret'],
  ['touchForm', 'bumpFormVersion'],
  ['WakeLoop', 'Poller'],
  ['wakeLoop', 'poller'],
  ['lookMs', 'pollIntervalMs'],
  ['StepLedger', 'StepStore'],
  ['stepLedger', 'stepStore'],
  ['wasTried', 'wasAttempted'],
  ['isHeld', 'isDeferred'],
  ['ChannelHold', 'ChannelBackoff'],
  ['channelHold', 'channelBackoff'],
  ['ServicePace', 'RateLimiter'],
  ['servicePace', 'rateLimiter'],
  ['OutcomeNotes', 'ServiceHealth'],
  ['noteOutcome', 'recordOutcome'],
  ['RefusedTries', 'BlockedSubmissions'],
  ['refusedTries', 'blockedSubmissions'],
  ['withTyped', 'setValue'],
  ['OpenList', 'AttendeeListParams'],
  ['SubmissionOwner', 'SubmissionScope'],
  ['UndrawnRows', 'VirtualTable'],
  ['comesBack', 'isNoop'],
  ['promisesInVain', 'hasDownloadWithoutMail'],
]);

/** Replaced word → use instead, in upper and lower case. */
const WORDS = new Map([
  ['bones', 'skeleton'],
  ['untold', 'pending'],
  ['kept counts', 'counters'],
  ['ledger', 'store'],
  ['spliced', 'cached page, its slots'],
  ['frozen page', 'cached page'],
  ['ripens', 'minimum age'],
  ['time stamp', 'form token'],
  ['time stamps', 'form tokens'],
  ['unstamped', 'without a form token'],
  ['overlaid', 'merged'],
]);

/** Words that are plain English in a sentence, but say too little as the name of something. */
const NAMES = new Map([
  ['Asked', 'PageRequest'],
  ['Heard', 'FrameMessage'],
  ['Look', 'options'],
  ['Places', 'Semaphore'],
  ['Verdict', 'Outcome'],
  ['Wish', 'EmbedOptions'],
  ['adopt', 'sync'],
  ['hits', 'results'],
  ['insist', 'assert or retry'],
  ['judge', 'classify'],
  ['learn', 'merge'],
  ['mine', 'local'],
  ['tend', 'schedule'],
  ['theirs', 'remote'],
  ['told', 'reported'],
  ['tries', 'attempts'],
]);

const anyOf = (words: ReadonlyMap<string, string>) => `(${[...words.keys()].join('|')})`;
const DECLARATION = '(?:\\b(?:const|let|function|class|interface|type) |#)';
const LISTS = [
  { words: IDENTIFIERS, pattern: new RegExp(`\\b${anyOf(IDENTIFIERS)}\\b`, 'g') },
  { words: WORDS, pattern: new RegExp(`\\b${anyOf(WORDS)}\\b`, 'gi') },
  { words: NAMES, pattern: new RegExp(`${DECLARATION}${anyOf(NAMES)}\\b`, 'g') },
];

/** The replaced words in `text`, each with what to use instead and its line. */
export function replacedWords(text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    LISTS.flatMap(({ words, pattern }) =>
      [...line.matchAll(pattern)].map(([, word = '']) => {
        const better = words.get(word) ?? words.get(word.toLowerCase());
        return `line ${index + 1} says “${word}”: use “${better}”`;
      }),
    ),
  );
}

if (import.meta.main) {
  const inPlaces = PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) => `${place}/${name}`),
  );
  const files = [...PAGES, ...inPlaces].filter((path) => READ.test(path) && !EXEMPT.test(path));
  const problems = files.flatMap((path) => replacedWords(readFileSync(join(root, path), 'utf8')).map((problem) => `${path} ${problem}`));
  if (problems.length > 0) console.log(problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
