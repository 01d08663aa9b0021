import { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { NewSubmission, Submission } from '#contract/attendees/submission.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { REINSTATE_FIRST } from '#contract/texts/announcement.ts';
import { addressColumns } from '#server/address-columns.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { DatabaseConnection, Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import type { EventRow } from '#server/db/tables.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { selectEvent } from '#server/events/queries.ts';
import { listPublicFields } from '#server/form-store/fields.ts';
import { lockFormShared, readFormVersion } from '#server/form-store/form-rows.ts';
import { addManyOnce, type CallId } from '#server/idempotency.ts';
import { aboutSignUp, recordChanges } from '#server/registrations/changes.ts';
import { countAdded, grantPlaces, joinWaitingLists } from '#server/registrations/places.ts';
import { confirmWithin } from '#server/steps/staff/commands.ts';
import type { EventPath } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import { ADD_STATEMENT, type AddedRow, addValues, type IncomingAttendee } from './attendee-statement.ts';
import { staffAnswers } from './commands.ts';
import { presentSubmission } from './present.ts';
import { listSubmissions, withRegistrations } from './queries.ts';

interface AddCall {
  readonly path: EventPath;
  readonly input: NewSubmission;
  readonly callId: CallId;
  readonly by: Actor;
  /** The upload that the row belongs to; undefined if it is added by hand. An upload into another event is ignored. */
  readonly batch?: string | undefined;
}

type Outcome = Submission | AppError;

/** What a call is checked against; it only changes with the form's version. */
interface Target {
  readonly version: number;
  readonly event: EventRow;
  readonly fields: readonly PublicField[];
}

async function lockTarget(tx: Tx, path: EventPath): Promise<Target | undefined> {
  const form = { kind: 'series', id: path.seriesId } as const;
  if (!(await lockFormShared(tx, form))) return undefined;
  const event = await selectEvent(tx, path).executeTakeFirst();
  if (event === undefined) return undefined;
  return { version: await readFormVersion(tx, path.seriesId), event, fields: await listPublicFields(tx, form) };
}

/** @throws AppError `invalid` at a custom field's key */
function attendeeOf({ event, fields }: Target, { input, batch }: AddCall): IncomingAttendee {
  const { _registration: status = 'confirmed' } = input;
  if (status === 'waiting' && (!event.closes_when_full || event.waiting_list === 'off'))
    throw invalid([{ path: '_registration', message: 'This event has no waiting list' }]);
  const chosen = { id: event.id, event_title: event.title, date: null, brunch_event: event.is_brunch };
  const answers = staffAnswers({ fields, events: [chosen] }, input);
  return {
    id: newId(),
    first_name: input.first_name ?? '',
    last_name: input.last_name,
    job_title: input.job_title ?? '',
    organisation: input.organisation ?? '',
    ...addressColumns(input.email),
    accepts_marketing: input.accepts_marketing,
    message: trimmedOrNull(input.message),
    answers: Object.fromEntries([...answers].filter(([, answer]) => answer !== null)),
    upload_id: batch,
    status,
  };
}

/** Gives free places, in order, to attendees meant for the waiting list: the event was full when staff looked. */
async function withPlaces(tx: Tx, eventId: string, attendees: readonly IncomingAttendee[]): Promise<IncomingAttendee[]> {
  if (!attendees.some(({ status }) => status === 'waiting')) return [...attendees];
  const wishes = attendees.flatMap(({ status }, n) =>
    status === 'cancelled' ? [] : [{ n, events: [eventId], waits: status === 'waiting' ? [eventId] : [] }],
  );
  const waiting = new Set((await grantPlaces(tx, wishes)).filter(({ gets }) => gets === 'w').map(({ turn }) => turn));
  return attendees.map((attendee, n) =>
    attendee.status === 'waiting' && !waiting.has(n) ? { ...attendee, status: 'confirmed' } : attendee,
  );
}

function attendeeOrRefusal(target: Target, call: AddCall): IncomingAttendee | AppError {
  try {
    return attendeeOf(target, call);
  } catch (error) {
    // A bad row must not make the rest of its batch fail.
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Sends the confirmation to attendees added by hand, if staff chose so. */
async function confirmChosen(w: Write, calls: readonly AddCall[], attendees: readonly (IncomingAttendee | AppError)[]): Promise<void> {
  for (const [index, { input, batch }] of calls.entries()) {
    const attendee = attendees[index];
    if (input._confirm !== true || batch !== undefined || attendee === undefined || attendee instanceof AppError) continue;
    await confirmWithin(w, attendee.id);
  }
}

type Run = (values: unknown[]) => Promise<{ readonly rows: readonly AddedRow[] }>;

/** @returns the added attendees, by id */
async function store({ version, event }: Target, attendees: readonly IncomingAttendee[], run: Run): Promise<Map<string, Submission>> {
  if (attendees.length === 0) return new Map();
  const { rows } = await run(addValues({ version, event }, attendees));
  const added = rows.map((row) => presentSubmission(row, row.registrations, []));
  return new Map(withRegistrations(added, event).map((submission) => [submission.id, submission]));
}

/** Events that attendees were last added to, so that most calls need only one statement. */
const TARGETS_MAX = 1_000;
/** Batches written at the same time, so that locked events leave connections for reading. */
const RUNS = 2;

const scopeOf = ({ seriesId: id, eventId }: EventPath) => ({ kind: 'series', id, eventId }) as const;

const pathKey = ({ path }: Pick<AddCall, 'path'>): string => `${path.seriesId}/${path.eventId}`;

/**
 * Adds attendees, by hand or from a CSV file; simultaneous calls for one event are batched, since they change the same counter. Rows of a file are first tried
 * in one statement. A row that it does not add, such as a repeated one, goes through a `write` under the lock of the event, as do attendees added by hand.
 */
export function attendeeWriter(deps: WriteDeps & Pick<DatabaseConnection, 'pool'>): (call: AddCall) => Promise<Submission> {
  const targets = new LRUCache<string, Target>({ max: TARGETS_MAX });

  async function tryAll(calls: readonly AddCall[]): Promise<(Submission | undefined)[]> {
    const target = calls[0] === undefined ? undefined : targets.get(pathKey(calls[0]));
    if (target === undefined) return calls.map(() => undefined);
    const attendees = calls.map((call) => {
      const attendee = attendeeOrRefusal(target, call);
      // A cancelled attendee is read from the list afterwards.
      if (call.input._registration === 'cancelled') return undefined;
      const { key, scope, bodyHash } = call.callId;
      return attendee instanceof AppError ? undefined : { ...attendee, ...(key !== undefined && { key, scope, body_hash: bodyHash }) };
    });
    const added = await store(
      target,
      attendees.filter((attendee) => attendee !== undefined),
      (values) => deps.pool.query<AddedRow>({ name: 'add-attendees', text: ADD_STATEMENT, values }),
    );
    return attendees.map((attendee) => added.get(attendee?.id ?? ''));
  }

  async function addLocked(w: Write, path: EventPath, calls: readonly AddCall[]): Promise<Outcome[]> {
    const target = await lockTarget(w, path);
    if (target === undefined) return calls.map(() => notFound('Event'));
    if (target.event.cancelled_at !== null) return calls.map(() => new AppError('conflict', REINSTATE_FIRST));
    const attendees = calls.map((call) => attendeeOrRefusal(target, call));
    const valid = attendees.filter((attendee): attendee is IncomingAttendee => !(attendee instanceof AppError));
    const isLimited = target.event.closes_when_full;
    targets.set(pathKey({ path }), isLimited ? undefined : target);
    const placed = await withPlaces(w, target.event.id, valid);
    const idsOf = (status: IncomingAttendee['status']) => placed.flatMap((each) => (each.status === status ? each.id : []));
    const [waiting, cancelled] = [idsOf('waiting'), idsOf('cancelled')];
    if (isLimited) await countAdded(w, target.event.id, { taken: idsOf('confirmed').length, waiting: waiting.length });
    await joinWaitingLists(w, [target.event.id], waiting);
    const added = await store(target, placed, (values) => w.executeQuery<AddedRow>(CompiledQuery.raw(ADD_STATEMENT, values)));
    const listed = await listSubmissions(w, scopeOf(path), [...waiting, ...cancelled]);
    for (const submission of listed) added.set(submission.id, submission);
    const joined = listed
      .filter(({ id }) => waiting.includes(id))
      .map(({ id: submissionId, _registration: registration }) => {
        return { ...path, submissionId, kind: 'joined', details: { position: registration?.position ?? undefined } } as const;
      });
    await recordChanges(w, joined);
    // An upload is recorded once, when it begins.
    for (const { id, upload_id: upload } of placed) {
      const submission = added.get(id);
      if (submission !== undefined && upload === undefined) w.did({ about: aboutSignUp(submission) });
    }
    await confirmChosen(w, calls, attendees);
    return attendees.map((attendee) => (attendee instanceof AppError ? attendee : (added.get(attendee.id) ?? notFound('Event'))));
  }

  const addAll = ({ path, by }: AddCall, calls: readonly AddCall[]): Promise<Outcome[]> =>
    write(deps, by, (w) =>
      addManyOnce(w, calls, {
        add: (fresh) => addLocked(w, path, fresh),
        find: async (rowIds) => {
          const found =
            (await selectEvent(w, path).executeTakeFirst()) === undefined ? [] : await listSubmissions(w, scopeOf(path), rowIds);
          return new Map(found.map((submission) => [submission.id, submission]));
        },
      }),
    );

  const attempts = new Batcher<{ readonly call: AddCall; readonly isLocked: boolean }, Outcome | undefined>({
    // A write has only one actor.
    groupOf: ({ call, isLocked }) => `${pathKey(call)}/${isLocked}/${call.by.email}`,
    runs: RUNS,
    isItemLevelError: isRowLevelError,
    run: async (batch) => {
      const calls = batch.map(({ call }) => call);
      return batch[0]?.isLocked === true ? addAll(batch[0].call, calls) : tryAll(calls);
    },
  });
  return async (call) => {
    const added = call.batch === undefined ? undefined : await attempts.add({ call, isLocked: false });
    const outcome = added ?? (await attempts.add({ call, isLocked: true }));
    if (outcome === undefined) throw new Error('An attendee has no outcome');
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  };
}
