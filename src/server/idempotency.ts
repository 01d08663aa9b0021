import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, rowsOf, type Tx } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Row } from '#server/db/tables.ts';
import { AppError } from '#server/errors.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';

export const KEY_LIFETIME_HOURS = 24;

export interface CallId {
  /** The path of the call, such as `event_series/{id}/event/add`; the same key with another path is another key. */
  readonly scope: string;
  readonly key: string | undefined;
  readonly bodyHash: string;
}

export interface StaffAdd<Input> {
  readonly input: Input;
  readonly callId: CallId;
}

/** The answer to a call, which can be read again by the id of its row, or of its first row. */
type Added = { readonly id: string } | readonly { readonly id: string }[];

interface OnceSteps<T> {
  readonly add: (w: Write) => Promise<T>;
  /** Reads the answer of the first call again, by the id of its (first) row; undefined when that was deleted. */
  readonly find: (w: Write, rowId: string) => Promise<T | undefined>;
}

interface OnceManySteps<Call, T> {
  /** Returns the answer to each call, or the error with which it was refused. */
  readonly add: (calls: readonly Call[]) => Promise<readonly (T | AppError)[]>;
  /** Reads the answers of earlier calls again, by row id, except those whose rows were deleted. */
  readonly find: (rowIds: readonly string[]) => Promise<ReadonlyMap<string, T>>;
}

/** Identifies a body without storing it. */
export const bodyHash = (body: unknown): string => hash('sha256', JSON.stringify(body ?? null), 'base64url');

const KEY_REUSED = 'This Idempotency-Key was used with a different body';
export const keyReused = (): AppError => new AppError('conflict', KEY_REUSED);
export const isKeyReused = (error: unknown): boolean => error instanceof AppError && error.message === KEY_REUSED;

/** `row_id` is null when no call added a row within the lifetime of the key. */
type ReservedKey = Omit<Row<'idempotency_keys'>, 'created_at'>;

type KeyedId = CallId & { readonly key: string };

const hasKey = (callId: CallId): callId is KeyedId => callId.key !== undefined;

const idColumns = (ids: readonly KeyedId[]) => sql`
  ${ids.map(({ scope }) => scope)}::text[], ${ids.map(({ key }) => key)}::text[], ${ids.map((id) => id.bodyHash)}::text[]`;

async function reserveKeys(tx: Tx, ids: readonly KeyedId[]): Promise<ReservedKey[]> {
  // Unlike `do nothing`, an update without a change locks the row and reads what the other call wrote.
  return rowsOf<ReservedKey>(tx)`
    insert into idempotency_keys (scope, key, body_hash)
    select scope, key, body_hash from unnest(${idColumns(ids)}) as call (scope, key, body_hash) order by scope, key
    on conflict (scope, key) do update set key = excluded.key
    returning scope, key, body_hash,
      case when created_at > now() - make_interval(hours => ${KEY_LIFETIME_HOURS}) then row_id end as row_id`;
}

async function storeRowIds(tx: Tx, added: readonly { readonly callId: KeyedId; readonly rowId: string }[]): Promise<void> {
  await sql`
    update idempotency_keys as k set row_id = call.row_id, body_hash = call.body_hash, created_at = now()
    from unnest(${idColumns(added.map(({ callId }) => callId))}, ${added.map(({ rowId }) => rowId)}::uuid[]) as call (scope, key, body_hash, row_id)
    where k.scope = call.scope and k.key = call.key`.execute(tx);
}

const rowIdOf = (answer: Added): string => [answer].flat()[0]?.id ?? '';

const mapKeyOf = ({ scope, key }: Pick<KeyedId, 'scope' | 'key'>): string => JSON.stringify([scope, key]);

function splitRepeats<Call extends { readonly callId: CallId }>(calls: readonly Call[]): { firsts: Call[]; repeats: Call[] } {
  const seen = new Set<string>();
  const isRepeat = new Set(calls.filter(({ callId }) => hasKey(callId) && seen.size === seen.add(mapKeyOf(callId)).size));
  return { firsts: calls.filter((call) => !isRepeat.has(call)), repeats: [...isRepeat] };
}

/** The answers to earlier calls by `mapKeyOf`, or a conflict if the body was different. */
async function earlierAnswers<T>(
  tx: Tx,
  ids: readonly KeyedId[],
  find: OnceManySteps<unknown, T>['find'],
): Promise<Map<string, T | AppError>> {
  const reservations = ids.length === 0 ? [] : await reserveKeys(tx, ids);
  const rowIds = reservations.flatMap(({ row_id: rowId }) => rowId ?? []);
  const found = rowIds.length === 0 ? new Map<string, T>() : await find(rowIds);
  const hashes = new Map(ids.map((id) => [mapKeyOf(id), id.bodyHash]));
  return new Map(
    reservations.flatMap((reservation) => {
      const answer = found.get(reservation.row_id ?? '');
      const mapKey = mapKeyOf(reservation);
      return answer === undefined ? [] : [[mapKey, hashes.get(mapKey) === reservation.body_hash ? answer : keyReused()]];
    }),
  );
}

/** Runs `add` once for each key, kept 24 hours: a repeat, even at the same time, gets the first answer. Call it before any lock. @returns the answer or error of each, in their order */
export async function addManyOnce<Call extends { readonly callId: CallId }, T extends Added>(
  tx: Tx,
  calls: readonly Call[],
  steps: OnceManySteps<Call, T>,
): Promise<(T | AppError)[]> {
  const { firsts, repeats } = splitRepeats(calls);
  const earlier = await earlierAnswers(tx, firsts.map(({ callId }) => callId).filter(hasKey), steps.find);
  const fresh = firsts.filter(({ callId }) => !hasKey(callId) || !earlier.has(mapKeyOf(callId)));
  const added = fresh.length === 0 ? [] : await steps.add(fresh);
  const outcomes = new Map(fresh.map((call, index) => [call, added[index]]));
  const toStore = [...outcomes].flatMap(([{ callId }, outcome]) =>
    hasKey(callId) && outcome !== undefined && !(outcome instanceof AppError) ? [{ callId, rowId: rowIdOf(outcome) }] : [],
  );
  if (toStore.length > 0) await storeRowIds(tx, toStore);
  const repeated = repeats.length === 0 ? [] : await addManyOnce(tx, repeats, steps);
  for (const [index, call] of repeats.entries()) outcomes.set(call, repeated[index]);
  return calls.map((call) => {
    const outcome = outcomes.get(call) ?? (hasKey(call.callId) ? earlier.get(mapKeyOf(call.callId)) : undefined);
    return outcome ?? new AppError('internal', 'A call was left unanswered');
  });
}

/** Runs `add` in one write, once for each key; a repeat gets the first answer, read by `find`. @throws AppError `conflict` when the key was used with another body */
export const writeOnce = <T extends Added>(deps: WriteDeps, by: Actor, callId: CallId, { add, find }: OnceSteps<T>): Promise<T> =>
  write(deps, by, async (w) => {
    const [outcome] = await addManyOnce(w, [{ callId }], {
      add: async () => [await add(w)],
      find: async ([rowId = '']) => {
        const answer = await find(w, rowId);
        return new Map(answer === undefined ? [] : [[rowId, answer]]);
      },
    });
    if (outcome === undefined) throw new AppError('internal', 'Nothing was added');
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  });

/** Deletes keys older than a day, for the hourly cleanup. @returns how many */
export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  const where = sql<boolean>`created_at <= now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`;
  return deleteInBatches(db, { table: 'idempotency_keys', where, by: 'created_at' });
}
