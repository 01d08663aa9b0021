import { z } from 'zod';
import { addressSchema } from '../attendees/submission.ts';
import { endpoint, staffEdit, staffRead, staffWrite } from '../endpoint.ts';
import { moment } from '../wire-text.ts';
import * as attention from './attention.ts';

/** A mail that was sent to a person, filled in again with current values; `changed`: which of them have changed since. */
export const sentMailSchema = z.object({
  sent_at: moment,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  changed: z.array(z.enum(['email', 'details'])),
});
export type SentMail = z.infer<typeof sentMailSchema>;

const retryOf = <At extends string>(at: At, of: string) =>
  endpoint(staffWrite, `/${at}/steps/retry`, { response: attention.retriedSchema, summary: `Retry all failed side effects of ${of}` });

export const sideEffectCalls = {
  readMail: endpoint(staffRead, '/step/:stepId/mail', {
    response: sentMailSchema,
    summary: 'The email that a side effect sent to a person, filled in with current values; its links do not work',
  }),
  countFailedSteps: endpoint(staffRead, '/steps/counts', {
    response: attention.attentionCountsSchema,
    summary: 'How many side effects of sign-ups have failed, in total and by series and form',
  }),
  listFailedSteps: endpoint(staffRead, '/steps/failed', {
    query: attention.attentionQuerySchema,
    response: attention.attentionSchema,
    summary: 'Failed side effects, latest first',
  }),
  listCauses: endpoint(staffRead, '/steps/causes', {
    query: attention.attentionScopeSchema,
    response: attention.attentionCausesSchema,
    summary: 'Why side effects failed: by cause, with counts and the latest of each',
  }),
  retryCause: endpoint(staffWrite, '/steps/cause/retry', {
    body: attention.causeStepsSchema,
    response: attention.handledSchema,
    summary: 'Retry the side effects that failed for one cause',
  }),
  dismissCause: endpoint(staffWrite, '/steps/cause/dismiss', {
    body: attention.causeStepsSchema,
    response: attention.handledSchema,
    summary: 'Dismiss the side effects that failed for one cause: they are not sent',
  }),
  restoreSteps: endpoint(staffWrite, '/steps/dismissed/restore', {
    body: attention.dismissedStepsSchema,
    response: attention.handledSchema,
    summary: 'Restore dismissed side effects',
  }),
  dismissStep: endpoint(staffWrite, '/step/:stepId/dismiss', {
    response: attention.handledSchema,
    summary: 'Dismiss one failed side effect: it is not sent',
  }),
  restoreStep: endpoint(staffWrite, '/step/:stepId/restore', {
    response: attention.handledSchema,
    summary: 'Restore one dismissed side effect',
  }),
  correctAddress: endpoint(staffEdit, '/submission/:submissionId/address/correct', {
    body: addressSchema,
    response: attention.correctedAddressSchema,
    summary: 'Correct the address of a sign-up and resend its confirmation',
  }),
  retryStep: endpoint(staffWrite, '/step/:stepId/retry', {
    response: attention.retriedSchema,
    summary: 'Retry one failed side effect; a confirmation that was held back is sent',
  }),
  retrySubmissionSteps: retryOf('submission/:submissionId', 'a sign-up'),
  retrySeriesSteps: retryOf('event_series/:id', 'a series'),
  retryFormSteps: retryOf('form/:id', 'a marketing form'),
  retryAllSteps: endpoint(staffWrite, '/steps/retry', { response: attention.retriedSchema, summary: 'Retry all failed side effects' }),
} as const;

export const retryCallOf = { series: sideEffectCalls.retrySeriesSteps, marketing: sideEffectCalls.retryFormSteps } as const;
