import { sql } from 'kysely';
import { FEEDS_MAX, TOO_MANY_FEEDS } from '#contract/texts/calendar.ts';
import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, notFound } from '#server/errors.ts';
import { isForm } from '#server/forms/form-rows.ts';
import type { StaffUser } from '#server/services/identity-token.ts';
import { newAccessToken } from '#server/tokens/access-token.ts';
import { isFeedOf, TODAY } from './queries.ts';

/** Adds a feed of all series or of one. @returns its token, which is not stored @throws AppError `not_found`, or `conflict` at the owner's limit */
export async function addFeed(db: Db, by: StaffUser, seriesId: string | null): Promise<{ readonly id: string; readonly token: string }> {
  const [id, { token, digest }] = [newId(), newAccessToken()];
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`calendar feeds of ${by.subject}`}))`.execute(tx);
    if (seriesId !== null) {
      await tx
        .selectFrom('forms')
        .select('id')
        .where(isForm({ kind: 'series', id: seriesId }))
        .forKeyShare()
        .executeTakeFirstOrThrow(() => notFound('Event series'));
    }
    const { count } = await tx
      .selectFrom('calendar_feeds')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(isFeedOf(by))
      .executeTakeFirstOrThrow();
    if (count >= FEEDS_MAX) throw new AppError('conflict', TOO_MANY_FEEDS);
    await tx
      .insertInto('calendar_feeds')
      .values({ id, token_hash: digest, owner_email: by.email.toLowerCase(), owner_subject: by.subject, form_id: seriesId })
      .execute();
  });
  return { id, token };
}

/** @throws AppError `not_found`, also for a feed of someone else */
export async function deleteFeed(db: Db, id: string, by: StaffUser): Promise<{ id: string }> {
  const { numDeletedRows } = await db.deleteFrom('calendar_feeds').where('id', '=', id).where(isFeedOf(by)).executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('Calendar feed');
  return { id };
}

export const noteReading = async (db: Db, id: string): Promise<unknown> =>
  sql`update calendar_feeds set read_on = ${TODAY} where id = ${id}`.execute(db);

/** Keeps on which day the owners of feeds were last seen, by one write a day for each person and process. */
export class SeenOwners {
  readonly #db: Db;
  readonly #now: () => number;
  /** By subject, the day of the last write. */
  readonly #days = new Map<string, string>();

  constructor(db: Db, now = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** Neither waits nor throws. */
  note(owner: StaffUser): void {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    if (this.#days.get(owner.subject) === day) return;
    this.#days.set(owner.subject, day);
    sql`update calendar_feeds set owner_seen_on = ${TODAY} where ${isFeedOf(owner)} and owner_seen_on < ${TODAY}`
      .execute(this.#db)
      .catch(() => this.#days.delete(owner.subject));
  }
}
