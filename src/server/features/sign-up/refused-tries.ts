import type pg from 'pg';
import { GroupCommit } from '#server/db/group-commit.ts';
import { isOneRowsFault } from '#server/db/one-rows-fault.ts';
import type { FormRef } from './queries.ts';

/** In the order of their keys, so that two servers never wait for each other; of forms that are gone nothing is kept. */
const COUNT_TRIES = `
  insert into refused_tries (series_id, form_id, day, tries)
  select event_series.id, marketing_forms.id, (now() at time zone 'UTC')::date, count(*)
  from json_to_recordset($1) as sent (kind text, id uuid)
  left join event_series on sent.kind = 'series' and event_series.id = sent.id
  left join marketing_forms on sent.kind = 'marketing' and marketing_forms.id = sent.id
  where coalesce(event_series.id, marketing_forms.id) is not null
  group by event_series.id, marketing_forms.id
  order by coalesce(event_series.id, marketing_forms.id)
  on conflict (owner_id, day) do update set tries = refused_tries.tries + excluded.tries`;

/** Counts the tries that were refused as a machine's, or as one too many (decision 32): one counter per form and UTC day. */
export class RefusedTries {
  readonly #pool: pg.Pool;
  readonly #onFailure: (error: unknown) => void;
  readonly #tries = new GroupCommit<FormRef, undefined>({ write: (refs) => this.#write(refs), isOneItemsFault: isOneRowsFault });

  constructor(pool: pg.Pool, onFailure: (error: unknown) => void) {
    this.#pool = pool;
    this.#onFailure = onFailure;
  }

  /** Counts one more. Nobody waits for it: whoever was refused is answered whether it can be counted or not. */
  note(ref: FormRef): void {
    this.#tries.add(ref).catch(this.#onFailure);
  }

  async #write(refs: readonly FormRef[]): Promise<undefined[]> {
    const sent = refs.map(({ kind, id }) => ({ kind, id }));
    await this.#pool.query({ name: 'count-refused-tries', text: COUNT_TRIES, values: [JSON.stringify(sent)] });
    return refs.map(() => undefined);
  }
}
