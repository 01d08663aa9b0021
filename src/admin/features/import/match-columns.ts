import type { PublicField } from '#contract/rules/active-fields.ts';
import { FILE_REFUSED } from '#contract/texts/import.ts';
import { LABELS } from '#contract/texts/sign-up.ts';
import { FileRefusal } from './file-refusal.ts';

/** What a column of a file may be for: a detail of the person, or a custom field under its key. */
export interface ColumnTarget {
  readonly key: string;
  readonly label: string;
  /** Undefined for a detail of the person. */
  readonly field?: PublicField;
}

/** A column of the file; without target it is ignored. */
export interface Column {
  readonly header: string;
  readonly target: ColumnTarget | undefined;
}

/** The columns of the specification (section 5), in the order of the export. */
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

/** Headers are compared without regard to case, spaces, hyphens and underscores (decision 41). */
const bare = (header: string): string => header.toLowerCase().replaceAll(/[\s_-]/g, '');

/**
 * Ways in which a header can mean a target, the surest first: keys as the export writes them come before what only looks
 * alike, so that a field `e-mail` of the form is not taken for the address.
 */
const WAYS: readonly ((target: ColumnTarget, header: string) => boolean)[] = [
  (target, header) => target.key === header,
  (target, header) => target.field !== undefined && target.label.trim() === header,
  (target, header) => bare(target.key) === bare(header),
  (target, header) => target.field !== undefined && bare(target.label) === bare(header),
];

/** What a column with this header is for; undefined when it is for nothing that the event knows. */
export function targetOf(header: string, fields: readonly PublicField[]): ColumnTarget | undefined {
  if (bare(header) === '') return undefined;
  const targets = [...PERSON_COLUMNS, ...fields.map((field) => ({ key: field.name, label: field.label, field }))];
  for (const isMeant of WAYS) {
    const target = targets.find((each) => isMeant(each, header));
    if (target !== undefined) return target;
  }
  return undefined;
}

function refuseRepeats(columns: readonly Column[]): void {
  const taken = new Map<string, string>();
  for (const { header, target } of columns) {
    if (target === undefined) continue;
    const other = taken.get(target.key);
    if (other !== undefined)
      throw new FileRefusal(FILE_REFUSED, { detail: `Two columns are for ${target.label}: “${other}” and “${header}”.` });
    taken.set(target.key, header);
  }
}

/**
 * Says for each column of a file what it is for. `fields` are the custom fields that count for the event.
 * @throws FileRefusal when a required column is missing or two columns are for the same
 */
export function matchColumns(header: readonly string[], fields: readonly PublicField[]): Column[] {
  const columns = header.map((name) => ({ header: name, target: targetOf(name, fields) }));
  const missing = REQUIRED_KEYS.filter((key) => !columns.some(({ target }) => target?.key === key));
  if (missing.length > 0) {
    throw new FileRefusal(FILE_REFUSED, { detail: `The first row must name the columns. Not found: ${missing.join(', ')}.` });
  }
  refuseRepeats(columns);
  return columns;
}
