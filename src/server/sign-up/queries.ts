import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import type { Registration } from '#contract/registrations/places.ts';
import type { Db } from '#server/db/connection.ts';
import { isOf } from '#server/forms/stored-form.ts';
import { KEY_LIFETIME_HOURS } from '#server/idempotency.ts';
import { firstAnswer } from '#server/registrations/changes.ts';

/** The sign-up with this idempotency key, and whether the key is still valid. */
export async function findSignUpByKey(db: Db, form: FormRef, key: string) {
  return db
    .selectFrom('submissions')
    .select(['id', 'body_hash', 'first_answer'])
    .select(sql<boolean>`submitted_at > now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`.as('is_remembered'))
    .where(isOf(form))
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** What a sign-up was answered that was not settled. */
export async function readFirstAnswer(db: Db, submissionId: string): Promise<Registration[]> {
  const { rows } = await sql<{ answer: Registration[] | null }>`
    select ${firstAnswer(sql`${submissionId}::uuid`)} as answer`.execute(db);
  return rows[0]?.answer ?? [];
}
