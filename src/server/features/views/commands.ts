import { sql } from 'kysely';
import type { FormRef } from '#contract/form-ref.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { FORM_COLUMNS, FORM_NAMES, FORM_TABLES, VIEW_TABLES } from '#server/db/form-tables.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { notFound } from '#server/errors.ts';
import { keepInSetup } from '#server/forms/form-setup.ts';
import { addManyOnce } from '#server/writes/idempotency.ts';

/** Batches written at the same time: while one form is locked, views of others are still counted. */
const RUNS = 2;

interface View {
  readonly form: FormRef;
  /** Random id of the page load, which is counted once; without one each call counts. */
  readonly key: string | undefined;
}

/** @throws AppError `not_found` when there is no such series or form */
async function addViews(db: Db, { kind, id }: FormRef, views: number): Promise<void> {
  const counts = sql.table(VIEW_TABLES[kind]);
  const owner = sql.ref(FORM_COLUMNS[kind]);
  const { numAffectedRows } = await sql`
    insert into ${counts} as counted (${owner}, day, views)
    select id, (now() at time zone 'UTC')::date, ${views}::integer from (select id from ${sql.table(FORM_TABLES[kind])} where id = ${id} for key share) as owner
    on conflict (${owner}, day) do update set views = counted.views + excluded.views`.execute(db);
  if (numAffectedRows !== 1n) throw notFound(FORM_NAMES[kind]);
}

/** The same for all spellings of an id. */
const nameOf = ({ kind, id }: FormRef): string => `${kind === 'series' ? 'event_series' : 'form'}/${id.toLowerCase()}`;

/** @param views of one form */
async function countOnce(db: Db, views: readonly View[]): Promise<unknown[]> {
  const [first] = views;
  if (first === undefined) return [];
  const id = first.form.id.toLowerCase();
  return db.transaction().execute((tx) =>
    addManyOnce(
      tx,
      views.map(({ key }) => ({ callId: { scope: `${nameOf(first.form)}/track_views`, key, bodyHash: '' } })),
      {
        add: async (fresh) => {
          await addViews(tx, first.form, fresh.length);
          return fresh.map(() => id);
        },
        rowIdOf: (rowId) => rowId,
        find: async (ids) => new Map(ids.map((id) => [id, id])),
      },
    ),
  );
}

/** Counts views of public forms: one counter per form and UTC day, written in batches. */
export function viewCounter(db: Db) {
  const views = new Batcher<View, unknown>({
    groupOf: ({ form }) => nameOf(form),
    runs: RUNS,
    run: (batch) => countOnce(db, batch),
    isItemLevelError: isRowLevelError,
  });
  return {
    /** @throws AppError `not_found` when there is no such series or form */
    count: (view: View) => views.add(view),
    /** @throws AppError `not_found` when there is no such series or form */
    check: ({ kind, id }: FormRef) =>
      db
        .selectFrom(FORM_TABLES[kind])
        .select('id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => notFound(FORM_NAMES[kind])),
    /** Keeps when staff first looked at the form. @throws AppError `not_found` when there is no such series or form */
    lookAt: async ({ kind, id }: FormRef): Promise<boolean> => {
      const kept = await db.selectFrom('form_setups').select('form_seen_at').where('owner_id', '=', id).executeTakeFirst();
      if (kept !== undefined && kept.form_seen_at !== null) return false;
      if (!(await keepInSetup(db, { kind, id }, { form_seen_at: new Date() }))) throw notFound(FORM_NAMES[kind]);
      return true;
    },
  };
}

export type ViewCounter = ReturnType<typeof viewCounter>;
