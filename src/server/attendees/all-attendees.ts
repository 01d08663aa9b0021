import { sql } from 'kysely';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { Db } from '#server/db/connection.ts';
import { type AttendeeQuery, type AttendeeRow, isSortedAnew, listAttendees, selectInOrder } from './attendee-rows.ts';

const ID_BYTES = 16;
const PARTS_OF_ID = /^(.{8})(.{4})(.{4})(.{4})/;

interface Batch {
  readonly rows: readonly AttendeeRow[];
  /** Undefined after the last one. */
  readonly readNext: (() => Promise<Batch>) | undefined;
}

interface List {
  readonly db: Db;
  readonly scope: AttendeeScope;
  readonly query: AttendeeQuery;
  readonly batchSize: number;
}

async function readByCursor(list: List, cursor?: string): Promise<Batch> {
  const { db, scope, query, batchSize } = list;
  const { rows, nextCursor } = await listAttendees(db, scope, { ...query, limit: batchSize, cursor });
  return { rows, readNext: nextCursor === null ? undefined : async () => readByCursor(list, nextCursor) };
}

/** The ids in the order of the list, one batch each. As bytes, those of a large list take a quarter of the memory of texts. */
async function listIds({ db, scope, query, batchSize }: List): Promise<Buffer[]> {
  const size = sql.lit(batchSize);
  const { rows } = await sql<{ ids: Buffer }>`
    select string_agg(uuid_send(id), '' order by place) as ids
    from (select id, row_number() over () - 1 as place from (${selectInOrder(db, scope, query).select('submission.id')}) as listed) as placed
    group by place / ${size} order by place / ${size}`.execute(db);
  return rows.map(({ ids }) => ids);
}

const textsOf = (ids: Buffer): string[] =>
  Array.from({ length: ids.length / ID_BYTES }, (_, place) =>
    ids.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES).replace(PARTS_OF_ID, '$1-$2-$3-$4-'),
  );

async function readByIds(list: List, batches: readonly Buffer[], place = 0): Promise<Batch> {
  const { db, scope, query } = list;
  const inOrder = textsOf(batches[place] ?? Buffer.alloc(0));
  const { rows } = await listAttendees(db, scope, { ids: inOrder, registration: query.registration });
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: inOrder.flatMap((id) => found.get(id) ?? []),
    readNext: place + 1 >= batches.length ? undefined : async () => readByIds(list, batches, place + 1),
  };
}

/** All rows in batches; the next one is read while one is worked on. A list that is sorted is sorted once, at the beginning. */
export async function* readAllAttendees(list: List): AsyncGenerator<readonly AttendeeRow[]> {
  let next: Promise<Batch> | undefined = isSortedAnew(list.query) ? readByIds(list, await listIds(list)) : readByCursor(list);
  while (next !== undefined) {
    const { rows, readNext }: Batch = await next;
    next = readNext?.();
    // Its error is thrown when it is awaited.
    next?.catch(() => undefined);
    yield rows;
  }
}
