import { sql } from 'kysely';
import { z } from 'zod';
import type { FormRef } from '#contract/form-ref.ts';
import { type Attention, type AttentionCounts, type AttentionQuery, STEP_NAMES, type StepName } from '#contract/steps.ts';
import { microsecondsOf, readCursor, timestampOf, writeCursor } from '#server/cursor.ts';
import type { Db } from '#server/db/connection.ts';
import { matching } from './failed-steps.ts';

const positionSchema = z.tuple([z.int().min(0), z.guid(), z.enum(STEP_NAMES)]);

interface FailedStepRow {
  submission_id: string;
  step: StepName;
  message: string;
  attempts: number;
  next_try_at: Date | null;
  failed_at: Date;
  micros: number;
  first_name: string;
  last_name: string;
  email: string;
  series_id: string | null;
  form_id: string | null;
  event_id: string | null;
  event_is_on_form: boolean | null;
  title: string;
}

function after(cursor: string | undefined) {
  const position = readCursor(cursor, positionSchema);
  if (position === undefined) return sql<boolean>`true`;
  const [time, submissionId, step] = position;
  return sql<boolean>`(s.updated_at, s.submission_id, s.step) < (${timestampOf(time)}, ${submissionId}::uuid, ${step})`;
}

const present = (row: FailedStepRow): Attention['steps'][number] => ({
  submission_id: row.submission_id,
  step: row.step,
  message: row.message,
  attempts: row.attempts,
  next_try_at: row.next_try_at?.toISOString() ?? null,
  failed_at: row.failed_at.toISOString(),
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  series_id: row.series_id,
  form_id: row.form_id,
  event_id: row.event_id,
  event_show_on_form: row.event_is_on_form,
  title: row.title,
});

const formsOf = (seriesId: string | undefined, formId: string | undefined): FormRef[] => [
  ...(seriesId === undefined ? [] : [{ kind: 'series', id: seriesId } as const]),
  ...(formId === undefined ? [] : [{ kind: 'form', id: formId } as const]),
];

/**
 * A page of the failed steps, latest first.
 * @throws AppError `invalid` at `cursor`
 */
export async function getAttentionPage(db: Db, { series_id, form_id, step, limit, cursor }: AttentionQuery): Promise<Attention> {
  const { rows } = await sql<FailedStepRow>`
    select s.submission_id, s.step, s.message, s.attempts, s.next_try_at, s.updated_at as failed_at,
      ${microsecondsOf(sql.ref('s.updated_at'))} as micros,
      submission.first_name, submission.last_name, submission.email, submission.series_id, submission.form_id,
      coalesce(series.title, form.title) as title, event.id as event_id, event.is_on_form as event_is_on_form
    from submission_steps s
    join submissions submission on submission.id = s.submission_id
    left join event_series series on series.id = submission.series_id
    left join marketing_forms form on form.id = submission.form_id
    left join lateral (
      select events.id, events.is_on_form from submission_events place join events on events.id = place.event_id
      where place.submission_id = s.submission_id
      order by events.is_on_form desc, events.starts_at, events.id limit 1
    ) event on true
    where ${matching({ forms: formsOf(series_id, form_id), step })} and ${after(cursor)}
    order by s.updated_at desc, s.submission_id desc, s.step desc
    limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    steps: page.map(present),
    next_cursor: last === undefined ? null : writeCursor([last.micros, last.submission_id, last.step]),
  };
}

interface CountRow extends FormRef {
  title: string;
  failed: number;
  retrying: number;
}

/** Counts of failed steps: the totals, and those of each series and form that has any, by title. */
export async function countFailedSteps(db: Db): Promise<AttentionCounts> {
  const { rows } = await sql<CountRow>`
    with counted as (
      select submission.series_id, submission.form_id, count(*) filter (where s.state = 'failed') as failed,
        count(*) filter (where s.state = 'waiting') as retrying
      from submission_steps s join submissions submission on submission.id = s.submission_id
      where ${matching({})} group by submission.series_id, submission.form_id
    )
    select 'series' as kind, series.id, series.title, failed, retrying from counted join event_series series on series.id = counted.series_id
    union all
    select 'form', form.id, form.title, failed, retrying from counted join marketing_forms form on form.id = counted.form_id
    order by title, id`.execute(db);
  const sum = (of: 'failed' | 'retrying') => rows.reduce((total, row) => total + row[of], 0);
  const ofKind = (kind: CountRow['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ id, title, failed, retrying }) => ({ id, title, failed, retrying }));
  return { failed: sum('failed'), retrying: sum('retrying'), series: ofKind('series'), forms: ofKind('form') };
}

export async function countFailedByStep(db: Db): Promise<{ step: StepName; failed: number; retrying: number }[]> {
  const { rows } = await sql<{ step: StepName; failed: number; retrying: number }>`
    select s.step, count(*) filter (where s.state = 'failed') as failed, count(*) filter (where s.state = 'waiting') as retrying
    from submission_steps s where ${matching({})} group by s.step`.execute(db);
  return rows;
}
