import { z } from 'zod';
import { id, moment, text } from './wire-text.ts';

const CURSOR_MAX_LENGTH = 500;

/** A side effect of a sign-up. */
export const stepName = z.enum(['slack', 'email', 'forward', 'crm']);

/** Which failed steps: all, or those of one series, form or kind. */
export const attentionQuerySchema = z.object({
  series_id: id.optional(),
  form_id: id.optional(),
  step: stepName.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `next_cursor` of the previous page. */
  cursor: text(CURSOR_MAX_LENGTH).optional(),
});

/** A step that failed for good, or so far, when `next_try_at` says when it is retried. */
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
  /** The series or form of the submission, and one of its events, for a link. */
  series_id: id.nullable(),
  form_id: id.nullable(),
  event_id: id.nullable(),
  /** Whether that event is on the form; null without an event. */
  event_show_on_form: z.boolean().nullable(),
  title: z.string(),
});

/** Failed steps, latest first, of all series and forms or of some. */
export const attentionSchema = z.object({
  steps: z.array(failedStepSchema),
  next_cursor: z.string().nullable(),
});

/** The number of steps of a series or form that failed for good, and that are still retried. */
const attentionCountSchema = z.object({ id, title: z.string(), failed: z.int(), retrying: z.int() });

/** Numbers of failed steps for the dashboard: totals, and those of each series and form. */
export const attentionCountsSchema = z.object({
  failed: z.int(),
  retrying: z.int(),
  series: z.array(attentionCountSchema),
  forms: z.array(attentionCountSchema),
});

/** How many steps are retried now. */
export const retriedSchema = z.object({ retried: z.int() });

export type StepName = z.infer<typeof stepName>;
export type AttentionQuery = z.infer<typeof attentionQuerySchema>;
export type Attention = z.infer<typeof attentionSchema>;
export type AttentionCounts = z.infer<typeof attentionCountsSchema>;
