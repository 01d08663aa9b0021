import { type RawBuilder, sql } from 'kysely';
import { MAILING_STOPPED } from '#contract/texts/steps.ts';
import type { Write } from '#server/write.ts';

/** Changes the waiting mails of a mailing, locking them in the order of their ids as all other work does, so that there is no deadlock. */
export async function changeWaiting(w: Write, mailingId: string, values: RawBuilder<unknown>): Promise<void> {
  await sql`
    with waiting as (
      select step.id from mailing_people as person join submission_steps as step on step.mailing_person_id = person.id
      where person.mailing_id = ${mailingId} and step.state = 'waiting' order by step.id for update of step
    )
    update submission_steps as step set ${values} from waiting where step.id = waiting.id and step.state = 'waiting'`.execute(w);
}

/** Stops a mailing until staff send the rest. @param why where it stops on its own */
export async function stopWithin(w: Write, mailingId: string, why: string | null = null): Promise<void> {
  await sql`update mailings set stopped_at = now(), why = ${why}, judged_part = case when ${why}::text is null then judged_part else part end where id = ${mailingId}`.execute(
    w,
  );
  await changeWaiting(w, mailingId, sql`next_try_at = now() + interval '10 years', message = ${MAILING_STOPPED}, cause = ''`);
}
