import { sql } from 'kysely';
import { type Db, valueOf } from '#server/db/connection.ts';

/** SQL for whether an address has unsubscribed or withdrawn its consent, and not given it again since. `form` and `emailKey` are SQL, too. */
export const hasOptedOutSql = (form: string, emailKey: string): string => `(exists (
  select from suppressions where suppressions.digest = sha256(convert_to(${emailKey}, 'UTF8'))
) or exists (
  select from submissions as own cross join lateral (
    select at, details -> 'consents' as consents from registration_changes as change
    where submission_id = own.id and kind = 'corrected' and actor = 'visitor' and details ? 'consents' order by at desc, id desc limit 1
  ) as consent
  where own.form_id = ${form} and own.email_key = ${emailKey} and not own.accepts_marketing and consent.consents = 'false'
    and not exists (
      select from submissions as later
      where later.form_id = own.form_id and later.email_key = own.email_key and later.accepts_marketing and not later.is_added_by_staff
        and later.submitted_at > consent.at
    )
))`;

/** Whether a submission's address, or its new one, has withdrawn consent. */
export async function hasOptedOut(db: Db, submissionId: string, newKey?: string): Promise<boolean> {
  const isOut = await valueOf<boolean | null>(db)`
    select bool_or(${sql.raw(hasOptedOutSql('submissions.form_id', 'address.key'))})
    from submissions cross join unnest(array[email_key, ${newKey ?? null}::text]) as address (key) where id = ${submissionId}`;
  return isOut === true;
}
