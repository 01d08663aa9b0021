import { type Expression, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { jsonIn } from '#contract/rules/text.ts';
import { invalid } from '#server/errors.ts';

/** Microseconds since 1970 of a timestamp, since a Date would lose digits. */
export const microsecondsOf = (timestamp: Expression<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${timestamp}) * 1000000)::bigint`;

export const timestampOf = (microseconds: number): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${microseconds}::double precision * interval '1 microsecond')`;

/** The position of the last row of a page, after which the next page begins, as opaque text. */
const writeCursor = (position: readonly unknown[]): string => Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position that `writeCursor` was given; undefined without a cursor. @throws AppError `invalid` at `cursor` */
export function readCursor<Position>(cursor: string | undefined, schema: z.ZodType<Position>): Position | undefined {
  if (cursor === undefined) return undefined;
  const { success, data } = schema.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString()));
  if (!success) throw invalid([{ path: 'cursor', message: 'This is not a cursor of this list' }]);
  return data;
}

/** Whether a row of a list that is newest first, by a time and an id, comes after the cursor. @throws AppError `invalid` at `cursor` */
export function isAfterCursor(cursor: string | undefined, columns: RawBuilder<unknown> = sql`submitted_at, id`): RawBuilder<boolean> {
  const position = readCursor(cursor, z.tuple([z.int().min(0), z.guid()]));
  return position === undefined ? sql`true` : sql`(${columns}) < (${timestampOf(position[0])}, ${position[1]}::uuid)`;
}

/** A page of the rows that were read: one row more than the page has if another page follows. The last page has no cursor. */
export function pageOf<Row>(found: readonly Row[], limit: number | undefined, positionOf: (last: Row) => readonly unknown[]) {
  const rows = found.slice(0, limit);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return { rows, next_cursor: last === undefined ? null : writeCursor(positionOf(last)) };
}
