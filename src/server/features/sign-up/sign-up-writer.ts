import type pg from 'pg';
import { emailKey } from '#contract/rules/email.ts';
import type { SignUpValues } from '#contract/rules/sign-up.ts';
import { GroupCommit } from '#server/db/group-commit.ts';
import { newId } from '#server/db/new-id.ts';
import { isOneRowsFault } from '#server/db/one-rows-fault.ts';
import type { StoredForm } from './queries.ts';
import { type SentRow, SIGN_UP_STATEMENT, valuesOfMany, valuesOfOne } from './sign-up-statement.ts';

/** A sign-up that was checked against this form. */
export interface CheckedSignUp {
  readonly form: StoredForm;
  readonly values: SignUpValues;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string | undefined;
}

interface SentSignUp {
  readonly row: SentRow & { readonly id: string; readonly owner_id: string };
  /** The row as JSON, made on arrival, so that the work is spread out and the statement only joins texts. */
  readonly json: string;
}

function toSent({ form, values, idempotencyKey, bodyHash }: CheckedSignUp): SentSignUp {
  const row = {
    id: newId(),
    owner_id: form.id,
    form_version: form.version,
    ...values,
    email_key: emailKey(values.email),
    idempotency_key: idempotencyKey,
    body_hash: bodyHash,
  };
  return { row, json: JSON.stringify(row) };
}

/**
 * Writes sign-ups by adaptive group commit: one durable statement for all that wait. Each is answered after the commit that
 * holds it. When a statement fails for what one row may have caused, its halves are tried apart, so one bad row harms nobody else.
 */
export class SignUpWriter {
  readonly #pool: pg.Pool;
  readonly #onAdded: () => void;
  readonly #groups: Record<StoredForm['kind'], GroupCommit<SentSignUp, string | undefined>>;

  /** @param onAdded called after each commit that stored something */
  constructor(pool: pg.Pool, onAdded: () => void) {
    this.#pool = pool;
    this.#onAdded = onAdded;
    this.#groups = { series: this.#groupOf('series'), marketing: this.#groupOf('marketing') };
  }

  /**
   * Gives the id under which it is stored; undefined when the form has changed meanwhile or is gone, or its idempotency key is taken.
   * @throws what the database said, when it could not be asked or refused this very row
   */
  write(signUp: CheckedSignUp): Promise<string | undefined> {
    return this.#groups[signUp.form.kind].add(toSent(signUp));
  }

  #groupOf(kind: StoredForm['kind']): GroupCommit<SentSignUp, string | undefined> {
    return new GroupCommit({ write: (sent) => this.#writeRows(kind, sent), isOneItemsFault: isOneRowsFault });
  }

  async #writeRows(kind: StoredForm['kind'], sent: readonly SentSignUp[]): Promise<(string | undefined)[]> {
    const [first] = sent;
    const isOne = sent.length === 1 && first !== undefined;
    const { rows } = await this.#pool.query<{ id: string }>({
      name: `sign-up-${kind}-${isOne ? 'one' : 'many'}`,
      text: SIGN_UP_STATEMENT[kind][isOne ? 'one' : 'many'],
      values: isOne
        ? valuesOfOne(first.row)
        : valuesOfMany(
            sent.map(({ json }) => json),
            sent.map(({ row }) => row.owner_id),
          ),
    });
    const refused = new Set(rows.map(({ id }) => id));
    if (refused.size < sent.length) this.#onAdded();
    return sent.map(({ row }) => (refused.has(row.id) ? undefined : row.id));
  }
}
