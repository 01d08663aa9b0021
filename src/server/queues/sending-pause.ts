import type pg from 'pg';
import { type ServerState, unsentInWords } from '#contract/server-state.ts';
import { SERVICE_NAMES, type ServiceName, STEPS } from '#contract/steps/steps.ts';
import type { Db } from '#server/db/connection.ts';
import { readQueues } from './queues.ts';

/*
 * While `sending_pause` has its row, after a restore (decision 032), no worker claims a step or ends an offer; the outbox is still emptied, which only
 * writes steps. Offers get the time of the pause back.
 */

export type SendingPause = NonNullable<ServerState['sending_pause']>;

/** Pauses sending, or resumes it, after a restore. Links requested before a pause are not sent; people who still need theirs ask again. */
export async function pauseSending(client: pg.ClientBase, backupTakenAt: string | undefined): Promise<void> {
  await client.query('delete from sending_pause');
  if (backupTakenAt === undefined) return;
  await client.query('insert into sending_pause (backup_taken_at) values ($1)', [backupTakenAt]);
  await client.query('delete from lost_links');
}

/** The pause, with what waits for its end; undefined while sending is not paused. */
export async function findPause(db: Db): Promise<SendingPause | undefined> {
  const pause = await db.selectFrom('sending_pause').select(['since', 'backup_taken_at']).executeTakeFirst();
  if (pause === undefined) return undefined;
  const { sign_ups: signUps, changes, unfinished } = await readQueues(db);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each service
  const unsent = Object.fromEntries(SERVICE_NAMES.map((service) => [service, 0])) as Record<ServiceName, number>;
  for (const { step, waiting, running } of unfinished) unsent[STEPS[step].service] += waiting + running;
  const [since, backup_taken_at] = [pause.since.toISOString(), pause.backup_taken_at.toISOString()];
  return { since, backup_taken_at, unsent, outbox: signUps.length + changes.length };
}

/** A line for the log. */
export const pauseInWords = (pause: SendingPause): string =>
  `Sending is paused since the restore of the backup of ${pause.backup_taken_at}. Waiting: ${unsentInWords(pause)}. "npm run resume" sends them`;
