import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { Batcher } from '#server/db/batcher.ts';
import { isRowLevelError } from '#server/db/outage.ts';

/** Pause after each statement, so that a flood of spam does not become a flood of statements. */
const PAUSE_MS = 50;

/** Rows are locked in the order of their keys, so that two servers cannot deadlock; deleted forms are left out. */
const COUNT_BLOCKED = `
  insert into blocked_submissions (form_id, day, tries)
  select forms.id, (now() at time zone 'UTC')::date, count(*)
  from json_to_recordset($1) as sent (kind text, id uuid) join forms on forms.id = sent.id and forms.kind = sent.kind
  group by forms.id
  order by forms.id
  on conflict (form_id, day) do update set tries = blocked_submissions.tries + excluded.tries`;

/** Counts sign-ups that spam checks or rate limits refused, by form and UTC day. @returns counts one, without waiting for the database */
export function blockedSubmissions(pool: pg.Pool, onFailure: (error: unknown) => void): (ref: FormRef) => void {
  const submissions = new Batcher<FormRef, undefined>({
    run: async (refs) => {
      const sent = refs.map(({ kind, id }) => ({ kind, id }));
      await pool.query({ name: 'count-blocked-submissions', text: COUNT_BLOCKED, values: [JSON.stringify(sent)] });
      await sleep(PAUSE_MS, undefined, { ref: false });
      return refs.map(() => undefined);
    },
    isItemLevelError: isRowLevelError,
  });
  return (ref) => void submissions.add(ref).catch(onFailure);
}
