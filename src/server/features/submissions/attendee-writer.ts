import { sql, type Transaction } from 'kysely';
import { emailKey } from '#contract/rules/email.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { NewSubmission, Submission } from '#contract/submission.ts';
import type { Db } from '#server/db/connection.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { addPlaces, shareSeries } from '#server/db/kept-counts.ts';
import { newId } from '#server/db/new-id.ts';
import { isOneRowsFault } from '#server/db/one-rows-fault.ts';
import type { Database, EventRow, SubmissionRow } from '#server/db/tables.ts';
import { AppError, notFound } from '#server/errors.ts';
import { type EventPath, findEvent } from '#server/features/events/queries.ts';
import { listFieldRules } from '#server/features/form-fields/queries.ts';
import { addManyOnce, type OnceKey } from '#server/idempotency.ts';
import { presentSubmission } from './present.ts';
import { listSubmissions } from './queries.ts';
import { staffAnswers } from './staff-answers.ts';

type Tx = Transaction<Database>;
type FieldRules = Awaited<ReturnType<typeof listFieldRules>>;

/** An attendee to add to an event. */
interface AddCall {
  readonly input: NewSubmission;
  readonly once: OnceKey;
}

/** Added, or why not. */
type Outcome = Submission | AppError;

/** The row of an attendee; its answers are checked against the fields that count for the event. */
function rowOf(event: EventRow, fields: FieldRules, input: NewSubmission) {
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
  };
}

type Row = ReturnType<typeof rowOf>;

function rowOrRefusal(event: EventRow, fields: FieldRules, input: NewSubmission): Row | AppError {
  try {
    return rowOf(event, fields, input);
  } catch (error) {
    // One bad row harms no other of its group.
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A stored row, with the event places that its address had before in the series. */
type StoredRow = SubmissionRow & { readonly places_before: number | null };

/** Stores rows with their places; what the answers say of them comes back in the same statement. */
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
        .innerJoin('submission_events as other_place', 'other_place.submission_id', 'other.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('other.series_id', '=', 'added.series_id')
        .whereRef('other.email_key', '=', 'added.email_key')
        .as('places_before'),
    )
    .execute();
}

/** What is stored is counted, and nothing is sent (decision 38). */
async function storeRows(tx: Tx, event: EventRow, rows: readonly Row[]): Promise<Map<string, Submission>> {
  if (rows.length === 0) return new Map();
  const stored = await insertRows(tx, event, rows);
  const places = rows.map((row) => ({ emailKey: row.email_key, places: 1 }));
  if (event.is_on_form) await addPlaces(tx, event.series_id, places);
  const together = Map.groupBy(stored, (row) => row.email_key);
  return new Map(
    stored.map((row) => [row.id, presentSubmission(row, (row.places_before ?? 0) + (together.get(row.email_key)?.length ?? 0), [])]),
  );
}

async function addToEvent(tx: Tx, path: EventPath, calls: readonly AddCall[]): Promise<Outcome[]> {
  const isThere = await shareSeries(tx, path.seriesId);
  const event = isThere ? await findEvent(tx, path) : undefined;
  if (event === undefined) return calls.map(() => notFound('Event'));
  const fields = await listFieldRules(tx, { seriesId: path.seriesId });
  const rows = calls.map(({ input }) => rowOrRefusal(event, fields, input));
  const submissions = await storeRows(
    tx,
    event,
    rows.filter((row): row is Row => !(row instanceof AppError)),
  );
  return rows.map((row) => (row instanceof AppError ? row : (submissions.get(row.id) ?? notFound('Submission'))));
}

const addDistinct = (tx: Tx, path: EventPath, calls: readonly AddCall[]): Promise<Outcome[]> =>
  addManyOnce(tx, calls, {
    add: (fresh) => addToEvent(tx, path, fresh),
    rowIdOf: (submission) => submission.id,
    find: (rowIds) => listSubmissions(tx, path, rowIds),
  });

/** Calls in parts of which none has a key twice: a repeated one comes after the first, and finds what that left. */
function withoutRepeats(calls: readonly AddCall[]): AddCall[][] {
  const seen = new Map<string, number>();
  const numbered = calls.map((call) => {
    const { key } = call.once;
    const number = key === undefined ? 0 : (seen.get(key) ?? 0);
    if (key !== undefined) seen.set(key, number + 1);
    return { call, number };
  });
  const parts = Map.groupBy(numbered, ({ number }) => number);
  return [...parts.values()].map((part) => part.map(({ call }) => call));
}

const addAll = (db: Db, path: EventPath, calls: readonly AddCall[]): Promise<Outcome[]> =>
  db.transaction().execute(async (tx) => {
    const outcomes = new Map<AddCall, Outcome>();
    for (const part of withoutRepeats(calls)) {
      for (const [index, outcome] of (await addDistinct(tx, path, part)).entries()) {
        const call = part[index];
        if (call !== undefined) outcomes.set(call, outcome);
      }
    }
    return calls.map((call) => outcomes.get(call) ?? notFound('Event'));
  });

interface Group {
  readonly commit: GroupCommit<AddCall, Outcome>;
  /** Calls that wait for their outcome. */
  waiting: number;
}

/**
 * Adds attendees to events, by hand or from rows of a CSV file. Calls for an event that come while others are being written share
 * the next transaction (`GroupCommit`): each would else wait for the commit before it, since they change the same count.
 */
export class AttendeeWriter {
  readonly #db: Db;
  /** By event, as long as anybody waits. */
  readonly #groups = new Map<string, Group>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Resolves after the commit that holds the attendee.
   * @throws AppError `not_found`, `invalid` at a custom field's key, or `conflict` when the key came before with another body
   */
  async add(path: EventPath, call: AddCall): Promise<Submission> {
    const name = `${path.seriesId}/${path.eventId}`;
    const group = this.#groups.get(name) ?? this.#newGroup(path);
    this.#groups.set(name, group);
    group.waiting += 1;
    try {
      const outcome = await group.commit.add(call);
      if (outcome instanceof AppError) throw outcome;
      return outcome;
    } finally {
      group.waiting -= 1;
      if (group.waiting === 0) this.#groups.delete(name);
    }
  }

  #newGroup(path: EventPath): Group {
    return { commit: new GroupCommit({ write: (calls) => addAll(this.#db, path, calls), isOneItemsFault: isOneRowsFault }), waiting: 0 };
  }
}
