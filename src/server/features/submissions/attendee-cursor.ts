import { z } from 'zod';
import { isStorable } from '#contract/rules/text.ts';
import type { PageQuery } from '#contract/submission.ts';
import { invalid } from '#server/errors.ts';

export type AttendeeSort = NonNullable<PageQuery['sort']>;
export type Direction = NonNullable<PageQuery['direction']>;

/** The order of a list of attendees; equal rows are newest first. */
export interface Sorting {
  readonly sort: AttendeeSort;
  readonly direction: Direction;
}

/** The last row of a page, after which the next page begins. */
export interface Position {
  /** The row's value in the sorted column; null when sorted by time. */
  readonly key: string | number | null;
  /** Microseconds since 1970, since a Date would lose digits. */
  readonly time: number;
  readonly id: string;
}

const NUMBER_SORTS: readonly AttendeeSort[] = ['status', 'signups_count'];

const cursorSchema = z.tuple([
  z.string(),
  z.string(),
  z.union([z.string().refine(isStorable), z.int32(), z.null()]),
  z.int().min(0),
  z.uuid(),
]);

/** A key of another type than the column would be a database error. */
function isKeyOf(sort: AttendeeSort, key: Position['key']): boolean {
  if (sort === 'submitted_at') return key === null;
  return typeof key === (NUMBER_SORTS.includes(sort) ? 'number' : 'string');
}

export const writeCursor = ({ sort, direction }: Sorting, { key, time, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, direction, key, time, id])).toString('base64url');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses undefined.
    return undefined;
  }
}

/** @throws AppError `invalid` at `cursor` unless `writeCursor` made it for the same sorting */
export function readCursor({ sort, direction }: Sorting, cursor: string): Position {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  const [itsSort, itsDirection, key, time, id] = parsed.data ?? [];
  const isOurs = itsSort === sort && itsDirection === direction && key !== undefined && isKeyOf(sort, key);
  if (!isOurs || time === undefined || id === undefined) {
    throw invalid([{ path: 'cursor', message: 'This is no cursor of this list' }]);
  }
  return { key, time, id };
}
