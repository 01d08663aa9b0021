import { z } from 'zod';
import { id, moment, text } from './wire-text.ts';

const CURSOR_MAX_LENGTH = 500;

/** A side effect of a sign-up (decision 33). */
export const stepName = z.enum(['slack', 'email', 'forward', 'crm']);

/** Which failed steps: all, or those of one series, form or kind. */
export const attentionQuerySchema = z.object({
  series_id: id.optional(),
  form_id: id.optional(),
  step: stepName.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `next_cursor` of the page before. */
  cursor: text(CURSOR_MAX_LENGTH).optional(),
});

/** A step that has failed: for good, or so far (then `next_try_at` says when it is tried again). */
const failedStepSchema = z.object({
  submission_id: id,
  step: stepName,
  message: z.string(),
  attempts: z.int(),
  next_try_at: moment.nullable(),
  failed_at: moment,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The series or form of the sign-up, and for a series one of its events, to lead there. */
  series_id: id.nullable(),
  form_id: id.nullable(),
  event_id: id.nullable(),
  /** Whether that event is on the form; null where there is none. */
  event_show_on_form: z.boolean().nullable(),
  title: z.string(),
});

/** Failed steps, latest first, of all series and forms or of some. */
export const attentionSchema = z.object({
  steps: z.array(failedStepSchema),
  next_cursor: z.string().nullable(),
});

/** How many steps of a series or form have failed for good, and how many are tried again by themselves. */
const attentionCountSchema = z.object({ id, title: z.string(), failed: z.int(), retrying: z.int() });

/** Failed steps in numbers, for the dashboard: the totals, and each series and form that has any. */
export const attentionCountsSchema = z.object({
  failed: z.int(),
  retrying: z.int(),
  series: z.array(attentionCountSchema),
  forms: z.array(attentionCountSchema),
});

/** How many steps are tried again now. */
export const retriedSchema = z.object({ retried: z.int() });

export type StepName = z.infer<typeof stepName>;
export type AttentionQuery = z.infer<typeof attentionQuerySchema>;
export type Attention = z.infer<typeof attentionSchema>;
export type AttentionCounts = z.infer<typeof attentionCountsSchema>;
