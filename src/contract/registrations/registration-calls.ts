import { z } from 'zod';
import { endpoint, staffEdit, staffRead, staffWrite } from '../endpoint.ts';
import { stepName } from '../steps/steps.ts';
import { NO_SUBJECT, NO_TEXT } from '../texts/settings.ts';
import { id, moment, optionalLine, TEMPLATE_MAX_LENGTH, text } from '../wire-text.ts';
import { mailKind } from './mail-kind.ts';
import { changeActor, changeDetailsSchema, changeKind } from './registration-changes.ts';

/** A step of a change; a failed one may be tried again at `next_try_at`. */
const changeStepSchema = z.object({
  step: stepName,
  /** In names of the API what it is about: the mail, or the change itself. */
  about: z.string(),
  state: z.enum(['done', 'failed', 'sending']),
  message: z.string(),
  attempts: z.int(),
  next_try_at: moment.nullable(),
  dismissed_by: z.string().nullable(),
});

/** What became of a submission, newest first, at most the last 200 changes. */
const historySchema = z.object({
  changes: z.array(
    z.object({
      id,
      kind: changeKind,
      actor: changeActor,
      /** Of staff. */
      actor_name: z.string().nullable(),
      at: moment,
      event_id: id.nullable(),
      event_title: z.string().nullable(),
      details: changeDetailsSchema,
      steps: z.array(changeStepSchema),
    }),
  ),
});

/** A mail besides the confirmation: the series' own, or the default. */
const seriesMailSchema = z.object({ kind: mailKind, subject: z.string(), template: z.string(), is_own: z.boolean() });

const seriesMailsSchema = z.object({
  id,
  mails: z.array(seriesMailSchema),
  /** Whether everyone has a link to an own page, and whether someone may wait for an event. */
  self_service: z.boolean(),
  has_waiting_list: z.boolean(),
  /** Of the series: each edit of a mail gives it a new one. */
  version: z.int(),
});

const isBlank = (value: string | null): boolean => value === null || value.trim() === '';

/** Subject and text of a mail, absent: unchanged; both blank: the default again. */
export const seriesMailEditSchema = z
  .object({ kind: mailKind, subject: optionalLine().optional(), template: text(TEMPLATE_MAX_LENGTH).nullable().optional() })
  .superRefine(({ subject, template }, context) => {
    const blank = [subject, template].filter((value) => value !== undefined && isBlank(value));
    if (blank.length === 2) return;
    if (subject !== undefined && isBlank(subject)) context.addIssue({ code: 'custom', path: ['subject'], message: NO_SUBJECT });
    if (template !== undefined && isBlank(template)) context.addIssue({ code: 'custom', path: ['template'], message: NO_TEXT });
  });

export const registrationCalls = {
  getSubmissionHistory: endpoint(staffRead, '/event_series/:id/event/:eventId/submission/:submissionId/history', {
    response: historySchema,
    summary: 'What became of the registrations of a sign-up, newest first, with the side effects of each change',
  }),
  makeLink: endpoint(staffWrite, '/event_series/:id/event/:eventId/submission/:submissionId/link', {
    body: z.object({ revoke: z.boolean().default(false), send: z.boolean().default(false) }),
    response: z.object({ url: z.string().nullable() }),
    summary: 'Make one more link to the own page of an attendee, on request ending all others, or email one; the address is null then',
  }),
  listSeriesMails: endpoint(staffRead, '/event_series/:id/mails', {
    response: seriesMailsSchema,
    summary: 'The emails of a series besides the confirmation, by kind',
  }),
  editSeriesMail: endpoint(staffEdit, '/event_series/:id/mails', {
    body: seriesMailEditSchema,
    response: seriesMailsSchema,
    summary: 'Rewrite an email of a series, or go back to its default',
  }),
} as const;

export type RegistrationHistory = z.infer<typeof historySchema>;
export type HistoryEntry = RegistrationHistory['changes'][number];
export type SeriesMail = z.infer<typeof seriesMailSchema>;
export type SeriesMails = z.infer<typeof seriesMailsSchema>;
export type SeriesMailEdit = z.infer<typeof seriesMailEditSchema>;
