import { createIsbotFromList, isbotPatterns, list } from 'isbot';
import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { notFound } from '#server/errors.ts';
import { FORM_NAMES, isForm, isOf } from '#server/form-store/form-rows.ts';
import { addManyOnce } from '#server/idempotency.ts';
import { VISITOR, write, type WriteDeps } from '#server/write.ts';
import { keepInSetup } from './setup.ts';

/** How many batches are written at the same time: while one form is locked, views of others are still counted. */
const RUNS = 2;

interface View {
  readonly form: FormRef;
  /** Random id of the page load, which is counted once; without one each call counts. */
  readonly key: string | undefined;
}

/** @throws AppError `not_found` when there is no such series or form */
async function addViews(db: Db, form: FormRef, views: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into view_counts as counted (form_id, day, views)
    select id, (now() at time zone 'UTC')::date, ${views}::integer from (select id from forms where ${isForm(form)} for key share) as form
    on conflict (form_id, day) do update set views = counted.views + excluded.views`.execute(db);
  if (numAffectedRows !== 1n) throw notFound(FORM_NAMES[form.kind]);
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
          return fresh.map(() => ({ id }));
        },
        find: async (ids) => new Map(ids.map((viewed) => [viewed, { id: viewed }])),
      },
    ),
  );
}

/** Counts views of public forms: one counter per form and UTC day, written in batches. */
export function viewCounter(deps: WriteDeps) {
  const { db } = deps;
  const views = new Batcher<View, unknown>({
    groupOf: ({ form }) => nameOf(form),
    runs: RUNS,
    run: (batch) => countOnce(db, batch),
    isItemLevelError: isRowLevelError,
  });
  return {
    /** @throws AppError `not_found` when there is no such series or form */
    count: (view: View) => views.add(view),
    /** Records when staff first looked at the form. @throws AppError `not_found` when there is no such series or form */
    lookAt: async (form: FormRef): Promise<void> => {
      const kept = await db.selectFrom('form_setups').select('form_seen_at').where(isOf(form)).executeTakeFirst();
      if (kept !== undefined && kept.form_seen_at !== null) return;
      await write(deps, VISITOR, async (w) => {
        if (!(await keepInSetup(w, form, { form_seen_at: new Date() }))) throw notFound(FORM_NAMES[form.kind]);
      });
    },
  };
}

/** User-Agents that are counted although isbot takes them for bots: programs calling the API, and headless browsers. */
const COUNTED = ['node', 'curl/8.5.0', 'python-requests/2.31.0', 'Mozilla/5.0 HeadlessChrome/140.0.0.0 Safari/537.36'];

const counted = new Set(COUNTED.flatMap(isbotPatterns));

/** Whether a User-Agent is that of a crawler, link preview or page check. */
export const isKnownBot = createIsbotFromList(list.filter((pattern) => !counted.has(pattern)));
