import type { Readable } from 'node:stream';
import { SOURCE_KEYS } from '#contract/rules/field-key.ts';
import type { ExportQuery, Submission } from '#contract/submission.ts';
import { failedStep } from '#contract/texts/staff.ts';
import { csvFile, csvFileName } from '#server/csv-file.ts';
import type { Db } from '#server/db/connection.ts';
import type { FormOwner } from '#server/db/form-version.ts';
import { listFieldRules, listRetiredFields } from '#server/features/form-fields/queries.ts';
import { type AttendeeQuery, getAttendeePage } from './queries.ts';
import { getOwner, type SubmissionList } from './submission-list.ts';

const BATCH_ROWS = 500;

type Column = readonly [name: string, cell: (submission: Submission) => string];

const inWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
};

const plain = (name: string): Column => [name, (submission) => inWords(submission[name])];

/** What the import takes, then the rest (decision 42). None of these names can be a custom field's key. */
const BUILT_IN_COLUMNS: readonly Column[] = [
  ...['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message'].map(plain),
  // The import takes any text as consent, so a no is an empty cell.
  ['marketing', (submission) => (submission.accepts_marketing ? 'yes' : '')],
  ['id', (submission) => submission.id],
  ['signups_count', (submission) => String(submission.signups_count)],
  [
    'errors',
    (submission) =>
      submission.errors
        .filter((error) => !error.success)
        .map((error) => failedStep(error.step, error.message))
        .join('; '),
  ],
  ...SOURCE_KEYS.map(plain),
  ['submitted_at', (submission) => submission.submitted_at],
];

/** One column for each field in the order of the form, then for each deleted one that has answers, under their keys. */
async function listAnswerColumns(db: Db, owner: FormOwner): Promise<Column[]> {
  const fields = (await listFieldRules(db, owner)).filter((field) => field.type !== 'disclaimer');
  const retired = await listRetiredFields(db, owner);
  return [...fields.map((field) => field.name), ...retired.map((field) => field.key)].map(plain);
}

async function* readBatches(db: Db, list: SubmissionList, query: AttendeeQuery, columns: readonly Column[]): AsyncGenerator<string[][]> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await getAttendeePage(db, list, { ...query, limit: BATCH_ROWS, cursor });
    if (page.submissions.length > 0) yield page.submissions.map((submission) => columns.map(([, cell]) => cell(submission)));
    cursor = page.nextCursor;
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
