import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../../migrations/', import.meta.url));
/** Those before it create the tables of 1.0.0, while nothing else runs. */
const FIRST_UNDER_RULES = '0011';
const CONTRACTS = /\b(?:drop (?:table|column)|rename|alter column \w+ (?:set data )?type|set not null)\b/i;
/** PostgreSQL rewrites every row for a value that is not the same for all of them. */
const REWRITES = /\badd column [^,;]*\bdefault (?!now\(\))\w+\(/gi;
/** The tables that grow with sign-ups. */
const GROWING = [
  'submissions',
  'registrations',
  'submission_steps',
  'address_counts',
  'registration_changes',
  'registration_tokens',
  'idempotency_keys',
];
/** Statements that read or write all rows of a table while nobody else may write to it; `%` is the table. */
const HOLDS_UP: readonly RegExp[] = [
  /alter table (?:only )?(?:%)\b[^;]*\balter column \w+ (?:set data )?type\b/i,
  /alter table (?:only )?(?:%)\b[^;]*\badd column [^;,]*\bgenerated always as\b/i,
  /alter table (?:only )?(?:%)\b[^;]*\bset (?:logged|unlogged|access method|tablespace)\b/i,
  /alter table (?:only )?(?:%)\b[^;]*\bset not null\b/i,
  /alter table (?:only )?(?:%)\b(?=[^;]*\badd (?:constraint \w+ )?(?:check|foreign key|unique|primary key)\b)(?![^;]*\b(?:not valid|using index)\b)/i,
  /\b(?:cluster|vacuum full|reindex table|lock table) (?:%)\b/i,
  /\b(?:update|delete from) (?:only )?(?:%)\b/i,
].map((rule) => new RegExp(rule.source.replace('%', GROWING.join('|')), rule.flags));
/** The tables that commands lock first, in their order. */
const LOCKED_FIRST = ['forms', 'events'];

/** Until 1.0.0 is released the files of tables may be rewritten. */
const WRITTEN = {
  first: '0001_form_settings_and_pictures.sql',
  digest: 'ae6cf2db83c794d81b1264332616f634fb72e2d0ee7d6475757b8ac52cc4beda',
};
const WHAT_TO_DO = `The files of tables were rewritten. If a build with ${WRITTEN.first} may have run anywhere, give that file another name,
and name it in WRITTEN; in any case put the new digest there:`;

interface MigrationText {
  readonly file: string;
  readonly text: string;
}

/** Whether it locks tables in use in the order of commands. */
function locksInOrder(statements: string, created: readonly (string | undefined)[]): boolean {
  const locks = [...statements.matchAll(/\b(?:alter table|references|trigger [^;]*? on) (\w+)/gi)].map(([, table]) => table);
  const places = locks
    .filter((table) => table !== undefined && !created.includes(table))
    .map((table = '') => (LOCKED_FIRST.includes(table) ? LOCKED_FIRST.indexOf(table) : LOCKED_FIRST.length));
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0));
}

/** The bodies of functions do not run during the migration. */
const withoutBodies = (statements: string): string => statements.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '');

const heldUp = (statements: string): string[] =>
  HOLDS_UP.some((rule) => rule.test(withoutBodies(statements))) ? ['reads or writes all rows of a table that grows'] : [];

/** How a migration violates the rules of docs/migrations.md. */
function faultsOf({ file, text }: MigrationText): string[] {
  const statements = text.replaceAll(/^\s*--.*$/gm, '');
  const isConcurrent = file.endsWith('.concurrent.sql');
  const created = [...statements.matchAll(/create (?:unlogged )?table (\w+)/gi)].map(([, table]) => table);
  const indexes = [...statements.matchAll(/create (?:unique )?index (concurrently )?(?:if not exists )?\w+\s+on (\w+)/gi)];
  return [
    ...(CONTRACTS.test(statements) && !/^-- contract: /m.test(text)
      ? ['takes something away without a line that begins with "-- contract: "']
      : []),
    ...[...statements.matchAll(REWRITES)].map(([column]) => `rewrites every row: ${column}`),
    ...indexes
      .filter(([, concurrently, table]) => concurrently === undefined && !created.includes(table))
      .map(([, , table]) => `builds an index of ${table} that holds up who writes`),
    ...(indexes.some(([, concurrently]) => concurrently !== undefined) && !isConcurrent
      ? ['builds concurrently within a transaction']
      : []),
    ...(isConcurrent || locksInOrder(statements, created) ? [] : ['locks tables in another order than commands']),
    ...heldUp(statements),
    ...(isConcurrent && !/^\s*drop index concurrently if exists /i.test(statements) ? ['cannot be run again after it was cut off'] : []),
  ];
}

test('OPS-10: the files of tables are unchanged since the first one got its name', () => {
  const files = fs.readdirSync(folder).filter((file) => file < FIRST_UNDER_RULES);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(fs.readFileSync(`${folder}/${file}`));
  const digest = hash.digest('hex');
  const isAsWritten = files[0] === WRITTEN.first && digest === WRITTEN.digest;
  expect(isAsWritten ? 'as written' : `${WHAT_TO_DO} ${digest}`).toBe('as written');
});

test('REL-10: each migration keeps the previous release working', () => {
  const files = fs.readdirSync(folder).filter((file) => file >= FIRST_UNDER_RULES);
  const faults = files.map((file) => [file, faultsOf({ file, text: fs.readFileSync(`${folder}/${file}`, 'utf8') })]);
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([]);
});

test.each([
  ['0042_a.sql', 'alter table submissions drop column message;', 1],
  ['0042_a.sql', '-- contract: nothing since 1.1 reads this\nalter table submissions drop column message;', 0],
  ['0042_a.sql', 'alter table submissions alter column email set not null;', 2],
  ['0042_a.sql', 'create index by_email on submissions (email);', 1],
  ['0042_a.sql', 'create table notes (id uuid);\ncreate index by_id on notes (id);', 0],
  ['0042_a.sql', 'create index concurrently by_email on submissions (email);', 1],
  ['0042_a.concurrent.sql', 'create index concurrently by_email on submissions (email);', 1],
  ['0042_a.concurrent.sql', 'drop index concurrently if exists by_email;\ncreate index concurrently by_email on submissions (email);', 0],
  ['0042_a.sql', 'alter table submissions add column a int;\ncreate table b (id uuid references forms on delete cascade);', 1],
  [
    '0042_a.sql',
    'alter table submissions add column a int;\ncreate trigger b after update on events for each row execute function b();',
    1,
  ],
  ['0042_a.sql', 'alter table events add column a int;\nalter table submissions add column a int;', 0],
  ['0042_a.sql', 'alter table submissions add column a uuid not null default gen_random_uuid();', 1],
  ['0042_a.sql', "alter table submissions add column a text not null default '';", 0],
  ['0042_a.sql', 'alter table submissions add column a text generated always as (lower(email)) stored;', 1],
  ['0042_a.sql', 'alter table submission_steps add constraint a check (attempts >= 0);', 1],
  ['0042_a.sql', 'alter table submission_steps add constraint a check (attempts >= 0) not valid;', 0],
  ['0042_a.sql', 'update registrations set submitted_at = now();', 1],
  ['0042_a.sql', 'create function a() returns void language sql as $$ delete from submissions $$;', 0],
  ['0042_a.sql', 'update events set title = trim(title);', 0],
  ['0042_a.sql', '-- contract: nothing reads it\nalter table submissions alter column version type bigint;', 1],
])('the rules see %s: %s', (file, text, faults) => {
  expect(faultsOf({ file, text })).toHaveLength(faults);
});
