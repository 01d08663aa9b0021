import { z } from 'zod';
import { isStorable } from '#contract/rules/text.ts';
import type { PageQuery } from '#contract/submission.ts';
import { invalid } from '#server/errors.ts';

export type AttendeeSort = NonNullable<PageQuery['sort']>;
export type Direction = NonNullable<PageQuery['direction']>;

/** How a list of attendees is sorted; ties stand newest first. */
export interface Sorting {
  readonly sort: AttendeeSort;
  readonly direction: Direction;
}

/** The last row of a page: where the next one goes on. */
export interface Position {
  /** The row's value of the sorted column; null when that is the time itself. */
  readonly key: string | number | null;
  /** Microseconds since 1970: PostgreSQL keeps more digits than a Date. */
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

/** `key` must be of the sorted column's type, or the database would stumble over it. */
function isKeyOf(sort: AttendeeSort, key: Position['key']): boolean {
  if (sort === 'submitted_at') return key === null;
  return typeof key === (NUMBER_SORTS.includes(sort) ? 'number' : 'string');
}

/** Writes a position as the text that callers hand back. */
export const writeCursor = ({ sort, direction }: Sorting, { key, time, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, direction, key, time, id])).toString('base64url');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not one of ours; the schema refuses undefined.
    return undefined;
  }
}

/**
 * Reads a position back.
 * @throws AppError `invalid` at `cursor` for anything but what `writeCursor` gave for the same sorting
 */
export function readCursor({ sort, direction }: Sorting, cursor: string): Position {
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  const [itsSort, itsDirection, key, time, id] = parsed.data ?? [];
  const isOurs = itsSort === sort && itsDirection === direction && key !== undefined && isKeyOf(sort, key);
  if (!isOurs || time === undefined || id === undefined) {
    throw invalid([{ path: 'cursor', message: 'This is no cursor of this list' }]);
  }
  return { key, time, id };
}
