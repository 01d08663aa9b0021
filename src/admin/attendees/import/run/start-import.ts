import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { showAdded } from '#admin/reads/submission-queries.ts';
import { call } from '#admin/session/call.ts';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import { FILE_NAME_MAX_LENGTH, importCalls } from '#contract/attendees/attendee-import.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import type { ExistingAttendee, ImportDraft, PlannedRow } from '../rows/import-plan.ts';
import { bodyOf, type RowBody, updateOf } from '../rows/import-rows.ts';
import { createImportRun } from './import-run.ts';

/** How many rows with the same body come before each, so that each of them gets its own key and is added. */
function repetitionsOf<Row>(rows: readonly Row[], bodyOf: (row: Row) => RowBody): ReadonlyMap<Row, number> {
  const same = Map.groupBy(rows, (row) => JSON.stringify(bodyOf(row)));
  return new Map([...same.values()].flatMap((group) => group.map((row, before) => [row, before] as const)));
}

/** A hash of the body: neither a retry nor another import adds the row again as long as the server remembers its keys (D19). */
const rowKey = (body: RowBody, repetition: number): string =>
  `csv-${bytesToHex(sha256(utf8ToBytes(`${repetition} ${JSON.stringify(body)}`)))}`;

interface StartImportOptions {
  readonly scope: EventScope;
  readonly draft: ImportDraft;
  readonly planned: readonly PlannedRow[];
  /** Ids of the submissions that were in the event before. The server answers a repeated row with the id of its first submission. */
  readonly idsBefore: ReadonlySet<string>;
}

/** An import with its upload on the server and the rows that it skips. */
export type StartedImport = Awaited<ReturnType<typeof startImport>>;

/** The name as the server accepts it: one line. */
const storableName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, FILE_NAME_MAX_LENGTH)
    .toWellFormed() || 'CSV file';

const carriedIn = ({ action }: PlannedRow) => (action.kind === 'add' ? action.as : undefined);

interface Consent {
  readonly accepts_marketing?: boolean;
}

const isSent = ({ action }: PlannedRow): boolean => action.kind === 'add' || action.kind === 'update';

const isWaiting = (row: PlannedRow): boolean => carriedIn(row) === 'waiting';

/** People on the waiting list come after those with a place, by the time of their sign-up if the file has it: our exports begin with the newest. */
function inOrder(rows: readonly PlannedRow[]): PlannedRow[] {
  const timeOf = (planned?: PlannedRow) => planned?.row.signedUpAt ?? 0;
  const waiting = rows.filter(isWaiting);
  // Excel files have times to the minute.
  if (timeOf(waiting[0]) > timeOf(waiting.at(-1))) waiting.reverse();
  return [...rows.filter((row) => !isWaiting(row)), ...waiting.sort((a, b) => timeOf(a) - timeOf(b))];
}

/** Begins the upload, and makes the run of its rows, which waits for its `start`. */
export async function startImport({ scope, draft, planned, idsBefore }: StartImportOptions) {
  const rows = inOrder(planned.filter(isSent));
  const { treatNoAs } = draft.choices;
  const bodyOfPlanned = (each: PlannedRow) => bodyOf(each.row, treatNoAs, carriedIn(each));
  const body = {
    file_name: storableName(draft.file.name),
    rows: rows.length,
    updates: rows.filter(({ action }) => action.kind === 'update').length,
  };
  const { id: importId } = await call(importCalls.addImport, { params: scope, body, idempotencyKey: crypto.randomUUID() });
  const repetitions = repetitionsOf(rows, bodyOfPlanned);
  /** How many were added in each state so far; among those confirmed, how many were waiting in the file, and how many lost their consent. */
  const counts = { leftOff: 0, placed: 0, confirmed: 0, waiting: 0, offered: 0, cancelled: 0 };
  const countConsent = (body: Consent, stored: Consent) => {
    if (body.accepts_marketing === true && stored.accepts_marketing === false) counts.leftOff += 1;
  };
  const add = async (planned: PlannedRow) => {
    const body = bodyOfPlanned(planned);
    const idempotencyKey = rowKey(body, repetitions.get(planned) ?? 0);
    const submission = await call(attendeeCalls.addSubmission, { params: scope, body, idempotencyKey, batch: importId });
    countConsent(body, submission);
    if (idsBefore.has(submission.id)) return 'alreadyAdded';
    const status = submission._registration?.status ?? 'confirmed';
    counts[status] += 1;
    if (status === 'confirmed' && isWaiting(planned)) counts.placed += 1;
    return 'added';
  };
  const update = async ({ row }: PlannedRow, { id: submissionId, version }: ExistingAttendee) => {
    const body = updateOf(row, treatNoAs);
    const params = { ...scope, submissionId };
    countConsent(body, await call(attendeeCalls.editSubmission, { params, body, ifMatch: version, batch: importId }));
    return 'updated' as const;
  };
  let lastWaiting: Promise<unknown> = Promise.resolve();
  let lost: ApiError | undefined;
  /** One after another, so that they wait in this order. The next in line share a connection failure instead of waiting for it again. */
  const addInTurn = async (row: PlannedRow) => {
    const before = lost;
    const added = lastWaiting.then(async () => {
      if (lost !== undefined && lost !== before) throw lost;
      return add(row);
    });
    lastWaiting = added.catch((error: unknown) => {
      if (error instanceof ApiError && error.isTemporary && error.kind !== 'answered') lost = error;
    });
    return added;
  };
  const run = createImportRun({
    rows,
    send: async (row) => {
      if (row.action.kind === 'update') return update(row, row.action.attendee);
      return isWaiting(row) ? addInTurn(row) : add(row);
    },
    reasonOf: messageOf,
    onIdle: () => void showAdded(scope),
  });
  return { importId, run, counts, skipped: planned.filter((row) => !isSent(row)) };
}
