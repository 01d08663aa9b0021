import { z } from 'zod';
import { DATE_EXPECTED, eventSchema } from '../events/event.ts';
import { type RegistrationList, registrationList, registrationStatus, staffRegistrationSchema } from '../registrations/places.ts';
import { containsAddress } from '../rules/address-in-name.ts';
import { cleanAddress, EMAIL_MAX_LENGTH, isEmail } from '../rules/email.ts';
import { isEventDate } from '../rules/event-date.ts';
import { VIA_NAME, VIAS } from '../rules/payload-keys.ts';
import { LIST_SEARCH_MAX_LENGTH } from '../rules/search-words.ts';
import { ANSWER_MAX_LENGTH, LINE_MAX_LENGTH, LONG_ANSWER_MAX_LENGTH, NAME_MAX_LENGTH } from '../rules/sign-up.ts';
import { isBlank, jsonIn, visibleLine } from '../rules/text.ts';
import * as words from '../texts/words/form.ts';
import { cursor, id, line, moment, requiredLine, text } from '../wire-text.ts';

const email = z
  .string(words.isRequired('email'))
  .overwrite(cleanAddress)
  .pipe(
    line(EMAIL_MAX_LENGTH)
      .refine((value) => !isBlank(value), { error: words.isRequired('email'), abort: true })
      .refine((value) => isEmail(value), words.EMAIL_INVALID.series),
  );

/** A detail of a person, without invisible characters. */
const detail = (max: number) => z.string().overwrite(visibleLine).pipe(line(max));

/** Mail programs turn addresses and phone numbers into links, whoever typed or uploaded them. */
const withoutAddress = [(name: string) => !containsAddress(name), words.NAME_WITHOUT_ADDRESS] as const;

/** The details that everyone in an event has. */
export const person = {
  // Some people have only one name, which counts as the last name.
  first_name: detail(NAME_MAX_LENGTH).refine(...withoutAddress),
  last_name: z
    .string(words.isRequired('last_name'))
    .overwrite(visibleLine)
    .pipe(requiredLine(words.isRequired('last_name'), NAME_MAX_LENGTH).refine(...withoutAddress)),
  email,
  job_title: detail(LINE_MAX_LENGTH),
  organisation: detail(LINE_MAX_LENGTH),
  accepts_marketing: z.boolean(),
  message: text(LONG_ANSWER_MAX_LENGTH).nullable(),
};

/** An answer besides the built-in keys; unknown, since TypeScript would apply an index signature to the named keys too. */
const answer: z.ZodType<unknown> = z.union([z.boolean(), text(Math.max(ANSWER_MAX_LENGTH, LONG_ANSWER_MAX_LENGTH)), z.null()]);

export const newSubmissionSchema = z
  .object({
    ...person,
    first_name: person.first_name.nullable().default(''),
    job_title: person.job_title.nullable().default(''),
    organisation: person.organisation.nullable().default(''),
    accepts_marketing: person.accepts_marketing.default(false),
    message: person.message.default(null),
    /** Whether they get a place, however full the event, join the waiting list, or had cancelled in another tool; by default a place. */
    _registration: registrationStatus.extract(['confirmed', 'waiting', 'cancelled']).optional(),
    /** Whether the person is sent the confirmation; people in an upload never are. */
    _confirm: z.boolean().optional(),
  })
  .catchall(z.unknown());

export const addressSchema = z.object({ email });

/** The mails after a change of address: the confirmation to the new one, and notice to the old one that the place was passed on. */
export const addressMailsSchema = z.object({ _confirm: z.boolean().optional(), _tell_former: z.boolean().optional() });

/** Changed details of a person; they apply to all events of the submission. */
export const submissionEditSchema = z
  .object({ ...person, ...addressMailsSchema.shape })
  .partial()
  .catchall(z.unknown());

/** For a step about a registration change: `email: offer`, and the change's id. */
const stepOf = { step: z.string(), change_id: id.optional() };

const stepSchema = z.object({
  success: z.boolean(),
  ...stepOf,
  message: z.string(),
  /** The step, if it sent an email that can be read. */
  mail_id: id.optional(),
});

/** The state of a submission's steps, most important first. */
const statusSchema = z.object({
  state: z.enum(['failed', 'sending', 'done', 'added_by_staff', 'nothing_to_send']),
  steps_total: z.int(),
  steps_failed: z.int(),
  next_try_at: moment.nullable(),
  /** The attempts of each failed step, and its next one; null if there is none. */
  failed_steps: z.array(
    z.object({
      id,
      ...stepOf,
      attempts: z.int(),
      next_try_at: moment.nullable(),
      /** Who decided that it is not sent; null while it needs attention. */
      dismissed_by: z.string().nullable(),
    }),
  ),
});

/** Answers are further keys; those that start with an underscore are added by Turnout and never of a custom field. */
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
    [VIA_NAME]: z.enum(VIAS).optional(),
    _status: statusSchema,
    _version: z.int(),
    _import_id: id.optional(),
    /** For an event that is limited, or if this is not confirmed. */
    _registration: staffRegistrationSchema.optional(),
    /** Only for an event with attendance: when the person was checked in, and whether they were added at the door. */
    _attended_at: moment.nullable().optional(),
    _walk_in: z.boolean().optional(),
  })
  .catchall(answer);

/** Several long questions and options; an address may have 32 kB. */
const ANSWERS_MAX_LENGTH = 8_000;

/** Answers and sources by key; null means not answered, and false includes people who were not asked. */
const chosenAnswersSchema = z
  // zod omits this key, and a mailing would go to everyone.
  .custom((chosen: unknown) => chosen instanceof Object && !Object.hasOwn(chosen, '__proto__'))
  .pipe(z.record(text(ANSWERS_MAX_LENGTH), z.union([text(ANSWERS_MAX_LENGTH), z.boolean(), z.null()])));

/** The answers of the query parameter `answers`; undefined if it has none. */
export const readAnswers = (json: string): ChosenAnswers | undefined => chosenAnswersSchema.safeParse(jsonIn(json)).data;

/** How people in a list are selected: the same for lists, exports and mailings. */
export const matchingSchema = z.object({
  search: text(LIST_SEARCH_MAX_LENGTH).optional(),
  /** `duplicates`: an address that occurs more than once; `same_person`: with the same name. */
  filter: z.enum(['attended', 'not_attended', 'today', 'duplicates', 'same_person', 'failed', 'marketing', 'no_marketing']).optional(),
  import: id.optional(),
  /** A JSON object: only submissions with these answers and sources. */
  answers: text(ANSWERS_MAX_LENGTH)
    .refine((json) => readAnswers(json) !== undefined, 'Please send answers as a JSON object')
    .optional(),
});

export const pageQuerySchema = matchingSchema.extend({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  /** With `limit`: the list is counted no further than this, so that a page of a large list takes no longer than one of a small list. */
  count_max: z.coerce.number().int().min(1).max(1_000_000).optional(),
  cursor,
  /** `name`: by last name, then by first name. */
  sort: z.enum(['status', 'name', 'first_name', 'organisation', 'email', 'signups_count', 'submitted_at']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  /** Start of the viewer's day, for "today". */
  today_from: moment.pipe(z.string().refine(isEventDate, DATE_EXPECTED)).optional(),
});

/** Which registrations of an event; by default confirmed ones. */
export const ofList = { registration: registrationList.optional() };

export const EXPORT_TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;

export const exportQuerySchema = pageQuerySchema
  .omit({ limit: true, cursor: true, count_max: true })
  .extend({ format: z.enum(['csv', 'xlsx']).optional(), utc_offset: z.coerce.number().int().min(-840).max(840).optional() });

/** The most submissions that can be chosen for one file: as many as one import adds. */
const CHOSEN_MAX = 20_000;

/** The person who made a submission, its series or form, and one of its events. */
export const linkedSubmission = {
  submission_id: id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  series_id: id.nullable(),
  form_id: id.nullable(),
  event_id: id.nullable(),
  /** Of the series or form. */
  title: z.string(),
  event_title: z.string().nullable(),
  /** Whether that event is on the form, since hidden events are listed on another page; null without an event. */
  event_show_on_form: z.boolean().nullable(),
};

/** Options for exporting chosen submissions: their order, and the date in the file name. */
export const chosenQuerySchema = exportQuerySchema.pick({ format: true, sort: true, direction: true, utc_offset: true });

/** The most submissions read by their ids in one call. */
export const SOME_MAX = 50;

export const chosenSubmissionsSchema = z.object({ ids: z.array(id).min(1).max(CHOSEN_MAX) });

/** Submissions of an event or a form, newest first unless sorted otherwise; `next_cursor` is null on the last page. */
export const submissionPageSchema = z.object({
  submissions: z.array(submissionSchema),
  /** All in the list, or `count_max`, which says that there may be more. */
  submissions_count: z.int(),
  /** Omitted from pages, since it needs every row; the list of events has it. */
  duplicates_count: z.int().optional(),
  /** Addresses on this page that occur more than once in the list, in the form in which they are compared. */
  duplicate_emails: z.array(z.string()),
  /** As `submissions_count` without search and filter. */
  matches_count: z.int(),
  next_cursor: z.string().nullable(),
});

/** Ids of the submissions whose current state is requested, separated by commas. */
export const someQuerySchema = z.object({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(id).min(1).max(SOME_MAX)),
});

/** The requested submissions, unordered; `gone` are no longer in the list. */
export const someSubmissionsSchema = z.object({
  submissions: z.array(submissionSchema),
  gone: z.array(id),
  /** Their addresses that occur more than once in the event or form. */
  duplicate_emails: z.array(z.string()),
});

export const eventWithSubmissionsSchema = eventSchema.extend({ ...submissionPageSchema.shape, attended_count: z.int().optional() });

export const filterCountsQuerySchema = pageQuerySchema.pick({ search: true, answers: true, import: true, today_from: true });

/** The number of submissions by filter. `duplicates` counts all that share their address with another. */
export const filterCountsSchema = z.object({
  all: z.int(),
  today: z.int(),
  duplicates: z.int(),
  failed: z.int(),
  marketing: z.int(),
  no_marketing: z.int(),
  /** Only for an event with attendance. */
  attended: z.int().optional(),
  not_attended: z.int().optional(),
});

/** How often each answer to select and checkbox fields was given, how many answered the others (`true`), and each source; the value null is not answered. */
export const answerCountsSchema = z.array(
  z.object({ name: z.string(), counts: z.array(z.object({ value: z.union([z.string(), z.boolean(), z.null()]), count: z.int() })) }),
);

/** What removing submissions from an event loses: those that are in no other event. The others stay in the given number of other events. */
export const submissionLossesSchema = z.object({ submissions_lost: z.int(), submissions_kept: z.int(), other_events: z.int() });

/** A deletion removes the submission from one event or form; `deleted` says whether the row was deleted too. */
export const deletedSubmissionSchema = z.object({ id, deleted: z.boolean() });

export type NewSubmission = z.infer<typeof newSubmissionSchema>;
export type AddressMails = z.infer<typeof addressMailsSchema>;
export type SubmissionEdit = z.infer<typeof submissionEditSchema>;
export type Submission = z.infer<typeof submissionSchema>;
export type SubmissionStatus = z.infer<typeof statusSchema>;
export type SubmissionStep = z.infer<typeof stepSchema>;
export type SomeSubmissions = z.infer<typeof someSubmissionsSchema>;
export type SubmissionPage = z.infer<typeof submissionPageSchema>;
export type EventWithSubmissions = z.infer<typeof eventWithSubmissionsSchema>;
type OfList = { registration?: RegistrationList | undefined };
export type PageQuery = z.infer<typeof pageQuerySchema> & OfList;
export type ExportQuery = z.infer<typeof exportQuerySchema> & OfList;
export type ChosenAnswers = z.infer<typeof chosenAnswersSchema>;
export type SubmissionLosses = z.infer<typeof submissionLossesSchema>;
export type AnswerCounts = z.infer<typeof answerCountsSchema>;
export type FilterCounts = z.infer<typeof filterCountsSchema>;

/** Whether a list contains only people whose address occurs more than once. */
export const isOfRepeats = ({ filter }: Pick<PageQuery, 'filter'>): boolean => filter === 'duplicates' || filter === 'same_person';
