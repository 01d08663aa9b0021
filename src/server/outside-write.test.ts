import fs from 'node:fs';
import { expect, test } from 'vitest';

/** The files that write without `write`, and what they write: nobody of staff acts in them. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'src/server/write.ts': 'the one transaction of all others',
  'src/server/attendees/attendee-writer.ts': 'rows of an upload, by one statement',
  'src/server/events/feeds/commands.ts': 'when a feed was read, and its owner seen',
  'src/server/forms/hosts.ts': 'where forms were seen',
  'src/server/forms/views.ts': 'views',
  'src/server/http/limits/period-counts.ts': 'counts of limits',
  'src/server/messages/duplicate-leads.ts': 'the leads that were read',
  'src/server/messages/mailing-details.ts': 'the address that a mail goes to',
  'src/server/messages/slack-summary.ts': 'what a channel was sent',
  'src/server/process/prepare-database.ts': 'migrations',
  'src/server/queues/sending-pause.ts': 'the pause after a restore',
  'src/server/registrations/links.ts': 'tokens of mails',
  'src/server/registrations/repeats/undo.ts': 'for how long a change can be undone',
  'src/server/registrations/suppressions.ts': 'the key of unsubscribing, once',
  'src/server/services/pace.ts': 'counts of calls to services, and their pauses',
  'src/server/services/record-outcome.ts': 'whether services work',
  'src/server/session/ended-tokens.ts': 'ended tokens',
  'src/server/sign-up/commands.ts': 'keys of sign-ups',
  'src/server/sign-up/sign-up-service.ts': 'refused sign-ups',
  'src/server/sign-up/sign-up-writer.ts': 'sign-ups',
  'src/server/steps/fan-out.ts': 'steps of sign-ups and changes',
  'src/server/steps/staff/causes.ts': 'nothing: it reads in one snapshot',
  'src/server/steps/step-store.ts': 'claims and outcomes of steps',
};

/** Rooms whose business is the database itself: how it is reached, backed up, restored and watched. */
const OF_THE_DATABASE = /^src\/server\/(?:db|backup|metrics|testing)\//;

const WRITES = [
  /\.transaction\(\)/,
  /\b(?:pool|client)\.query/,
  /\bdb\s*\.(?:insertInto|updateTable|deleteFrom)\(/,
  /\b(?:\w+Of|isAny)(?:<[^`]*>)?\((?:[\w#.]*\.)?#?db\)`[^`]*(?:insert into|update [a-z_]+ (?:as [a-z_]+ )?set|delete from)/i,
  /(?:insert into|update [a-z_]+ (?:as [a-z_]+ )?set|delete from)[^`]*`\s*\.execute\(\s*(?:[\w#.]*\.)?#?db\b/i,
];

test('staff, visitors and the server write through `write`, except in the listed files', () => {
  const files = fs.readdirSync('src/server', { recursive: true, encoding: 'utf8' }).map((name) => `src/server/${name}`);
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !OF_THE_DATABASE.test(name));
  const writing = sources.filter((name) => {
    const text = fs.readFileSync(name, 'utf8');
    return WRITES.some((pattern) => pattern.test(text));
  });
  expect(writing.toSorted()).toEqual(Object.keys(OUTSIDE).toSorted());
});
