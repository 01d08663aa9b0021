import type { Readable } from 'node:stream';
import { SOURCE_KEYS, type SourceKey } from '#contract/rules/field-key.ts';
import type { ExportQuery } from '#contract/submission.ts';
import { failedStep } from '#contract/texts/staff.ts';
import { csvFile, csvFileName } from '#server/csv-file.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormOwner } from '#server/db/form-version.ts';
import type { SubmissionStepRow } from '#server/db/tables.ts';
import { listFieldRules, listRetiredFields } from '#server/features/form-fields/queries.ts';
import { type AttendeeQuery, type AttendeeRow, listAttendeeRows, listFailedSteps } from './queries.ts';
import { outcomesOf } from './status.ts';
import { getOwner, type SubmissionList } from './submission-list.ts';

const BATCH_ROWS = 1_000;

/** A row of the file: the submission, and its steps that failed. */
interface Exported {
  readonly row: AttendeeRow;
  readonly failed: readonly SubmissionStepRow[];
}

type Column = readonly [name: string, cell: (exported: Exported) => string];

const inWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
};

const ofPerson = (name: 'first_name' | 'last_name' | 'email' | 'job_title' | 'organisation' | 'message'): Column => [
  name,
  ({ row }) => row[name] ?? '',
];

const ofSource = (name: SourceKey): Column => [name, ({ row }) => row.source[name] ?? ''];

const ofAnswers = (key: string): Column => [key, ({ row }) => (Object.hasOwn(row.answers, key) ? inWords(row.answers[key]) : '')];

/** What the import takes, then the rest (decision 42). None of these names can be a custom field's key. */
const BUILT_IN_COLUMNS: readonly Column[] = [
  ...(['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message'] as const).map(ofPerson),
  // The import takes any text as consent, so a no is an empty cell.
  ['marketing', ({ row }) => (row.accepts_marketing ? 'yes' : '')],
  ['id', ({ row }) => row.id],
  ['signups_count', ({ row }) => String(row.places)],
  [
    'errors',
    ({ failed }) =>
      failed.length === 0
        ? ''
        : outcomesOf(failed)
            .map((error) => failedStep(error.step, error.message))
            .join('; '),
  ],
  ...SOURCE_KEYS.map(ofSource),
  ['submitted_at', ({ row }) => row.submitted_at.toISOString()],
];

/** One column for each field in the order of the form, then for each deleted one that has answers, under their keys. */
async function listAnswerColumns(db: Db, owner: FormOwner): Promise<Column[]> {
  const fields = (await listFieldRules(db, owner)).filter((field) => field.type !== 'disclaimer');
  const retired = await listRetiredFields(db, owner);
  return [...fields.map((field) => field.name), ...retired.map((field) => field.key)].map(ofAnswers);
}

interface Batch {
  readonly cells: string[][];
  readonly nextCursor: string | null;
}

async function* readBatches(db: Db, list: SubmissionList, query: AttendeeQuery, columns: readonly Column[]): AsyncGenerator<string[][]> {
  const read = async (cursor?: string): Promise<Batch> => {
    const { rows, nextCursor } = await listAttendeeRows(db, list, { ...query, limit: BATCH_ROWS, cursor });
    const failed = await listFailedSteps(
      db,
      rows.map((row) => row.id),
    );
    return { cells: rows.map((row) => columns.map(([, cell]) => cell({ row, failed: failed.get(row.id) ?? [] }))), nextCursor };
  };
  let next: Promise<Batch> | undefined = read();
  while (next !== undefined) {
    const { cells, nextCursor }: Batch = await next;
    next = nextCursor === null ? undefined : read(nextCursor);
    // Read while this one is written and sent; what fails is heard of when it is its turn.
    next?.catch(() => undefined);
    if (cells.length > 0) yield cells;
  }
}

/**
 * The submissions of an event or a form as a CSV file, all, those that match or those of the `ids`, in the order of the list, read in batches while
 * it is sent (decisions 21, 42).
 * @throws AppError `not_found`
 */
export async function exportSubmissions(
  db: Db,
  list: SubmissionList,
  query: ExportQuery & AttendeeQuery,
): Promise<{ name: string; content: Readable }> {
  const owner = await getOwner(db, list);
  const columns = [...BUILT_IN_COLUMNS, ...(await listAnswerColumns(db, list))];
  return {
    name: csvFileName(owner, new Date(), query.utc_offset ?? 0),
    content: csvFile(
      columns.map(([name]) => name),
      readBatches(db, list, query, columns),
    ),
  };
}
