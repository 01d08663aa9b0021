import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '#server/db/new-id.ts';
import { OUTBOX } from '#server/queues/queues.ts';
import { onDatabase } from './open-quietly.ts';

// How benches read and change the rows written by their loads.

async function countRows(pool: pg.Pool, from: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::integer as count from ${from}`, [...values]);
  return rows[0]?.count ?? Number.NaN;
}

export const countSignUps = async (pool: pg.Pool): Promise<number> => countRows(pool, 'submissions');

interface Stored {
  readonly rows: number;
  readonly keys: number;
  readonly registrations: number;
}

/** How many sign-ups are stored, by row and by idempotency key, and how many registrations. */
export async function readStored(pool: pg.Pool): Promise<Stored> {
  const rows = await countSignUps(pool);
  const keys = await countRows(pool, '(select distinct idempotency_key from submissions where idempotency_key is not null) as keys');
  return { rows, keys, registrations: await countRows(pool, 'registrations') };
}

export const countRegistrations = async (pool: pg.Pool, eventId: string): Promise<number> =>
  countRows(pool, 'registrations where event_id = $1', [eventId]);

/** How many changes of registrations of this kind are recorded. */
export const countChanges = async (pool: pg.Pool, kind: string): Promise<number> =>
  countRows(pool, 'registration_changes where kind = $1', [kind]);

/** How many steps of sign-ups are still to be done; each sign-up in the outbox has as many as this. */
export const countOpenSteps = async (pool: pg.Pool, ofSignUp: number): Promise<number> =>
  ofSignUp * (await countRows(pool, `${OUTBOX} as waiting`)) +
  (await countRows(pool, `submission_steps where state <> 'succeeded' and step <> 'mailing'`));

/** Waits until the outbox is empty. */
export async function emptyOutbox(url: string): Promise<void> {
  await onDatabase(url, async ({ pool }) => {
    const isWaiting = async () => (await pool.query(`select from ${OUTBOX} as waiting limit 1`)).rows.length > 0;
    while (await isWaiting()) await sleep(100);
  });
}

/** Takes everything out of the outbox, as if all steps were done. */
export async function dropOutbox(pool: pg.Pool): Promise<void> {
  await pool.query('update submissions set awaiting_fan_out = false where awaiting_fan_out');
  await pool.query(`update submission_steps set state = 'succeeded' where state <> 'succeeded'`);
}

/** Begins a mailing to all people of a series; gives its id. */
export async function beginMailing(pool: pg.Pool, seriesId: string): Promise<string> {
  const id = newId();
  await pool.query(
    `insert into mailings (id, form_id, kind, subject, template, audience, begins_at)
     values ($1, $2, 'mailing', 'Parking', 'Hello %FNAME%', '{"events": "all"}', now())`,
    [id, seriesId],
  );
  return id;
}

const SENT = `
  mailing_people as person join submission_steps as step on step.mailing_person_id = person.id
  where person.mailing_id = $1 and person.part >= $2 and step.state = 'succeeded'`;

/** Waits until this many mails of a mailing were sent from a part on; gives their number per second. */
export async function untilSent(pool: pg.Pool, id: string, count: number, part = 1): Promise<number> {
  while ((await countRows(pool, SENT, [id, part])) < count) await sleep(500);
  const rate = `select ((count(*) - 1) / nullif(extract(epoch from max(step.updated_at) - min(step.updated_at)), 0))::float8 as rate from ${SENT}`;
  return (await pool.query<{ rate: number | null }>(rate, [id, part])).rows[0]?.rate ?? Number.NaN;
}

/** Deletes all mailings with their sent mails. */
export const dropMailings = async (pool: pg.Pool): Promise<unknown> =>
  pool.query(`delete from submission_steps where step = 'mailing'; delete from mailing_people; delete from mailings`);

/** The id of a sign-up with this address. */
export async function findSignUp(pool: pg.Pool, address: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from submissions where email_key = $1 limit 1', [address]);
  const [found] = rows;
  if (found === undefined) throw new Error(`Nobody signed up with ${address}`);
  return found.id;
}

/** The ids of this many sign-ups that wait for an event, in a random order. */
export async function pickWaiting(pool: pg.Pool, eventId: string | undefined, count: number): Promise<string[]> {
  const text = 'select submission_id as id from waiting_entries where event_id = $1 order by random() limit $2';
  return (await pool.query<{ id: string }>(text, [eventId, count])).rows.map(({ id }) => id);
}

/** Changes the version of one event, so that calendars read it again. */
export const touchEvent = async (pool: pg.Pool, number: number): Promise<unknown> =>
  pool.query('update events set version = version + 1 where id = (select id from events order by id offset $1 limit 1)', [number]);

/** Records from now on when each sign-up has been settled, as of the commit. */
export const noteSettled = async (pool: pg.Pool): Promise<unknown> =>
  pool.query(`
    create table settled (id uuid primary key, at timestamptz not null);
    create function note_settled() returns trigger language plpgsql as $$
    begin
      insert into settled values (new.id, clock_timestamp()) on conflict do nothing;
      return null;
    end $$;
    create constraint trigger note_settled after update on submissions deferrable initially deferred for each row
      when (old.awaiting_fan_out and not new.awaiting_fan_out) execute function note_settled()`);

async function readTimes(pool: pg.Pool, text: string, value: unknown): Promise<number[]> {
  const { rows } = await pool.query<{ ms: number }>(
    `select (extract(epoch from took) * 1000)::float8 as ms from (${text}) as each order by 1`,
    [value],
  );
  return rows.map(({ ms }) => ms);
}

/** The milliseconds until the repeats of a series were settled, ascending. */
export const readSettled = async (pool: pg.Pool, seriesId: string): Promise<number[]> =>
  readTimes(
    pool,
    `select settled.at - submission.submitted_at as took from settled join submissions as submission using (id)
     where submission.form_id = $1 and submission.email_key = ''`,
    seriesId,
  );

/** The milliseconds from each sign-up since then to its last step, ascending. */
export const readStepTimes = async (pool: pg.Pool, since: Date): Promise<number[]> =>
  readTimes(
    pool,
    `select max(step.updated_at) - submission.submitted_at as took
     from submissions as submission join submission_steps as step on step.submission_id = submission.id
     where submission.submitted_at >= $1 group by submission.id`,
    since,
  );
