import fs from 'node:fs';
import { expect, test } from 'vitest';

/** The files that write without `write`, and what they write: no member of staff acts in them. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'src/server/write.ts': 'the one transaction of all others',
  'src/server/attendees/attendee-writer.ts': 'rows of an upload, by one statement',
  'src/server/events/feeds/commands.ts': 'when a feed was read, and its owner seen',
  'src/server/forms/hosts.ts': 'where forms were seen',
  'src/server/forms/views.ts': 'views',
  'src/server/http/limits/period-counts.ts': 'counts of limits',
  'src/server/messages/duplicate-leads.ts': 'the leads that were read',
  'src/server/messages/mailing-details.ts': 'the address that a mail goes to',
  'src/server/messages/handlers/slack.ts': 'what a channel was sent',
  'src/server/process/prepare-database.ts': 'migrations',
  'src/server/queues/sending-pause.ts': 'the pause after a restore',
  'src/server/registrations/links.ts': 'tokens of mails',
  'src/server/registrations/repeats/undo.ts': 'for how long a change can be undone',
  'src/server/registrations/suppressions.ts': 'the key of unsubscribing, once',
  'src/server/services/pace.ts': 'counts of calls to services, and their pauses',
  'src/server/session/ended-tokens.ts': 'ended tokens',
  'src/server/sign-up/commands.ts': 'keys of sign-ups',
  'src/server/sign-up/sign-up-service.ts': 'refused sign-ups',
  'src/server/sign-up/sign-up-writer.ts': 'sign-ups',
  'src/server/steps/fan-out.ts': 'steps of sign-ups and changes',
  'src/server/steps/staff/causes.ts': 'nothing: it reads in one snapshot',
  'src/server/steps/step-store.ts': 'claims and outcomes of steps',
  'src/server/steps/worker-activity.ts': 'whether services work',
};

/** Rooms whose business is the database itself: how it is reached, backed up, restored and watched. */
const OF_THE_DATABASE = /^src\/server\/(?:db|backup|metrics|testing)\//;

const CHANGE = /(?:insert into|update [a-z_]+ (?:as [a-z_]+ )?set|delete from)/.source;
const DB = /(?:[\w#.]*\.)?#?db\b/.source;

const WRITES = [
  /\.transaction\(\)/,
  /\b(?:pool|client)\.query/,
  /\bdb\s*\.(?:insertInto|updateTable|deleteFrom)\(/,
  new RegExp(`\\b(?:\\w+Of|hasRows)(?:<[^\`]*>)?\\(\\s*${DB},?\\s*\\)\`[^\`]*${CHANGE}`, 'i'),
  new RegExp(`${CHANGE}[^\`]*\`\\s*\\.execute\\(\\s*${DB}`, 'i'),
];

const INTERPOLATION = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** The text with each template in one piece: those inside another lose their quotes. */
function unnested(text: string): string {
  const inner = text.replaceAll(INTERPOLATION, (_all, code: string) => `(${code.replaceAll('`', ' ')})`);
  return inner === text ? text : unnested(inner);
}

const doesWrite = (text: string): boolean => WRITES.some((pattern) => pattern.test(unnested(text)));

test.each([
  'rowsOf<X>(\n    db,\n  )`insert into x`',
  'valueOf(deps.db)`with a as (select ${sql`${b.map(({ c }) => sql`${c}`)}`}) update x set y = 1`',
  'hasRows(this.#db)`with a as (${sql`delete from x`}) select`',
  'sql`insert into x select ${sql`y`}`.execute(\n  db,\n)',
])('%s writes', (text) => {
  expect(doesWrite(text)).toBe(true);
});

test('a statement in a transaction of `write`, and one that reads, do not count', () => {
  expect(doesWrite('rowsOf<X>(w)`insert into x`; rowsOf(db)`select ${sql`x`}`; sql`insert into y`.execute(w)')).toBe(false);
});

test('staff, visitors and the server write through `write`, except in the listed files', () => {
  const files = fs.readdirSync('src/server', { recursive: true, encoding: 'utf8' }).map((name) => `src/server/${name}`);
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !OF_THE_DATABASE.test(name));
  const writing = sources.filter((name) => doesWrite(fs.readFileSync(name, 'utf8')));
  expect(writing.toSorted()).toEqual(Object.keys(OUTSIDE).toSorted());
});
