import type pg from 'pg';
import { countedUpTo, type ServerState } from '#contract/server-state.ts';
import { SERVICE_NAMES, type ServiceName, SERVICES, STEPS } from '#contract/steps/steps.ts';
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

/** Such as "2 Slack messages, 31 mails, and those of 4 sign-ups or changes". */
export function unsentInWords({ unsent, outbox }: Pick<SendingPause, 'unsent' | 'outbox'>): string {
  const parts = SERVICE_NAMES.filter((service) => unsent[service] > 0).map((service) =>
    countedUpTo(unsent[service], ...SERVICES[service].sent),
  );
  const more =
    outbox === 0
      ? []
      : [`${parts.length === 0 ? 'what follows' : 'and what follows'} ${countedUpTo(outbox, 'sign-up or change', 'sign-ups or changes')}`];
  return [...parts, ...more].join(', ') || 'nothing';
}

/** A line for the log. */
export const pauseInWords = (pause: SendingPause): string =>
  `Sending is paused since the restore of the backup of ${pause.backup_taken_at}. Waiting: ${unsentInWords(pause)}. "npm run resume" sends them`;
