import { sql } from 'kysely';
import { unsentInWords } from '#contract/server-state.ts';
import { counted } from '#contract/texts/counts.ts';
import { type Db, numberOf, type Tx } from '#server/db/connection.ts';
import { wakeWorkers } from '#server/db/notify.ts';
import { OUTBOX } from '#server/queues/queues.ts';
import { findPause, type SendingPause } from '#server/queues/sending-pause.ts';
import { scriptDeps, SERVER, write } from '#server/write.ts';
import { extendOffers } from './waiting-list.ts';

/** Fails everything that was waiting when the backup was restored; staff can retry each step. */
async function failRestored(tx: Tx, { since, backup_taken_at: takenAt }: SendingPause): Promise<number> {
  const left = await numberOf(tx)`
    select (select count(*) from ${sql.raw(OUTBOX)} as submissions where submitted_at < ${since})
      + (select count(*) from registration_changes where awaiting_fan_out and at < ${since}) as count`;
  if (left > 0) {
    const whose = counted(left, 'sign-up or change', 'sign-ups or changes');
    throw new Error(`The steps of ${whose} have yet to be written: start Turnout, which does that without sending, then run this again`);
  }
  const { numAffectedRows } = await sql`
    update submission_steps as s
    set state = 'failed', cause = 'restored', next_try_at = null, updated_at = now(),
      message = ${`Restored from the backup of ${takenAt}: this may have been sent since. Retry sends it.`}
    where state in ('waiting', 'running') and coalesce(
      (select at from registration_changes where id = s.change_id), (select submitted_at from submissions where id = s.submission_id)
    ) < ${since}`.execute(tx);
  // Their mails, too, may have been sent since the backup.
  await sql`
    update mailings set stopped_at = coalesce(stopped_at, now()), why = 'Restored from a backup: it may have been sent'
    where ended_at is null and created_at < ${since}`.execute(tx);
  await sql`update events set mails_timed_at = now()`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Ends the pause. @param asFailed turns what was waiting into failed steps, which staff can retry @returns what was done @throws Error when nothing is paused, or steps are still to be written */
export const resumeSending = async (db: Db, { asFailed }: { readonly asFailed: boolean }): Promise<string> =>
  write(scriptDeps(db), SERVER, async (w) => {
    await sql`select from sending_pause for update`.execute(w);
    const pause = await findPause(w);
    if (pause === undefined) throw new Error('Sending is not paused: there is nothing to resume');
    const failed = asFailed ? await failRestored(w, pause) : undefined;
    await extendOffers(w, new Date(pause.since));
    await sql`delete from sending_pause`.execute(w);
    await wakeWorkers(w, 'steps');
    if (failed === undefined) return `Sending now: ${unsentInWords(pause)}.`;
    return `${counted(failed, 'step is', 'steps are')} listed under Needs attention, where staff can retry them; anything since the restore is sent now.`;
  });
