import { sql } from 'kysely';
import type { PromotedAs } from '#contract/registrations/places.ts';
import type { Promotion, Promotions } from '#contract/registrations/waiting-list-calls.ts';
import * as texts from '#contract/texts/places.ts';
import { EVENT_HAS_BEGUN } from '#contract/texts/words/own-page.ts';
import type { User } from '#contract/user.ts';
import type { Tx } from '#server/db/connection.ts';
import { AppError, notFound } from '#server/errors.ts';
import { lockForm } from '#server/forms/stored-form.ts';
import { addOnce, type CallId } from '#server/idempotency.ts';
import { lockRegistration, type RegistrationPath } from '../end-registration.ts';
import { EVENT_TIMING, type EventTiming, listNext, type PlacesDeps } from '../promote-waiting.ts';
import { recordChanges } from '../registration-changes.ts';
import { type RegistrationKey, setStatus } from '../registration-status.ts';

type EventPath = Pick<RegistrationPath, 'seriesId' | 'eventId'>;

interface Promoting extends Pick<PlacesDeps, 'canMail'> {
  readonly seriesId: string;
  readonly as: PromotedAs;
  readonly timing: EventTiming;
  readonly by: User;
}

/** Gives these people places or offers. Requires `lockForm`. @returns the ids of the changes @throws AppError `conflict` where no offer is possible */
async function promote(tx: Tx, people: readonly RegistrationKey[], { seriesId, as, timing, canMail, by }: Promoting): Promise<string[]> {
  if (as === 'offer' && !canMail) throw new AppError('conflict', texts.NO_MAIL_FOR_OFFERS);
  if (as === 'offer' && timing.hasEventBegun) throw new AppError('conflict', EVENT_HAS_BEGUN);
  const isOffer = as === 'offer' && !timing.isTooLateForOffer;
  const promoted = await setStatus(tx, seriesId, people, { status: isOffer ? 'offered' : 'confirmed' });
  return recordChanges(
    tx,
    promoted.map(({ eventId, submissionId }) => ({
      seriesId,
      eventId,
      submissionId,
      kind: isOffer ? 'offered' : 'promoted',
      actor: 'staff',
      actorName: by.displayName,
      ...(timing.hasEventBegun ? { details: { tell: false } } : {}),
    })),
  );
}

/** Promotes one person, in turn or not. @throws AppError `not_found` or `conflict` */
export async function promoteRegistration({ db, canMail }: PlacesDeps, path: RegistrationPath, { as }: Promotion, by: User): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockRegistration(tx, path);
    const { status } = found;
    if (status === 'confirmed') throw new AppError('conflict', texts.HAS_A_PLACE, { current: { status } });
    if (status === 'cancelled') throw new AppError('conflict', texts.IS_CANCELLED, { current: { status } });
    const isSoAlready = status === 'offered' && as === 'offer';
    if (!isSoAlready) await promote(tx, [path], { seriesId: path.seriesId, as, timing: found, canMail, by });
  });
}

interface PromotedNext {
  readonly promoted: readonly string[];
  readonly as: PromotedAs;
  /** Names the call: the first of its changes, or the event when nobody waited. */
  readonly rowId: string;
}

/** Who was promoted by the call that wrote this change; its changes have the time of their transaction in common. */
async function findPromoted(tx: Tx, eventId: string, { rowId, asked }: { rowId: string; asked: PromotedAs }): Promise<PromotedNext> {
  const { rows } = await sql<{ submission_id: string; as: PromotedAs }>`
    select change.submission_id, case when change.kind = 'offered' then 'offer' else 'confirmed' end as "as" from registration_changes as first
    join registration_changes as change on change.event_id = first.event_id and change.kind = first.kind and change.at = first.at
    where first.id = ${rowId} and first.event_id = ${eventId} order by change.submission_id`.execute(tx);
  return { promoted: rows.map((row) => row.submission_id), as: rows[0]?.as ?? asked, rowId };
}

/** The events' times, after their series was locked. @throws AppError `not_found` */
async function lockTiming(tx: Tx, { seriesId, eventId }: EventPath): Promise<EventTiming> {
  const isSeriesThere = await lockForm(tx, { kind: 'series', id: seriesId });
  const { rows } = await sql<EventTiming>`
    select ${EVENT_TIMING} from events as event where id = ${eventId} and form_id = ${seriesId}`.execute(tx);
  const [timing] = rows;
  if (!isSeriesThere || timing === undefined) throw notFound('Event');
  return timing;
}

interface NextCall {
  readonly input: Promotions;
  readonly by: User;
  readonly callId: CallId;
}

/**
 * Promotes the next on the list, without those who are unreachable.
 * @returns their ids, the oldest sign-up first, and what they got
 * @throws AppError `not_found` or `conflict`
 */
export async function promoteNext(
  { db, canMail }: PlacesDeps,
  path: EventPath,
  { input, by, callId }: NextCall,
): Promise<Omit<PromotedNext, 'rowId'>> {
  const { seriesId, eventId } = path;
  const { count, as } = input;
  const find = (tx: Tx, rowId: string) => findPromoted(tx, eventId, { rowId, asked: as });
  const add = async (tx: Tx): Promise<PromotedNext> => {
    const timing = await lockTiming(tx, path);
    const people = await listNext(tx, { seriesId, eventIds: [eventId], count });
    const [rowId = eventId] = await promote(tx, people, { seriesId, as, timing, canMail, by });
    return find(tx, rowId);
  };
  const { promoted, as: got } = await db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: () => add(tx),
      rowIdOf: ({ rowId }) => rowId,
      find: async (rowId) => {
        const event = await tx
          .selectFrom('events')
          .select('id')
          .where('id', '=', eventId)
          .where('form_id', '=', seriesId)
          .executeTakeFirst();
        return event === undefined ? undefined : find(tx, rowId);
      },
    }),
  );
  return { promoted, as: got };
}
