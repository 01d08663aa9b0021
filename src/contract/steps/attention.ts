import { z } from 'zod';
import { linkedSubmission } from '../attendees/submission.ts';
import { cursor, id, moment, text } from '../wire-text.ts';
import { serviceName, stepName } from './steps.ts';

const CAUSE_MAX_LENGTH = 300;

/** Which steps to list: those of one series or form, of one kind, or of one cause; otherwise all that failed and were not dismissed. */
export const attentionQuerySchema = z.object({
  series_id: id.optional(),
  form_id: id.optional(),
  submission_id: id.optional(),
  step: stepName.optional(),
  service: serviceName.optional(),
  cause: text(CAUSE_MAX_LENGTH).optional(),
  retrying: z.stringbool().optional(),
  /** Lists dismissed steps instead, last dismissed first. */
  dismissed: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor,
});

/** A step that failed permanently, or so far, when `next_try_at` says when it is retried. */
const failedStepSchema = z.object({
  id,
  ...linkedSubmission,
  step: stepName,
  /** For a registration change, as the API names it: the mail, or the change itself. */
  about: z.string().optional(),
  message: z.string(),
  attempts: z.int(),
  next_try_at: moment.nullable(),
  failed_at: moment,
  dismissed_at: moment.nullable(),
  dismissed_by: z.string().nullable(),
  /** The version of the submission, for correcting its address. */
  version: z.int(),
});

export const attentionSchema = z.object({ steps: z.array(failedStepSchema), next_cursor: z.string().nullable() });

/** The number of steps of a series or form that failed permanently, and that are still retried. */
const attentionCountSchema = z.object({ id, title: z.string(), failed: z.int(), retrying: z.int() });

export const attentionCountsSchema = z.object({
  failed: z.int(),
  retrying: z.int(),
  series: z.array(attentionCountSchema),
  forms: z.array(attentionCountSchema),
});

/** If sign-ups are older than this when their steps are handled together, their messages may be out of date: staff are asked about them. */
export const OLD_AFTER_DAYS = 7;

/** Failed steps of the same service for the same reason: all that are still retried, or all that are not. */
const causeSchema = z.object({
  service: serviceName,
  /** A name and, if it matters, a space and its subject, such as `not_in_channel C1`; empty if only the messages tell. */
  cause: z.string(),
  /** The name of the Slack channel that the cause is about, if Slack provides it. */
  channel: z.string().nullable(),
  retrying: z.boolean(),
  steps: z.int(),
  /** How many are about sign-ups older than `OLD_AFTER_DAYS`. */
  old: z.int(),
  oldest_sign_up_at: moment,
  next_try_at: moment.nullable(),
  /** Whether this server is set up for the service. */
  is_connected: z.boolean(),
  forms: z.array(z.object({ kind: z.enum(['series', 'form']), id, title: z.string() })),
  /** The latest three. */
  latest: z.array(failedStepSchema),
});

/** What needs attention, all at the same moment: the counts, and the causes of the chosen series or form. */
export const attentionCausesSchema = z.object({
  /** When it was read, in microseconds since 1970: handling a cause skips steps that failed later. */
  as_of: z.int(),
  counts: attentionCountsSchema,
  dismissed: z.int(),
  causes: z.array(causeSchema),
});

export const attentionScopeSchema = attentionQuerySchema.pick({ series_id: true, form_id: true });

/** The steps of a cause, as they were read at `as_of`. */
export const causeStepsSchema = attentionScopeSchema.extend({
  service: serviceName,
  cause: text(CAUSE_MAX_LENGTH),
  retrying: z.boolean(),
  as_of: z.int().min(0),
  /** Limits them to new or old sign-ups. */
  age: z.enum(['new', 'old']).optional(),
});

/** Dismissed steps: all, or those of a cause that were dismissed by the caller since a moment, in microseconds since 1970. */
export const dismissedStepsSchema = attentionScopeSchema.extend({
  service: serviceName.optional(),
  cause: text(CAUSE_MAX_LENGTH).optional(),
  since: z.int().min(0).optional(),
});

/** How many steps were retried, dismissed or restored, at most some thousands in one call; `has_more` says that some are left. */
export const handledSchema = z.object({ steps: z.int(), has_more: z.boolean() });

export const correctedAddressSchema = z.object({ email: z.string(), version: z.int(), retried: z.int() });

export const retriedSchema = z.object({ retried: z.int() });

export type AttentionQuery = z.infer<typeof attentionQuerySchema>;
export type Attention = z.infer<typeof attentionSchema>;
export type FailedStep = z.infer<typeof failedStepSchema>;
export type AttentionScope = z.infer<typeof attentionScopeSchema>;
export type AttentionCauses = z.infer<typeof attentionCausesSchema>;
export type Cause = z.infer<typeof causeSchema>;
export type Handled = z.infer<typeof handledSchema>;
export type CauseSteps = z.infer<typeof causeStepsSchema>;
export type DismissedSteps = z.infer<typeof dismissedStepsSchema>;
export type AttentionCounts = z.infer<typeof attentionCountsSchema>;
