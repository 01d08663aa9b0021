import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import type { Tx } from './connection.ts';
import { FORM_TABLES } from './form-tables.ts';

/** The SQL expression of a form's lock key; `id` is an SQL expression of its uuid. */
export const lockKeyOf = (id: string): string => `hashtextextended(${id}::text, 0)`;

const KEY = sql.raw(lockKeyOf('form.id'));

/*
 * Advisory locks are granted in order. A shared row lock is granted to newcomers first, so under sign-ups from several servers staff
 * would wait forever. The row is locked as well, since that rereads it after the wait, and for servers of an older release.
 */
async function acquire(tx: Tx, form: FormRef, mode: 'exclusive' | 'shared'): Promise<boolean> {
  const isExclusive = mode === 'exclusive';
  const lock = sql.raw(isExclusive ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(${KEY}) from (select ${form.id}::uuid as id) as form`.execute(tx);
  const { rows } = await sql`
    select from ${sql.table(FORM_TABLES[form.kind])} where id = ${form.id} for ${sql.raw(isExclusive ? 'no key update' : 'share')}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Locks a form with its events and submissions; the first statement of staff commands. @returns false without such a form */
export const lockForm = (tx: Tx, form: FormRef): Promise<boolean> => acquire(tx, form, 'exclusive');

/**
 * Locks a form shared, while this transaction adds submissions; others may do the same.
 * Never followed by `lockForm` or `bumpFormVersion` in the same transaction, which could deadlock.
 * @returns false when the form does not exist
 */
export const lockFormShared = (tx: Tx, form: FormRef): Promise<boolean> => acquire(tx, form, 'shared');
