import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Finding, median } from './support/figures.ts';
import { memoryGrowth } from './support/memory.ts';
import { withStaffCalls } from './support/staff-calls.ts';
import { fill } from './support/volume.ts';

const ROUNDS = 3;
const ROWS = 100_000;
const MS_PER_SECOND = 1_000;

/** The columns of an export that are read from the row itself, in the order of the file. */
const COLUMNS = `first_name, last_name, email, job_title, organisation, message, accepts_marketing, submission.id, source->>'source_page',
  source->>'utm_source', source->>'utm_medium', source->>'utm_campaign', source->>'utm_term', source->>'utm_content',
  submission.submitted_at, answers->>'diet', answers->>'expectations',
  to_char(submission.submitted_at at time zone 'Europe/London', 'FMDay FMDD FMMonth YYYY, HH24:MI')`;

/** The rows as PostgreSQL's own COPY writes them to CSV. */
const copyOf = (eventId: string, columns: string): string => `
  copy (
    select ${columns} from registrations as place join submissions as submission on submission.id = place.submission_id
    where place.event_id = '${eventId}' order by place.submitted_at desc, place.submission_id desc
  ) to stdout (format csv, header, force_quote *)`;

/** The number of sign-ups of each address, which the export also contains. */
const SIGN_UPS = `(
  select count(*) from submissions as other join registrations as other_place on other_place.submission_id = other.id
  where other.form_id = submission.form_id and other.email_key = submission.email_key)`;

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Reads an answer to its end without storing it; gives the number of lines. */
export async function download(url: string, token: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  http
    .get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      let lines = 0;
      response.on('data', (part: Buffer) => {
        for (let at = part.indexOf('\n'); at !== -1; at = part.indexOf('\n', at + 1)) lines += 1;
      });
      response.on('end', () => resolve(lines));
    })
    .on('error', reject);
  return promise;
}

const LOOK_EVERY_MS = 5;

/** The server's longest answer to a health check while `work` runs, in milliseconds: at least as long as its event loop was blocked. */
async function longestWait(server: string, work: () => Promise<unknown>): Promise<number> {
  const end = new AbortController();
  const waits = (async () => {
    let longest = 0;
    while (!end.signal.aborted) {
      longest = Math.max(longest, await timed(async () => fetch(`${server}/healthz`)));
      await sleep(LOOK_EVERY_MS);
    }
    return longest;
  })();
  await work().finally(() => end.abort());
  return waits;
}

/** Compares the export of 100,000 attendees with PostgreSQL's own COPY of the same rows, with and without the number of sign-ups, and as an Excel file with itself as CSV. */
export async function benchCsv(): Promise<Finding[]> {
  return withStaffCalls(async ({ databaseUrl, pool, server, turnout, token }) => {
    const [{ seriesId, eventIds }] = await fill(databaseUrl, { signUps: ROWS });
    const [eventId = ''] = eventIds;
    const file = `${server}/api/event_series/${seriesId}/event/${eventId}/export`;
    const times: Readonly<Record<'export' | 'copy' | 'bareCopy' | 'growth' | 'excel' | 'excelGrowth' | 'wait', number>>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bareCopy = await timed(async () => pool.query(copyOf(eventId, COLUMNS)));
      const copy = await timed(async () => pool.query(copyOf(eventId, `${COLUMNS}, ${SIGN_UPS}`)));
      let exported = 0;
      const growth = await memoryGrowth(turnout, async () => {
        exported = await timed(async () => {
          const lines = await download(file, token);
          if (lines !== ROWS + 1) throw new Error(`The file has ${lines} lines`);
        });
      });
      let excel = 0;
      let wait = 0;
      const excelGrowth = await memoryGrowth(turnout, async () => {
        wait = await longestWait(server, async () => {
          excel = await timed(async () => download(`${file}?format=xlsx`, token));
        });
      });
      times.push({ export: exported, copy, bareCopy, growth, excel, excelGrowth, wait });
    }
    // The first round warms up.
    const middle = (figure: (time: (typeof times)[number]) => number): number => median(times.slice(1).map(figure));
    return [
      { what: 'export of 100,000 rows', figure: middle((time) => time.export) / MS_PER_SECOND, unit: 's' },
      { what: 'that to COPY of what it says', figure: middle((time) => time.export / time.copy), unit: '×', limit: { atMost: 3 } },
      { what: 'that to COPY without the number of sign-ups', figure: middle((time) => time.export / time.bareCopy), unit: '×' },
      { what: 'growth of the server during it', figure: middle((time) => time.growth), unit: 'MB', limit: { atMost: 100 } },
      { what: 'the same as an Excel file, to CSV', figure: middle((time) => time.excel / time.export), unit: '×', limit: { atMost: 2 } },
      { what: 'growth of the server during it', figure: middle((time) => time.excelGrowth), unit: 'MB', limit: { atMost: 60 } },
      { what: 'longest answer of the server during it', figure: middle((time) => time.wait), unit: 'ms', limit: { atMost: 50 } },
    ];
  });
}
