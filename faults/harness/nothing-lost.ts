import type pg from 'pg';
import { expect, type TestContext } from 'vitest';
import type { SignUps } from './sign-ups.ts';
import type { Visitors } from './visitors.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The scenario's line in the table at the end of the run. */
    faults?: Line;
  }
}

export interface Line {
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
  readonly longestWaitMs: number;
  readonly lost: number;
  readonly doubled: number;
  /** Further measurements. */
  readonly note: string;
}

/** How the sign-ups compare with the rows of the database. */
export interface Comparison {
  /** Answered with an id that is not in the database. */
  readonly lost: number;
  /** Stored more than once. */
  readonly doubled: number;
}

/** Compares the answers so far with the database. */
export async function compare(pool: pg.Pool, { all }: Pick<SignUps, 'all'>): Promise<Comparison> {
  const { rows } = await pool.query<{ id: string; email: string }>('select id, email from submissions where form_id = any($1::uuid[])', [
    [...new Set(all.map(({ form }) => form.seriesId))],
  ]);
  const stored = Map.groupBy(rows, ({ email }) => email);
  return {
    lost: all.filter(
      ({ id, email, isDeleted }) => id !== undefined && isDeleted !== true && stored.get(email)?.every((row) => row.id !== id) !== false,
    ).length,
    doubled: [...stored.values()].filter(({ length }) => length > 1).length,
  };
}

/** The answers to the first attempts. */
export const lineOf = (signUps: SignUps): Omit<Line, 'lost' | 'doubled' | 'note'> => ({
  answered: signUps.answeredWith('answered').length,
  refused: signUps.answeredWith('refused').length,
  failed: signUps.answeredWith('failed').length,
  longestWaitMs: signUps.longestWaitMs(),
});

interface Ended {
  readonly visitors: Visitors;
  readonly pool: pg.Pool;
  readonly note?: string;
}

/**
 * The end of every scenario: sends unanswered sign-ups again, and expects that each is stored once and that every answer was an id or "come back later". Writes
 * the scenario's line of the table.
 */
export async function expectNothingLost({ task }: Pick<TestContext, 'task'>, { visitors, pool, note = '' }: Ended): Promise<void> {
  const { signUps } = visitors;
  const before = await compare(pool, signUps);
  const line = { ...lineOf(signUps), note };
  task.meta.faults = { ...line, ...before };
  expect(signUps.failures(), 'answers that no visitor should get').toEqual([]);
  await visitors.repeat();
  const after = await compare(pool, signUps);
  task.meta.faults = { ...line, ...after };
  expect(before, 'sign-ups before the others were sent once more').toEqual({ lost: 0, doubled: 0 });
  expect(after, 'sign-ups after the others were sent once more').toEqual({ lost: 0, doubled: 0 });
}
