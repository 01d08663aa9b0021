import type pg from 'pg';
import { emailKey } from '#contract/rules/email.ts';
import type { SignUpValues } from '#contract/rules/sign-up.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { newId } from '#server/db/new-id.ts';
import { isOneRowsFault } from '#server/db/one-rows-fault.ts';
import type { StoredForm } from './queries.ts';
import { SIGN_UP_STATEMENT } from './sign-up-statement.ts';

/** A sign-up that was checked against this form. */
export interface CheckedSignUp {
  readonly form: StoredForm;
  readonly values: SignUpValues;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string | undefined;
}

/** Stored; or not, since the form has changed meanwhile or is gone; or since its idempotency key is taken. */
export type WriteOutcome = { readonly state: 'added'; readonly id: string } | { readonly state: 'stale' | 'key_taken' };

interface SentSignUp {
  readonly id: string;
  readonly formId: string;
  readonly json: string;
}

/** The row as JSON, made on arrival, so that the work is spread out and the statement only joins texts. */
function toSent({ form, values, idempotencyKey, bodyHash }: CheckedSignUp): SentSignUp {
  const id = newId();
  const { events, ...columns } = values;
  const json = JSON.stringify({
    id,
    owner_id: form.id,
    form_version: form.version,
    events,
    ...columns,
    email_key: emailKey(values.email),
    idempotency_key: idempotencyKey,
    body_hash: bodyHash,
  });
  return { id, formId: form.id, json };
}

/**
 * Writes sign-ups by adaptive group commit: one durable statement for all that wait. Each is answered after the commit that
 * holds it. When a statement fails for what one row may have caused, its halves are tried apart, so one bad row harms nobody else.
 */
export class SignUpWriter {
  readonly #pool: pg.Pool;
  readonly #onAdded: () => void;
  readonly #groups: Record<StoredForm['kind'], GroupCommit<SentSignUp, WriteOutcome>>;

  /** @param onAdded called after each commit that stored something */
  constructor(pool: pg.Pool, onAdded: () => void) {
    this.#pool = pool;
    this.#onAdded = onAdded;
    this.#groups = { series: this.#groupOf('series'), marketing: this.#groupOf('marketing') };
  }

  /** @throws what the database said, when it could not be asked or refused this very row */
  write(signUp: CheckedSignUp): Promise<WriteOutcome> {
    return this.#groups[signUp.form.kind].add(toSent(signUp));
  }

  #groupOf(kind: StoredForm['kind']): GroupCommit<SentSignUp, WriteOutcome> {
    return new GroupCommit({ write: (rows) => this.#writeRows(kind, rows), isOneItemsFault: isOneRowsFault });
  }

  async #writeRows(kind: StoredForm['kind'], rows: readonly SentSignUp[]): Promise<WriteOutcome[]> {
    const json = rows.map((row) => row.json).join(',');
    const count = rows.length === 1 ? 'one' : 'many';
    const { rows: refused } = await this.#pool.query<{ id: string; is_stale: boolean }>({
      name: `sign-up-${kind}-${count}`,
      text: SIGN_UP_STATEMENT[kind][count],
      values: [count === 'one' ? json : `[${json}]`, [...new Set(rows.map(({ formId }) => formId))]],
    });
    const reasons = new Map(refused.map(({ id, is_stale }) => [id, is_stale ? 'stale' : 'key_taken'] as const));
    if (reasons.size < rows.length) this.#onAdded();
    return rows.map(({ id }) => {
      const reason = reasons.get(id);
      return reason === undefined ? { state: 'added', id } : { state: reason };
    });
  }
}
