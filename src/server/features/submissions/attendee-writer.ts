import { sql } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { NewSubmission, Submission } from '#contract/submission.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { addRegistrations, registrationsOf } from '#server/db/counters.ts';
import { isEventNotDeleted } from '#server/db/deletions.ts';
import { lockFormShared } from '#server/db/form-lock.ts';
import { newId } from '#server/db/new-id.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { takePlaces } from '#server/db/places.ts';
import type { EventRow, SubmissionRow } from '#server/db/tables.ts';
import { AppError, notFound } from '#server/errors.ts';
import { type EventPath, findEvent } from '#server/features/events/queries.ts';
import { listPublicFields } from '#server/features/form-fields/queries.ts';
import { openImport } from '#server/features/imports/queries.ts';
import { addManyOnce, type CallId } from '#server/writes/idempotency.ts';
import { presentSubmission } from './present.ts';
import { listSubmissions, withRegistrations } from './queries.ts';
import { staffAnswers } from './staff-answers.ts';

interface AddCall {
  readonly path: EventPath;
  readonly input: NewSubmission;
  readonly callId: CallId;
  /** The upload that the row belongs to; one of another event is ignored. */
  readonly batch?: string | undefined;
}

type Outcome = Submission | AppError;

interface Target {
  readonly event: EventRow;
  readonly fields: readonly PublicField[];
}

/** @throws AppError `invalid` at a custom field's key */
function rowOf({ event, fields }: Target, { input, batch }: AddCall) {
  const chosen = { id: event.id, event_title: event.title, date: null, brunch_event: event.is_brunch };
  const answers = staffAnswers({ fields, events: [chosen] }, input);
  return {
    id: newId(),
    series_id: event.series_id,
    first_name: input.first_name.trim(),
    last_name: input.last_name.trim(),
    job_title: input.job_title?.trim() ?? '',
    organisation: input.organisation?.trim() ?? '',
    email: input.email.trim(),
    email_key: emailKey(input.email),
    accepts_marketing: input.accepts_marketing,
    message: trimmedOrNull(input.message),
    answers: JSON.stringify(Object.fromEntries([...answers].filter(([, answer]) => answer !== null))),
    is_added_by_staff: true,
    import_id: batch === undefined ? null : openImport(event.id, batch),
  };
}

type Row = ReturnType<typeof rowOf>;

function rowOrRefusal(target: Target, call: AddCall): Row | AppError {
  try {
    return rowOf(target, call);
  } catch (error) {
    // A bad row must not fail the others of its batch.
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A stored row, with the registrations that its address had in the series before. */
type StoredRow = SubmissionRow & { readonly registrations_before: number | null };

async function insertRows(tx: Tx, event: EventRow, rows: readonly Row[]): Promise<StoredRow[]> {
  return tx
    .with('added', (db) => db.insertInto('submissions').values(rows).returningAll())
    .with('placed', (db) =>
      db
        .insertInto('submission_events')
        .columns(['event_id', 'submission_id', 'submitted_at'])
        .expression((eb) =>
          eb.selectFrom('added').select([sql<string>`${event.id}::uuid`.as('event_id'), 'added.id as submission_id', 'added.submitted_at']),
        ),
    )
    .selectFrom('added')
    .selectAll('added')
    .select((eb) =>
      eb
        .selectFrom('submissions as other')
        .innerJoin('submission_events as other_registration', 'other_registration.submission_id', 'other.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('other.series_id', '=', 'added.series_id')
        .whereRef('other.email_key', '=', 'added.email_key')
        .where('other_registration.status', '<>', 'cancelled')
        .where(isEventNotDeleted(sql.ref('other_registration.event_id')))
        .as('registrations_before'),
    )
    .execute();
}

async function storeRows(tx: Tx, event: EventRow, rows: readonly Row[]): Promise<Map<string, Submission>> {
  if (rows.length === 0) return new Map();
  if (event.closes_when_full) await takePlaces(tx, event.id, rows.length);
  const stored = await insertRows(tx, event, rows);
  if (event.is_on_form) await addRegistrations(tx, event.series_id, registrationsOf(rows.map((row) => row.email_key)));
  const together = Map.groupBy(stored, (row) => row.email_key);
  return new Map(
    withRegistrations(
      stored.map((row) => presentSubmission(row, (row.registrations_before ?? 0) + (together.get(row.email_key)?.length ?? 0), [])),
      event,
    ).map((submission) => [submission.id, submission]),
  );
}

async function addToEvent(tx: Tx, path: EventPath, calls: readonly AddCall[]): Promise<Outcome[]> {
  const form = { kind: 'series', id: path.seriesId } as const;
  const isNotDeleted = await lockFormShared(tx, form);
  const event = isNotDeleted ? await findEvent(tx, path) : undefined;
  if (event === undefined) return calls.map(() => notFound('Event'));
  const fields = await listPublicFields(tx, form);
  const rows = calls.map((call) => rowOrRefusal({ event, fields }, call));
  const submissions = await storeRows(
    tx,
    event,
    rows.filter((row): row is Row => !(row instanceof AppError)),
  );
  return rows.map((row) => (row instanceof AppError ? row : (submissions.get(row.id) ?? notFound('Submission'))));
}

const addAll = (db: Db, path: EventPath, calls: readonly AddCall[]): Promise<Outcome[]> =>
  db.transaction().execute((tx) =>
    addManyOnce(tx, calls, {
      add: (fresh) => addToEvent(tx, path, fresh),
      rowIdOf: (submission) => submission.id,
      find: async (rowIds) => {
        const found = (await findEvent(tx, path)) === undefined ? [] : await listSubmissions(tx, path, rowIds);
        return new Map(found.map((submission) => [submission.id, submission]));
      },
    }),
  );

/** Batches written at the same time; a locked event then holds up one, and leaves connections for reading. */
const RUNS = 2;

/**
 * Adds attendees to events, by hand or from rows of a CSV file. Calls for an event that come while others are being written are
 * batched into the next transaction, since transactions for the same event wait for each other at its counter.
 */
export function attendeeWriter(db: Db): (call: AddCall) => Promise<Submission> {
  const calls = new Batcher<AddCall, Outcome>({
    groupOf: ({ path }) => `${path.seriesId}/${path.eventId}`,
    runs: RUNS,
    run: async (batch) => (batch[0] === undefined ? [] : addAll(db, batch[0].path, batch)),
    isItemLevelError: isRowLevelError,
  });
  return async (call) => {
    const outcome = await calls.add(call);
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  };
}
