import type pg from 'pg';
import type { SignUpValues } from '#contract/rules/check-sign-up.ts';
import { emailKey } from '#contract/rules/email.ts';
import { Batcher } from '#server/db/batcher.ts';
import { gatheredNotify } from '#server/db/gathered-notify.ts';
import { SIGN_UP_CHANNEL } from '#server/db/listen.ts';
import { newId } from '#server/db/new-id.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import type { Tell, ToldChange } from '#server/live/change.ts';
import type { StoredForm } from './queries.ts';
import { type IncomingRow, SIGN_UP_STATEMENT, valuesOfMany, valuesOfOne } from './sign-up-statement.ts';

export interface CheckedSignUp {
  readonly form: StoredForm;
  readonly values: SignUpValues;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string | undefined;
}

/** Writes use at most half of the pool, so that pages and checks get a connection while many forms are locked. */
const SHARE_OF_POOL = 0.5;

interface IncomingSignUp {
  readonly kind: StoredForm['kind'];
  readonly row: IncomingRow & { readonly id: string; readonly owner_id: string; readonly events: readonly string[] };
  /** The row as JSON, serialised on arrival, so that a batch only joins texts. */
  readonly json: string;
}

function toIncoming({ form, values, idempotencyKey, bodyHash }: CheckedSignUp): IncomingSignUp {
  const row = {
    id: newId(),
    owner_id: form.id,
    form_version: form.version,
    ...values,
    email_key: emailKey(values.email),
    idempotency_key: idempotencyKey,
    body_hash: bodyHash,
  };
  return { kind: form.kind, row, json: JSON.stringify(row) };
}

/** What open screens are told of sign-ups that were stored. */
function changesOf(stored: readonly IncomingSignUp[]): ToldChange[] {
  return stored.flatMap(({ kind, row: { owner_id: id, events } }): ToldChange[] => [
    { topic: 'dashboard' },
    { topic: `${kind}/${id}`, added: 1 },
    ...events.map((eventId) => ({ topic: `event/${eventId}`, added: 1 }) as const),
  ]);
}

export interface WriterOptions {
  /** Called when workers could not be notified; they find the sign-ups at their next poll. */
  readonly onWakeFailure: (error: unknown) => void;
  /** Called with the number of waiting sign-ups that were dropped together, with an error for their visitors. */
  readonly onDropped?: ((count: number) => void) | undefined;
  /** Tells open screens of new sign-ups; absent: nobody is told. */
  readonly tell?: Tell | undefined;
}

const WAKE_PAUSE_MS = 50;

/** Gives the ids of those that were not stored. */
async function insertSignUps(pool: pg.Pool, incoming: readonly IncomingSignUp[]): Promise<Set<string>> {
  const [first] = incoming;
  if (first === undefined) return new Set();
  const { kind } = first;
  const size = incoming.length === 1 ? 'one' : 'many';
  const { rows } = await pool.query<{ id: string }>({
    name: `sign-up-${kind}-${size}`,
    text: SIGN_UP_STATEMENT[kind][size],
    values:
      size === 'one'
        ? valuesOfOne(first.row)
        : valuesOfMany(
            incoming.map(({ json }) => json),
            incoming.map(({ row }) => row.owner_id),
          ),
  });
  return new Set(rows.map(({ id }) => id));
}

export interface SignUpWriter {
  /** The id of the stored submission; undefined when the form has changed or is deleted, or the idempotency key is taken. */
  readonly write: (signUp: CheckedSignUp) => Promise<string | undefined>;
  /** Milliseconds for which sign-ups have been waiting with none stored; 0 when none wait. */
  readonly stalledMs: () => number;
}

/**
 * Writes sign-ups by group commit: all that wait for the same form go into one statement, and are answered after its commit. When
 * a statement fails because of a row, its halves are retried, so that only that row fails. A form that staff have locked delays
 * its own sign-ups only.
 */
export function signUpWriter(pool: pg.Pool, { onWakeFailure, onDropped, tell }: WriterOptions): SignUpWriter {
  const wakeWorkers = gatheredNotify({
    pool,
    channel: SIGN_UP_CHANNEL,
    takePayload: () => '',
    pauseMs: WAKE_PAUSE_MS,
    onFailure: onWakeFailure,
  });
  const signUps = new Batcher<IncomingSignUp, string | undefined>({
    groupOf: ({ row }) => row.owner_id,
    runs: Math.max(1, Math.floor(pool.options.max * SHARE_OF_POOL)),
    run: async (incoming) => {
      const notStored = await insertSignUps(pool, incoming);
      if (notStored.size < incoming.length) {
        wakeWorkers();
        tell?.(...changesOf(incoming.filter(({ row }) => !notStored.has(row.id))));
      }
      return incoming.map(({ row }) => (notStored.has(row.id) ? undefined : row.id));
    },
    isItemLevelError: isRowLevelError,
    onDropped,
  });
  return { write: (signUp) => signUps.add(toIncoming(signUp)), stalledMs: () => signUps.stalledMs() };
}
