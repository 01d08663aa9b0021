import { sql } from 'kysely';
import { type Db, rowOf, rowsOf } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';

export interface SignUpToPost {
  readonly submissionId: string;
  readonly channelId: string;
  /** How many separate messages the channel gets in a minute. */
  readonly perMinute: number;
}

/** How a sign-up is announced: in its own message, or in a summary that is due now, due later, or already sent. */
type MessagePlan =
  | { readonly kind: 'own-message' | 'summary-due' }
  | { readonly kind: 'summary-later'; readonly inMs: number }
  | { readonly kind: 'reported'; readonly reportedWith: number };

/** Counts another message in this minute; if that is too many, the sign-up goes into the summary at the end of the minute. */
export async function planMessage(db: Db, { submissionId, channelId, perMinute }: SignUpToPost): Promise<MessagePlan> {
  const row = await rowOf<{ is_in_summary: boolean; summarised_with: number | null; is_added: boolean; in_ms: number }>(db)`
    with known as (
      select summarised_with from slack_summaries where submission_id = ${submissionId} and channel_id = ${channelId}
    ), counted as (
      insert into slack_minutes as m (channel_id, minute, messages)
      select ${channelId}, floor(extract(epoch from now()) / 60)::integer, 1 where not exists (select from known)
      on conflict (channel_id) do update set
        messages = case when m.minute = excluded.minute then m.messages + 1 else 1 end, minute = excluded.minute
      returning messages
    ), added as (
      insert into slack_summaries (submission_id, channel_id) select ${submissionId}::uuid, ${channelId} from counted where messages > ${perMinute}
      on conflict (submission_id) do update set channel_id = excluded.channel_id, summarised_with = null, added_at = now()
      returning 1
    )
    select exists (select from known) as is_in_summary, (select summarised_with from known) as summarised_with, exists (select from added) as is_added,
      ((60 - extract(second from now())) * 1000)::float8 as in_ms`;
  if (row?.is_added === true) return { kind: 'summary-later', inMs: row.in_ms };
  if (row?.is_in_summary !== true) return { kind: 'own-message' };
  // The minute is over: the step was put off until its end.
  return row.summarised_with === null ? { kind: 'summary-due' } : { kind: 'reported', reportedWith: row.summarised_with };
}

/** Removes a sign-up from the summaries, so that it gets its own message. */
export async function leaveSummary(db: Db, submissionId: string): Promise<void> {
  await db.deleteFrom('slack_summaries').where('submission_id', '=', submissionId).execute();
}

export interface PendingSignUp {
  readonly submissionId: string;
  readonly title: string;
}

/** The sign-ups for the next summary of a channel, without those deleted in the meantime. */
export const listPending = (db: Db, channelId: string): Promise<PendingSignUp[]> => rowsOf<PendingSignUp>(db)`
  select s.id as "submissionId", form.title
  from slack_summaries summary join submissions s on s.id = summary.submission_id
  left join forms form on form.id = s.form_id
  where summary.channel_id = ${channelId} and summary.summarised_with is null`;

export async function markReported(db: Db, pending: readonly PendingSignUp[]): Promise<void> {
  const ids = pending.map(({ submissionId }) => submissionId);
  await sql`update slack_summaries set summarised_with = ${ids.length} where submission_id = any(${ids}::uuid[])`.execute(db);
}

/** Deletes entries whose steps have long ended; for the hourly cleaning. */
export const purgeSummaries = (db: Db): Promise<number> =>
  deleteInBatches(db, { table: 'slack_summaries', where: sql<boolean>`added_at < now() - interval '2 days'`, by: 'added_at' });
