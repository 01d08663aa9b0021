import { sql } from 'kysely';
import type { ExportQuery } from '#contract/attendees/submission.ts';
import type { AttendeeScope, FormRef } from '#contract/forms/form-ref.ts';
import type { RegistrationList } from '#contract/registrations/places.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { ATTENDED_NAME, REGISTRATION_NAME, SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { SIGNUPS_COUNT, SUBMITTED_IN_WORDS } from '#contract/texts/import.ts';
import { failedStep } from '#contract/texts/staff.ts';
import { LABELS } from '#contract/texts/words/form.ts';
import { exportFile, type SentFile } from '#server/csv-file.ts';
import { type Db, valuesOf } from '#server/db/connection.ts';
import { uuidOf } from '#server/db/new-id.ts';
import { countRegistrations } from '#server/events/queries.ts';
import { listDeletedFieldsWithAnswers, listPublicFields } from '#server/form-store/fields.ts';
import { isAttendanceInUse } from '#server/registrations/attendance.ts';
import type { Cell } from '#server/xlsx-file.ts';
import { outcomesOf, type Step } from './present.ts';
import { type AttendeeQuery, type AttendeeRow, isResortedForEachPage, listAttendees, listFailedSteps, selectInOrder } from './queries.ts';
import { getScopeOwner } from './submission-scope.ts';

const ID_BYTES = 16;

interface Batch {
  readonly rows: readonly AttendeeRow[];
  /** Undefined after the last one. */
  readonly readNext: (() => Promise<Batch>) | undefined;
}

interface List {
  readonly db: Db;
  readonly scope: AttendeeScope;
  readonly query: AttendeeQuery;
  readonly batchSize: number;
}

async function readByCursor(list: List, cursor?: string): Promise<Batch> {
  const { db, scope, query, batchSize } = list;
  const { rows, next_cursor: nextCursor } = await listAttendees(db, scope, { ...query, limit: batchSize, cursor });
  return { rows, readNext: nextCursor === null ? undefined : async () => readByCursor(list, nextCursor) };
}

/** The ids in the order of the list, in batches. As bytes, those of a large list take a quarter of the memory of strings. */
async function listIds({ db, scope, query, batchSize }: List): Promise<Buffer[]> {
  const size = sql.lit(batchSize);
  return valuesOf<Buffer>(db)`
    select string_agg(uuid_send(id), '' order by index) as ids
    from (select id, row_number() over () - 1 as index from (${selectInOrder(db, scope, query).select('submission.id')}) as listed) as numbered
    group by index / ${size} order by index / ${size}`;
}

const textsOf = (ids: Buffer): string[] =>
  Array.from({ length: ids.length / ID_BYTES }, (_, index) => uuidOf(ids.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)));

async function readByIds(list: List, batches: readonly Buffer[], index = 0): Promise<Batch> {
  const { db, scope, query } = list;
  const inOrder = textsOf(batches[index] ?? Buffer.alloc(0));
  const { rows } = await listAttendees(db, scope, { ids: inOrder, registration: query.registration });
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: inOrder.flatMap((id) => found.get(id) ?? []),
    readNext: index + 1 >= batches.length ? undefined : async () => readByIds(list, batches, index + 1),
  };
}

/** All rows in batches; the next one is read while one is processed. A sorted list is only sorted once, at the start. */
export async function* readAllAttendees(list: List): AsyncGenerator<readonly AttendeeRow[]> {
  let next: Promise<Batch> | undefined = isResortedForEachPage(list.query) ? readByIds(list, await listIds(list)) : readByCursor(list);
  while (next !== undefined) {
    const { rows, readNext }: Batch = await next;
    next = readNext?.();
    // Its error is thrown when it is awaited.
    next?.catch(() => undefined);
    yield rows;
  }
}

const BATCH_ROWS = 500;

interface Exported {
  readonly row: AttendeeRow;
  readonly failed: readonly Step[];
}

/** `label` is its heading in Excel. */
type Column = readonly [name: string, cell: (exported: Exported) => Cell, label: string];

const inWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
};

const PERSON_LABELS = { ...LABELS, message: 'Message' };

const ofAnswers = (key: string, label: string): Column => [
  key,
  ({ row }) => (Object.hasOwn(row.answers, key) ? inWords(row.answers[key]) : ''),
  label,
];

/** First the columns that the import reads, then the others. Keys of custom fields cannot have these names. */
const BUILT_IN_COLUMNS: readonly Column[] = [
  ...(['first_name', 'last_name', 'email', 'job_title', 'organisation', 'message'] as const).map((name): Column => [
    name,
    ({ row }) => row[name] ?? '',
    PERSON_LABELS[name],
  ]),
  // The import takes any text as consent, so no consent must be an empty cell.
  ['marketing', ({ row }) => (row.accepts_marketing ? 'yes' : ''), 'Marketing'],
  ['id', ({ row }) => row.id, 'ID'],
  [SIGNUPS_COUNT[0], ({ row }) => row.address.registrations, SIGNUPS_COUNT[1]],
  [
    'errors',
    ({ failed }) =>
      outcomesOf(failed)
        .map((error) => failedStep(error.step, error.message))
        .join('; '),
    'Errors',
  ],
  ...SOURCE_KEYS.map((name): Column => [name, ({ row }) => row.source[name] ?? '', name === 'source_page' ? 'Source page' : name]),
];

const SUBMITTED: Column = ['submitted_at', ({ row }) => row.submitted_at, 'Submitted at'];
const ATTENDED: Column = [ATTENDED_NAME, ({ row: { attendance } }) => (attendance?.at ? new Date(attendance.at) : ''), 'Attended'];
const REGISTRATION: Column = [REGISTRATION_NAME, ({ row }) => row.registration?.status ?? 'confirmed', 'Status'];

const hasOthers = async (db: Db, scope: AttendeeScope, list: RegistrationList = 'confirmed'): Promise<boolean> =>
  scope.kind === 'series' &&
  list !== 'confirmed' &&
  (await countRegistrations(db, scope.eventId, list)) > (list === 'all' ? await countRegistrations(db, scope.eventId) : 0);

/** After all specified columns, so that these keep their positions. */
const submittedInWords = (timeZone: string): Column => [
  SUBMITTED_IN_WORDS,
  ({ row }) => eventLine(row.submitted_at.toISOString(), timeZone).replaceAll('\u00a0', ' '),
  SUBMITTED_IN_WORDS,
];

/** One column for each field in the order of the form, then for each deleted field with answers. */
async function listAnswerColumns(db: Db, form: FormRef): Promise<Column[]> {
  const fields = (await listPublicFields(db, form)).filter(takesAnswer);
  const deleted = await listDeletedFieldsWithAnswers(db, form);
  return [...fields.map(({ name, label }) => ofAnswers(name, label)), ...deleted.map(({ key, label }) => ofAnswers(key, label))];
}

async function* readCells(
  db: Db,
  list: AsyncIterable<readonly AttendeeRow[]>,
  columns: readonly Column[],
): AsyncGenerator<Iterable<Cell[]>> {
  for await (const rows of list) {
    const ids = rows.map((row) => row.id);
    const failed = await listFailedSteps(db, ids);
    const cellsOf = (exported: Exported): Cell[] => columns.map(([, cell]) => cell(exported));
    if (rows.length > 0) yield rows.values().map((row) => cellsOf({ row, failed: failed.get(row.id) ?? [] }));
  }
}

/** The labels as headings, or the name if a label is repeated, so that an upload finds each column. */
function headingsOf(columns: readonly Column[]): string[] {
  const labels = columns.map(([, , label]) => label.trim().toLowerCase());
  return columns.map(([name, , label], index) => (labels.indexOf(labels[index] ?? '') === index ? label : name));
}

/** The matching submissions as a CSV or Excel file, read in batches while it is sent. @throws AppError `not_found` */
export async function exportSubmissions(
  { db, timeZone }: { readonly db: Db; readonly timeZone: string },
  scope: AttendeeScope,
  query: ExportQuery & AttendeeQuery,
): Promise<SentFile> {
  const owner = await getScopeOwner(db, scope);
  const ofList = (await hasOthers(db, scope, query.registration)) ? [REGISTRATION] : [];
  const ofAttendance = scope.kind === 'series' && (await isAttendanceInUse(db, scope.eventId)) ? [ATTENDED] : [];
  const columns = [...BUILT_IN_COLUMNS, ...ofAttendance, SUBMITTED, ...ofList, ...(await listAnswerColumns(db, scope))];
  const rows = readAllAttendees({ db, scope, query, batchSize: BATCH_ROWS });
  const isExcel = query.format === 'xlsx';
  const all = isExcel ? columns : [...columns, submittedInWords(timeZone)];
  const head = isExcel ? headingsOf(all) : all.map(([column]) => column);
  return exportFile(owner, query, timeZone, head, readCells(db, rows, all));
}
