import type { PublicField } from '#contract/rules/active-fields.ts';
import { LABELS } from '#contract/texts/sign-up.ts';
import { fileRefused } from './invalid-file-error.ts';

/** What a column can be mapped to: a detail of the person or a custom field. */
export interface ColumnTarget {
  readonly key: string;
  readonly label: string;
  /** Set for custom fields only. */
  readonly field?: PublicField;
}

export interface Column {
  readonly header: string;
  readonly target: ColumnTarget | undefined;
}

/** The details of the person, in the order of the export. */
export const PERSON_COLUMNS: readonly ColumnTarget[] = [
  { key: 'first_name', label: LABELS.first_name },
  { key: 'last_name', label: LABELS.last_name },
  { key: 'email', label: LABELS.email },
  { key: 'job_title', label: LABELS.job_title },
  { key: 'organisation', label: LABELS.organisation },
  { key: 'message', label: 'Message' },
  { key: 'marketing', label: 'Marketing' },
];

const REQUIRED_KEYS = ['first_name', 'last_name', 'email'];

/** Headers match regardless of case, spaces, hyphens and underscores. */
const normalizeHeader = (header: string): string => header.toLowerCase().replaceAll(/[\s_-]/g, '');

/**
 * Ways in which a header can match a target, strictest first, so that a custom field with the key `e-mail` is not taken for
 * the address.
 */
const MATCHERS: readonly ((target: ColumnTarget, header: string) => boolean)[] = [
  (target, header) => target.key === header,
  (target, header) => target.field !== undefined && target.label.trim() === header,
  (target, header) => normalizeHeader(target.key) === normalizeHeader(header),
  (target, header) => target.field !== undefined && normalizeHeader(target.label) === normalizeHeader(header),
];

/** The target of a column with this header; undefined if the event has none. */
export function targetOf(header: string, fields: readonly PublicField[]): ColumnTarget | undefined {
  if (normalizeHeader(header) === '') return undefined;
  const targets = [...PERSON_COLUMNS, ...fields.map((field) => ({ key: field.name, label: field.label, field }))];
  for (const matches of MATCHERS) {
    const target = targets.find((each) => matches(each, header));
    if (target !== undefined) return target;
  }
  return undefined;
}

function rejectRepeatedTargets(columns: readonly Column[]): void {
  const taken = new Map<string, string>();
  for (const { header, target } of columns) {
    if (target === undefined) continue;
    const other = taken.get(target.key);
    if (other !== undefined) throw fileRefused(`Two columns are for ${target.label}: “${other}” and “${header}”.`);
    taken.set(target.key, header);
  }
}

/**
 * Maps the columns of a file to their targets. `fields` are the active custom fields of the event.
 * @throws InvalidFileError when a required column is missing or two columns have the same target
 */
export function matchColumns(header: readonly string[], fields: readonly PublicField[]): Column[] {
  const columns = header.map((name) => ({ header: name, target: targetOf(name, fields) }));
  const missing = REQUIRED_KEYS.filter((key) => !columns.some(({ target }) => target?.key === key));
  if (missing.length > 0) {
    throw fileRefused(`The first row must name the columns. Not found: ${missing.join(', ')}.`);
  }
  rejectRepeatedTargets(columns);
  return columns;
}
