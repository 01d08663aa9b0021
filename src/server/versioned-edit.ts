import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/errors.ts';

/** What every row that staff edit carries (decision 16). */
export interface Versioned {
  readonly version: number;
  /** Per field, the version in which it last changed; a field that never changed is not in it. */
  readonly field_versions: Readonly<Record<string, number>>;
}

/** One field that an edit sends. */
export interface SentField {
  /** Its name in `field_versions`: the column. */
  readonly name: string;
  /** Its name on the wire, for the answer to a conflict. */
  readonly wireName: string;
  readonly present: unknown;
  readonly sent: unknown;
}

/** An edit that changes something: the fields it changes, and what to write beside them. */
export interface VersionedEdit {
  readonly changed: ReadonlySet<string>;
  readonly stamp: { readonly version: number; readonly field_versions: string };
}

/** The fields that an edit sends, by column; a column whose value is undefined was not sent. */
export const sentFields = (
  row: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
  wireNames: Readonly<Record<string, string>> = {},
): SentField[] =>
  Object.entries(columns)
    .filter(([, sent]) => sent !== undefined)
    .map(([name, sent]) => ({ name, wireName: wireNames[name] ?? name, present: row[name], sent }));

/**
 * Decides an edit of a row that the caller has locked. With `ifMatch`, the version that the editor read, a field that somebody
 * else has changed since is a conflict, unless both mean the same; edits of different fields both survive. Without it the last
 * write wins (decision 16).
 * @returns undefined when the row already holds what was sent: then its version stays
 * @throws AppError `conflict` with the present values of the fields at odds; nothing is to be written then
 */
export function decideEdit(row: Versioned, sent: readonly SentField[], ifMatch: number | undefined): VersionedEdit | undefined {
  const changed = sent.filter((field) => !isDeepStrictEqual(field.present, field.sent));
  const atOdds = changed.filter((field) => ifMatch !== undefined && (row.field_versions[field.name] ?? 0) > ifMatch);
  if (atOdds.length > 0) {
    throw new AppError('conflict', 'Somebody else has changed this in the meantime', {
      current: Object.fromEntries(atOdds.map((field) => [field.wireName, field.present])),
    });
  }
  if (changed.length === 0) return undefined;
  const version = row.version + 1;
  const stamped = changed.map((field) => [field.name, version] as const);
  return {
    changed: new Set(changed.map((field) => field.name)),
    stamp: { version, field_versions: JSON.stringify({ ...row.field_versions, ...Object.fromEntries(stamped) }) },
  };
}
