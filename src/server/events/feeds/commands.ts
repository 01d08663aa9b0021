import { sql } from 'kysely';
import { FEEDS_MAX, TOO_MANY_FEEDS } from '#contract/texts/calendar.ts';
import { type Db, numberOf } from '#server/db/connection.ts';
import { hourlyWriter } from '#server/db/hourly-writer.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, orNotFound } from '#server/errors.ts';
import { holdForm } from '#server/form-store/form-rows.ts';
import type { StaffUser } from '#server/services/identity-token.ts';
import { newAccessToken } from '#server/tokens/access-token.ts';
import { type Actor, write, type WriteDeps } from '#server/write.ts';
import { isFeedOf, TODAY } from './queries.ts';

/** Adds a feed of all series or of one. @returns its token, which is not stored @throws AppError `not_found`, or `conflict` at the owner's limit */
export async function addFeed(deps: WriteDeps, by: Actor, owner: StaffUser, seriesId: string | null) {
  const [id, { token, digest }] = [newId(), newAccessToken()];
  await write(deps, by, async (w) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`calendar feeds of ${owner.subject}`}))`.execute(w);
    if (seriesId !== null) await holdForm(w, { kind: 'series', id: seriesId });
    const count = await numberOf(w)`select count(*) from calendar_feeds where ${isFeedOf(owner)}`;
    if (count >= FEEDS_MAX) throw new AppError('conflict', TOO_MANY_FEEDS);
    const feed = { id, token_hash: digest, owner_email: owner.email.toLowerCase(), owner_subject: owner.subject, form_id: seriesId };
    await w.insertInto('calendar_feeds').values(feed).execute();
  });
  return { id, token };
}

/** @throws AppError `not_found`, also for a feed of someone else */
export const deleteFeed = (deps: WriteDeps, by: Actor, { id, owner }: { readonly id: string; readonly owner: StaffUser }) =>
  write(deps, by, async (w) => {
    const feed = w.deleteFrom('calendar_feeds').where('id', '=', id).where(isFeedOf(owner)).returning('id');
    return orNotFound(await feed.executeTakeFirst(), 'Calendar feed');
  });

export const noteReading = async (db: Db, id: string): Promise<unknown> =>
  sql`update calendar_feeds set read_on = ${TODAY} where id = ${id}`.execute(db);

/** Records the day on which the owners of feeds were last seen. */
export const seenOwners = (db: Db): ((owner: StaffUser) => void) =>
  hourlyWriter(
    ({ subject }) => subject,
    async (owner) =>
      sql`update calendar_feeds set owner_seen_on = ${TODAY} where ${isFeedOf(owner)} and owner_seen_on < ${TODAY}`.execute(db),
  );
