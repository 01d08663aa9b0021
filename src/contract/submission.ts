import { z } from 'zod';
import { DATE_EXPECTED, eventSchema } from './event.ts';
import { EMAIL_MAX_LENGTH, isEmail } from './rules/email.ts';
import { isEventDate } from './rules/event-date.ts';
import { ANSWER_MAX_LENGTH, LINE_MAX_LENGTH, LONG_ANSWER_MAX_LENGTH, NAME_MAX_LENGTH } from './rules/sign-up.ts';
import { isBlank } from './rules/text.ts';
import * as texts from './texts/sign-up.ts';
import { id, line, moment, requiredLine, text } from './wire-text.ts';

const email = z.string(texts.EMAIL_REQUIRED).pipe(
  line(EMAIL_MAX_LENGTH)
    .refine((value) => !isBlank(value), { error: texts.EMAIL_REQUIRED, abort: true })
    .refine((value) => isEmail(value.trim()), texts.EMAIL_INVALID.series),
);

const person = {
  first_name: requiredLine(texts.FIRST_NAME_REQUIRED, NAME_MAX_LENGTH),
  last_name: requiredLine(texts.LAST_NAME_REQUIRED, NAME_MAX_LENGTH),
  email,
  job_title: line(LINE_MAX_LENGTH),
  organisation: line(LINE_MAX_LENGTH),
  accepts_marketing: z.boolean(),
  message: text(LONG_ANSWER_MAX_LENGTH).nullable(),
};

/**
 * Answers to custom fields stand beside the built-in ones, under their key; those of no field are dropped (decision 2).
 * Typed as unknown: TypeScript would want an index signature to hold for the named fields too.
 */
const answer: z.ZodType<unknown> = z.union([z.boolean(), text(Math.max(ANSWER_MAX_LENGTH, LONG_ANSWER_MAX_LENGTH)), z.null()]);

/** An attendee whom staff add by hand or from CSV: names and a valid address only (decision 38). */
export const newSubmissionSchema = z
  .object({
    ...person,
    job_title: person.job_title.nullable().default(''),
    organisation: person.organisation.nullable().default(''),
    accepts_marketing: person.accepts_marketing.default(false),
    message: person.message.default(null),
  })
  .catchall(z.unknown());

/** Changed details of a person, seen in all events of the sign-up (decision 1). */
export const submissionEditSchema = z.object(person).partial().catchall(z.unknown());

const stepSchema = z.object({
  success: z.boolean(),
  step: z.string(),
  message: z.string(),
});

/** What became of a submission's side effects, in the order in which it matters to staff (decision 33). */
const statusSchema = z.object({
  state: z.enum(['failed', 'sending', 'done', 'added_by_staff', 'nothing_to_send']),
  steps_total: z.int(),
  steps_failed: z.int(),
  /** The earliest of those of the failed steps. */
  next_try_at: moment.nullable(),
  /** For each failed step, how often it was tried and when it is tried again; null when it is not. */
  failed_steps: z.array(z.object({ step: z.string(), attempts: z.int(), next_try_at: moment.nullable() })),
});

/**
 * One sign-up as staff read it; answers stand as further keys (decision 20). Keys that start with an underscore
 * are Turnout's own, so that no custom field can collide with them.
 */
export const submissionSchema = z
  .object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    organisation: z.string(),
    email: z.string(),
    accepts_marketing: z.boolean(),
    message: z.string().nullable(),
    submitted_at: moment,
    errors: z.array(stepSchema),
    signups_count: z.int(),
    source_page: z.string().optional(),
    utm_source: z.string().optional(),
    utm_medium: z.string().optional(),
    utm_campaign: z.string().optional(),
    utm_term: z.string().optional(),
    utm_content: z.string().optional(),
    _status: statusSchema,
    _version: z.int(),
  })
  .catchall(answer);

const CURSOR_MAX_LENGTH = 2_000;

/** Pages of a list: at most `limit` rows after `cursor` (decision 21). */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  /** `next_cursor` of the page before, of the same sorting. */
  cursor: text(CURSOR_MAX_LENGTH).optional(),
  search: text(200).optional(),
  filter: z.enum(['today', 'duplicates', 'failed', 'marketing', 'no_marketing']).optional(),
  sort: z.enum(['status', 'name', 'organisation', 'email', 'signups_count', 'submitted_at']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  /** Start of the viewer's day, for "today" (decision 7). */
  today_from: moment.pipe(z.string().refine(isEventDate, DATE_EXPECTED)).optional(),
});

/** The whole list: the same search, filter and order. */
export const wholeListQuerySchema = pageQuerySchema.omit({ limit: true, cursor: true });

/** What to export. `utc_offset`: minutes that the viewer's clocks are ahead of UTC, for the date in the file's name (decision 42). */
export const exportQuerySchema = wholeListQuerySchema.extend({ utc_offset: z.coerce.number().int().min(-840).max(840).optional() });

/** How many submissions can be chosen for one file: as many as one import adds. */
const CHOSEN_MAX = 20_000;

/** What to export of chosen submissions: their order, and the date in the file's name. */
export const chosenQuerySchema = exportQuerySchema.pick({ sort: true, direction: true, utc_offset: true });

/** Chosen submissions of a list, by their ids; those that are not in the list count for nothing. */
export const chosenSubmissionsSchema = z.object({ ids: z.array(id).min(1).max(CHOSEN_MAX) });

/** Submissions of an event or a form, newest first unless sorted otherwise; `next_cursor` is null on the last page (decisions 5, 21). */
export const submissionPageSchema = z.object({
  submissions: z.array(submissionSchema),
  submissions_count: z.int(),
  /** Left out of pages, since it takes a look at every row; the series' list of events has it. */
  duplicates_count: z.int().optional(),
  /** Addresses that stand more than once in the list, among those of this page, in the form in which they are compared. */
  duplicate_emails: z.array(z.string()),
  /** Submissions that match search and filter. */
  matches_count: z.int(),
  next_cursor: z.string().nullable(),
});

/** One event with its submissions (decision 20). */
export const eventWithSubmissionsSchema = eventSchema.extend(submissionPageSchema.shape);

/** What the filters are counted in: all submissions, or those that match a search. */
export const filterCountsQuerySchema = pageQuerySchema.pick({ search: true, today_from: true });

/** How many submissions each filter leaves. `duplicates` are all that share their address with another, as the filter shows them. */
export const filterCountsSchema = z.object({
  all: z.int(),
  today: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  marketing: z.int(),
  no_marketing: z.int(),
});

/** A deletion takes the submission out of one event or form; `deleted` says whether the row went too (decision 1). */
export const deletedSubmissionSchema = z.object({ id, deleted: z.boolean() });

export type NewSubmission = z.infer<typeof newSubmissionSchema>;
export type SubmissionEdit = z.infer<typeof submissionEditSchema>;
export type Submission = z.infer<typeof submissionSchema>;
export type SubmissionStatus = z.infer<typeof statusSchema>;
export type SubmissionStep = z.infer<typeof stepSchema>;
export type SubmissionPage = z.infer<typeof submissionPageSchema>;
export type EventWithSubmissions = z.infer<typeof eventWithSubmissionsSchema>;
export type PageQuery = z.infer<typeof pageQuerySchema>;
export type ExportQuery = z.infer<typeof exportQuerySchema>;
export type ChosenQuery = z.infer<typeof chosenQuerySchema>;
export type FilterCounts = z.infer<typeof filterCountsSchema>;
