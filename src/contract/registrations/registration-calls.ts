import { z } from 'zod';
import { endpoint, staffRead, staffWrite } from '../endpoint.ts';
import { stepName } from '../steps/steps.ts';
import { id, moment } from '../wire-text.ts';
import { mailingKind } from './mail-kind.ts';
import { changeActor, changeDetailsSchema, changeKind } from './registration-changes.ts';

/** A step of a change; a failed one may be tried again at `next_try_at`. */
const changeStepSchema = z.object({
  id,
  step: stepName,
  /** What it is about, as the API names it: the mail, or the change itself. */
  about: z.string(),
  state: z.enum(['done', 'failed', 'sending']),
  message: z.string(),
  attempts: z.int(),
  next_try_at: moment.nullable(),
  dismissed_by: z.string().nullable(),
  /** Whether it sent an email that can be read. */
  has_mail: z.boolean(),
});

/** The history of a submission, newest first, at most the last 200 changes. */
const historySchema = z.object({
  changes: z.array(
    z.object({
      id,
      kind: z.enum([...changeKind.options, ...mailingKind.options]),
      actor: changeActor,
      actor_name: z.string().nullable(),
      at: moment,
      event_id: id.nullable(),
      event_title: z.string().nullable(),
      details: changeDetailsSchema,
      steps: z.array(changeStepSchema),
    }),
  ),
});

const newLinkSchema = z.object({ revoke: z.boolean().default(false), send: z.boolean().default(false) });

export const registrationCalls = {
  getSubmissionHistory: endpoint(staffRead, '/event_series/:id/event/:eventId/submission/:submissionId/history', {
    response: historySchema,
    summary: 'The history of the registrations of a sign-up, newest first, with the side effects of each change',
  }),
  makeLink: endpoint(staffWrite, '/event_series/:id/event/:eventId/submission/:submissionId/link', {
    body: newLinkSchema,
    response: z.object({ url: z.string().nullable() }),
    summary:
      'Make another link to the self-service page of an attendee, optionally ending all others, or email one; then the address is null',
  }),
} as const;

export type NewLink = z.infer<typeof newLinkSchema>;
export type RegistrationHistory = z.infer<typeof historySchema>;
export type HistoryEntry = RegistrationHistory['changes'][number];
