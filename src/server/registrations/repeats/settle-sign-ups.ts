import { sql } from 'kysely';
import type pg from 'pg';
import type { StepName } from '#contract/steps/steps.ts';
import { changesOf, type ToldChange } from '#server/live/change.ts';
import type { PlacesDeps } from '../waiting-list.ts';
import { type Settled, settleOldest } from './settle.ts';

/** Sign-ups of one poll. */
const BATCH = 200;

interface SettlingDeps extends PlacesDeps {
  readonly pool: pg.Pool;
}

interface Waiting {
  readonly id: string;
  readonly seriesId: string;
}

export interface Settling {
  readonly isMore: boolean;
  readonly steps: readonly StepName[];
  readonly changes: readonly ToldChange[];
  /** Of sign-ups that could not be settled; the others were. */
  readonly failures: readonly unknown[];
}

/** Settles a sign-up, and before it the older ones of its address, each in a transaction of its own. @returns what each did */
async function settleOne({ db, canMail }: SettlingDeps, { id, seriesId }: Waiting): Promise<Settled[]> {
  const all: Settled[] = [];
  for (;;) {
    const settled = await db.transaction().execute((tx) => settleOldest(tx, { seriesId, submissionId: id, canMail }));
    if (settled === undefined) return all;
    all.push(settled);
    if (settled.id === id) return all;
  }
}

const toldOf = (seriesId: string, { id, changed }: Settled): ToldChange[] => [
  { topic: `series/${seriesId}`, ids: [id] },
  ...(changed.length === 0 ? [] : [{ topic: 'dashboard' } as const, ...changesOf(changed)]),
];

/**
 * Settles sign-ups that wait for it, oldest first, one at a time, so that those of the series hardly wait; those of a deleted series are left
 * to its deletion. Any number of workers may do so at once.
 */
export async function settleSignUps(deps: SettlingDeps): Promise<Settling> {
  const { rows } = await sql<Waiting>`
    select id, form_id as "seriesId" from submissions where awaiting_fan_out and settles_by is not null
      and exists (select from forms where forms.id = form_id) order by id limit ${BATCH}`.execute(deps.db);
  const outcomes: (Settled & { readonly told: readonly ToldChange[] })[] = [];
  const failures: unknown[] = [];
  for (const waiting of rows) {
    try {
      outcomes.push(...(await settleOne(deps, waiting)).map((settled) => ({ ...settled, told: toldOf(waiting.seriesId, settled) })));
    } catch (error) {
      failures.push(error); // The others go on.
    }
  }
  return {
    isMore: rows.length === BATCH && outcomes.length > 0,
    steps: [...new Set(outcomes.flatMap(({ steps }) => steps))],
    changes: outcomes.flatMap(({ told }) => told),
    failures,
  };
}
