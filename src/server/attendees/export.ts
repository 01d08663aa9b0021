import type { Readable } from 'node:stream';
import type { ExportQuery } from '#contract/attendees/submission.ts';
import type { AttendeeScope, FormRef } from '#contract/forms/form-ref.ts';
import type { RegistrationList } from '#contract/registrations/places.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { REGISTRATION_NAME, SOURCE_KEYS, type SourceKey } from '#contract/rules/payload-keys.ts';
import { SUBMITTED_IN_WORDS } from '#contract/texts/import.ts';
import { failedStep } from '#contract/texts/staff.ts';
import { csvFile, csvFileName } from '#server/csv-file.ts';
import type { Db } from '#server/db/connection.ts';
import { countRegistrations } from '#server/events/queries.ts';
import { listDeletedFieldsWithAnswers, listPublicFields } from '#server/forms/fields/queries.ts';
import { readAllAttendees } from './all-attendees.ts';
import type { AttendeeQuery, AttendeeRow } from './attendee-rows.ts';
import { listFailedSteps } from './queries.ts';
import { outcomesOf, type Step } from './status.ts';
import { getScopeOwner } from './submission-scope.ts';

const BATCH_ROWS = 500;

interface Exported {
  readonly row: AttendeeRow;
  readonly failed: readonly Step[];
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

/** First the columns that the import reads, then the others. Keys of custom fields cannot have these names. */
const BUILT_IN_COLUMNS: readonly Column[] = [
  ...(['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message'] as const).map(ofPerson),
  // The import takes any text as consent, so that no consent must be an empty cell.
  ['marketing', ({ row }) => (row.accepts_marketing ? 'yes' : '')],
  ['id', ({ row }) => row.id],
  ['signups_count', ({ row }) => String(row.address.registrations)],
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

const REGISTRATION: Column = [REGISTRATION_NAME, ({ row }) => row.registration?.status ?? 'confirmed'];

/** Whether a list has other than confirmed registrations. */
const hasOthers = async (db: Db, scope: AttendeeScope, list: RegistrationList = 'confirmed'): Promise<boolean> =>
  scope.kind === 'series' &&
  list !== 'confirmed' &&
  (await countRegistrations(db, scope.eventId, list)) > (list === 'all' ? await countRegistrations(db, scope.eventId) : 0);

/** After all specified columns, so that these stay where they are. */
const submittedInWords = (timeZone: string): Column => [
  SUBMITTED_IN_WORDS,
  ({ row }) => eventLine(row.submitted_at.toISOString(), timeZone).replaceAll('\u00a0', ' '),
];

/** One column for each field in the order of the form, then for each deleted field with answers. */
async function listAnswerColumns(db: Db, form: FormRef): Promise<Column[]> {
  const fields = (await listPublicFields(db, form)).filter(takesAnswer);
  const deleted = await listDeletedFieldsWithAnswers(db, form);
  return [...fields.map((field) => field.name), ...deleted.map((field) => field.key)].map(ofAnswers);
}

async function* readCells(
  db: Db,
  list: AsyncIterable<readonly AttendeeRow[]>,
  columns: readonly Column[],
): AsyncGenerator<Iterable<string[]>> {
  for await (const rows of list) {
    const failed = await listFailedSteps(
      db,
      rows.map((row) => row.id),
    );
    const cellsOf = (row: AttendeeRow): string[] => {
      const exported: Exported = { row, failed: failed.get(row.id) ?? [] };
      return columns.map(([, cell]) => cell(exported));
    };
    if (rows.length > 0) yield rows.values().map(cellsOf);
  }
}

/** The matching submissions as a CSV file, read in batches while it is sent. @throws AppError `not_found` */
export async function exportSubmissions(
  { db, timeZone }: { readonly db: Db; readonly timeZone: string },
  scope: AttendeeScope,
  query: ExportQuery & AttendeeQuery,
): Promise<{ name: string; content: Readable }> {
  const owner = await getScopeOwner(db, scope);
  const ofList = (await hasOthers(db, scope, query.registration)) ? [REGISTRATION] : [];
  const columns = [...BUILT_IN_COLUMNS, ...ofList, ...(await listAnswerColumns(db, scope)), submittedInWords(timeZone)];
  return {
    name: csvFileName(owner, new Date(), query.utc_offset ?? 0),
    content: csvFile(
      columns.map(([name]) => name),
      readCells(db, readAllAttendees({ db, scope, query, batchSize: BATCH_ROWS }), columns),
    ),
  };
}
