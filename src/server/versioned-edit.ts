import { isDeepStrictEqual } from 'node:util';
import { CHANGED_MEANWHILE } from '#contract/texts/staff.ts';
import { AppError } from '#server/errors.ts';

export interface Versioned {
  readonly version: number;
  /** By column, the version in which it last changed; columns that never changed are absent. */
  readonly field_versions: Readonly<Record<string, number>>;
}

export interface SentField {
  readonly name: string;
  readonly wireName: string;
  readonly stored: unknown;
  readonly sent: unknown;
}

export interface VersionedEdit {
  readonly changed: ReadonlySet<string>;
  readonly versions: { readonly version: number; readonly field_versions: string };
}

/** Leaves out columns whose value is undefined, which were not sent. */
export const sentFields = (
  row: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
  wireNames: Readonly<Record<string, string>> = {},
): SentField[] =>
  Object.entries(columns)
    .filter(([, sent]) => sent !== undefined)
    .map(([name, sent]) => ({ name, wireName: wireNames[name] ?? name, stored: row[name], sent }));

/** Those of the fields that an edit changes, and someone else has changed after the version `ifMatch`. */
export const conflictsOf = (row: Versioned, sent: readonly SentField[], ifMatch: number | undefined): SentField[] =>
  sent.filter(
    (field) => !isDeepStrictEqual(field.stored, field.sent) && ifMatch !== undefined && (row.field_versions[field.name] ?? 0) > ifMatch,
  );

/** The error of an edit of these fields, with their current values. */
export const conflictOf = (fields: readonly SentField[]): AppError =>
  new AppError('conflict', CHANGED_MEANWHILE, { current: Object.fromEntries(fields.map(({ wireName, stored }) => [wireName, stored])) });

/**
 * The fields that an edit of a locked row changes; undefined when none. Without `ifMatch` the last write wins.
 * @throws AppError `conflict` with those that changed after `ifMatch`
 */
export function checkEdit(row: Versioned, sent: readonly SentField[], ifMatch: number | undefined): VersionedEdit | undefined {
  const changed = sent.filter((field) => !isDeepStrictEqual(field.stored, field.sent));
  const conflicting = conflictsOf(row, changed, ifMatch);
  if (conflicting.length > 0) throw conflictOf(conflicting);
  if (changed.length === 0) return undefined;
  const version = row.version + 1;
  const edited = changed.map((field) => [field.name, version] as const);
  return {
    changed: new Set(changed.map((field) => field.name)),
    versions: { version, field_versions: JSON.stringify({ ...row.field_versions, ...Object.fromEntries(edited) }) },
  };
}
