import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { ExportQuery } from '#contract/attendees/submission.ts';
import type { AttendeeScope, FormRef } from '#contract/forms/form-ref.ts';
import type { RegistrationList } from '#contract/registrations/places.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import { REGISTRATION_NAME, SOURCE_KEYS } from '#contract/rules/payload-keys.ts';
import { SUBMITTED_IN_WORDS } from '#contract/texts/import.ts';
import { failedStep } from '#contract/texts/staff.ts';
import { csvFile, csvFileName } from '#server/csv-file.ts';
import type { Db } from '#server/db/connection.ts';
import { countRegistrations } from '#server/events/queries.ts';
import { listDeletedFieldsWithAnswers, listPublicFields } from '#server/form-store/fields.ts';
import { type AttendeeQuery, type AttendeeRow, isSortedAnew, listAttendees, selectInOrder } from './attendee-rows.ts';
import { outcomesOf, type Step } from './present.ts';
import { listFailedSteps } from './queries.ts';
import { getScopeOwner } from './submission-scope.ts';

const ID_BYTES = 16;
const PARTS_OF_ID = /^(.{8})(.{4})(.{4})(.{4})/;

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

/** The ids in the order of the list, one batch each. As bytes, those of a large list take a quarter of the memory of texts. */
async function listIds({ db, scope, query, batchSize }: List): Promise<Buffer[]> {
  const size = sql.lit(batchSize);
  const { rows } = await sql<{ ids: Buffer }>`
    select string_agg(uuid_send(id), '' order by index) as ids
    from (select id, row_number() over () - 1 as index from (${selectInOrder(db, scope, query).select('submission.id')}) as listed) as numbered
    group by index / ${size} order by index / ${size}`.execute(db);
  return rows.map(({ ids }) => ids);
}

const textsOf = (ids: Buffer): string[] =>
  Array.from({ length: ids.length / ID_BYTES }, (_, index) =>
    ids.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES).replace(PARTS_OF_ID, '$1-$2-$3-$4-'),
  );

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

/** All rows in batches; the next one is read while one is worked on. A list that is sorted is sorted once, at the beginning. */
export async function* readAllAttendees(list: List): AsyncGenerator<readonly AttendeeRow[]> {
  let next: Promise<Batch> | undefined = isSortedAnew(list.query) ? readByIds(list, await listIds(list)) : readByCursor(list);
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

type Column = readonly [name: string, cell: (exported: Exported) => string];

const inWords = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
};

const ofPerson = (name: 'first_name' | 'last_name' | 'email' | 'job_title' | 'organisation' | 'message'): Column => [
  name,
  ({ row }) => row[name] ?? '',
];

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
  ...SOURCE_KEYS.map((name): Column => [name, ({ row }) => row.source[name] ?? '']),
  ['submitted_at', ({ row }) => row.submitted_at.toISOString()],
];

const REGISTRATION: Column = [REGISTRATION_NAME, ({ row }) => row.registration?.status ?? 'confirmed'];

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
