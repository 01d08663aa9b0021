import { sql } from 'kysely';
import type { Finding } from '#contract/server-state.ts';
import type { Db } from '#server/db/connection.ts';
import { findPause, unsentInWords } from '#server/jobs/sending-pause.ts';
import { bad, good, warning } from './finding.ts';

interface QueueFacts {
  readonly outbox: number;
  readonly due: number;
  readonly failed: number;
  /** How long the oldest of both has been waiting. */
  readonly age_s: number;
}

const LATE_S = 300;
const STUCK_S = 3_600;
const SECONDS_OF_MINUTE = 60;

async function readQueues(db: Db): Promise<QueueFacts> {
  const { rows } = await sql<QueueFacts>`
    with outbox as (select count(*) as count, min(submitted_at) as oldest from submissions where awaiting_fan_out),
    due as (select count(*) as count, min(next_try_at) as oldest from submission_steps where state in ('waiting', 'running') and next_try_at <= now())
    select outbox.count as outbox, due.count as due,
      (select count(*) from submission_steps where state = 'failed' and dismissed_at is null) as failed,
      coalesce(extract(epoch from now() - least(outbox.oldest, due.oldest)), 0)::float8 as age_s
    from outbox, due`.execute(db);
  return rows[0] ?? { outbox: 0, due: 0, failed: 0, age_s: 0 };
}

function checkAge({ outbox, due, age_s: age }: QueueFacts): Finding {
  const text = `${outbox} sign-ups and ${due} steps are due, the oldest for ${Math.floor(age / SECONDS_OF_MINUTE)} minutes`;
  if (age > STUCK_S) return bad('What is to be sent', text, 'No worker seems to do it: start one (ROLES=worker), or read its log.');
  if (age > LATE_S) return warning('What is to be sent', text, 'After a rush this passes; otherwise start another worker (ROLES=worker).');
  return good('What is to be sent', outbox + due === 0 ? 'Nothing is due' : text);
}

/** How long sign-ups and their steps have been waiting, and what has failed. */
export async function checkSending(db: Db): Promise<Finding[]> {
  const facts = await readQueues(db);
  const pause = await findPause(db);
  const paused = pause && [
    warning(
      'What is to be sent',
      `Sending is paused since a restore. These wait: ${unsentInWords(pause)}`,
      'Run npm run resume (docs/operations.md).',
    ),
  ];
  const failed =
    facts.failed === 0
      ? []
      : [warning('What is to be sent', `${facts.failed} steps have failed`, 'See Needs attention: each card says what to do.')];
  return [...(paused ?? [checkAge(facts)]), ...failed];
}
