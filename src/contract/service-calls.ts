import { connectionCalls } from './connections.ts';
import { duplicateLeadsSchema } from './duplicate-leads.ts';
import { endpoint, staffRead, staffWrite } from './endpoint.ts';
import * as steps from './steps.ts';

export const serviceCalls = {
  countFailedSteps: endpoint(staffRead, '/steps/counts', {
    response: steps.attentionCountsSchema,
    summary: 'How many side effects of sign-ups have failed, in all and by series and form',
  }),
  listFailedSteps: endpoint(staffRead, '/steps/failed', {
    query: steps.attentionQuerySchema,
    response: steps.attentionSchema,
    summary: 'Failed side effects, latest first',
  }),
  retryStep: endpoint(staffWrite, '/submission/:submissionId/step/:step/retry', {
    response: steps.retriedSchema,
    summary: 'Try one failed side effect again; a confirmation that was held back is sent',
  }),
  retrySubmissionSteps: endpoint(staffWrite, '/submission/:submissionId/steps/retry', {
    response: steps.retriedSchema,
    summary: 'Try all failed side effects of a sign-up again',
  }),
  retrySeriesSteps: endpoint(staffWrite, '/event_series/:id/steps/retry', {
    response: steps.retriedSchema,
    summary: 'Try all failed side effects of a series again',
  }),
  retryFormSteps: endpoint(staffWrite, '/form/:id/steps/retry', {
    response: steps.retriedSchema,
    summary: 'Try all failed side effects of a marketing form again',
  }),
  retryAllSteps: endpoint(staffWrite, '/steps/retry', { response: steps.retriedSchema, summary: 'Try all failed side effects again' }),

  getDuplicateLeads: endpoint(staffRead, '/getduplicateslead', {
    response: duplicateLeadsSchema,
    summary: 'Leads of the CRM that share an e-mail address; waits until all are read',
  }),

  ...connectionCalls,
} as const;
