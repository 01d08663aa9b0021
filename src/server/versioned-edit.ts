import { isDeepStrictEqual } from 'node:util';
import { CHANGED_MEANWHILE } from '#contract/texts/staff.ts';
import { AppError } from '#server/errors.ts';
import type { AuditEntry, Write } from '#server/write.ts';

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

/** Omits columns whose value is undefined, which were not sent. */
export const sentFields = (
  row: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, unknown>>,
  wireNames: Readonly<Record<string, string>> = {},
): SentField[] =>
  Object.entries(columns)
    .filter(([, sent]) => sent !== undefined)
    .map(([name, sent]) => ({ name, wireName: wireNames[name] ?? name, stored: row[name], sent }));

const changedIn = (sent: readonly SentField[]): SentField[] => sent.filter((field) => !isDeepStrictEqual(field.stored, field.sent));

/** All fields if the version is newer than the row's, as a screen may have from before a restore. */
const changedSince = ({ version, field_versions: versions }: Versioned, fields: readonly SentField[], ifMatch = version): SentField[] =>
  fields.filter(({ name }) => ifMatch > version || (versions[name] ?? 0) > ifMatch);

/** The edited fields that someone else has changed since the version `ifMatch`. */
export const conflictsOf = (row: Versioned, sent: readonly SentField[], ifMatch: number | undefined): SentField[] =>
  changedSince(row, changedIn(sent), ifMatch);

/** The error of an edit of these fields, with their current values. */
export const conflictOf = (fields: readonly SentField[]): AppError =>
  new AppError('conflict', CHANGED_MEANWHILE, { current: Object.fromEntries(fields.map(({ wireName, stored }) => [wireName, stored])) });

/** What an edit changes in a locked row, whoever else has changed it; undefined if nothing. */
export function editOf(row: Versioned, sent: readonly SentField[]): VersionedEdit | undefined {
  const changed = changedIn(sent).map(({ name }) => name);
  if (changed.length === 0) return undefined;
  const version = row.version + 1;
  const versions = Object.fromEntries(changed.map((name) => [name, version]));
  return { changed: new Set(changed), versions: { version, field_versions: JSON.stringify({ ...row.field_versions, ...versions }) } };
}

interface CheckedEdit {
  readonly about: AuditEntry['about'];
  readonly row: Versioned;
  readonly sent: readonly SentField[];
  /** Without it the last write wins. */
  readonly ifMatch: number | undefined;
}

/** What an edit changes in a locked row, recorded with the write (`did`); undefined if nothing. @throws AppError `conflict` with the fields that someone else changed after `ifMatch` */
export function checkEdit(w: Write, { about, row, sent, ifMatch }: CheckedEdit): VersionedEdit | undefined {
  const edit = editOf(row, sent);
  if (edit === undefined) return undefined;
  const changed = sent.filter(({ name }) => edit.changed.has(name));
  const conflicting = changedSince(row, changed, ifMatch);
  if (conflicting.length > 0) throw conflictOf(conflicting);
  w.did({ about, changes: changed.map(({ wireName: name, stored: before, sent: after }) => ({ name, before, after })) });
  return edit;
}
