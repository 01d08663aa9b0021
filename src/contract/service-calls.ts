import { z } from 'zod';
import { nothing, oneId, staffRead, staffWrite } from './call-shapes.ts';
import * as connections from './connections.ts';
import { duplicateLeadsSchema } from './duplicate-leads.ts';
import { endpoint } from './endpoint.ts';
import * as steps from './steps.ts';
import { id } from './wire-text.ts';

/** The calls about outside services: failed steps, duplicate leads, connections. */
export const serviceCalls = {
  countFailedSteps: endpoint({
    ...staffRead,
    path: '/steps/counts',
    params: nothing,
    response: steps.attentionCountsSchema,
    summary: 'How many side effects of sign-ups have failed, in all and by series and form',
  }),
  listFailedSteps: endpoint({
    ...staffRead,
    path: '/steps/failed',
    params: nothing,
    query: steps.attentionQuerySchema,
    response: steps.attentionSchema,
    summary: 'Failed side effects, latest first',
  }),
  retryStep: endpoint({
    ...staffWrite,
    path: '/submission/:submissionId/step/:step/retry',
    params: z.object({ submissionId: id, step: steps.stepName }),
    response: steps.retriedSchema,
    summary: 'Try one failed side effect again; a confirmation that was held back is sent',
  }),
  retrySubmissionSteps: endpoint({
    ...staffWrite,
    path: '/submission/:submissionId/steps/retry',
    params: z.object({ submissionId: id }),
    response: steps.retriedSchema,
    summary: 'Try all failed side effects of a sign-up again',
  }),
  retrySeriesSteps: endpoint({
    ...staffWrite,
    path: '/event_series/:id/steps/retry',
    params: oneId,
    response: steps.retriedSchema,
    summary: 'Try all failed side effects of a series again',
  }),
  retryFormSteps: endpoint({
    ...staffWrite,
    path: '/form/:id/steps/retry',
    params: oneId,
    response: steps.retriedSchema,
    summary: 'Try all failed side effects of a marketing form again',
  }),
  retryAllSteps: endpoint({
    ...staffWrite,
    path: '/steps/retry',
    params: nothing,
    response: steps.retriedSchema,
    summary: 'Try all failed side effects again',
  }),

  getDuplicateLeads: endpoint({
    ...staffRead,
    path: '/getduplicateslead',
    params: nothing,
    response: duplicateLeadsSchema,
    summary: 'Leads of the CRM that share an e-mail address; waits until all are read',
  }),

  listConnections: endpoint({
    ...staffRead,
    path: '/connections',
    params: nothing,
    response: connections.connectionsSchema,
    summary: 'The outside services: what is set up, and how each did lately',
  }),
  testSlack: endpoint({
    ...staffWrite,
    path: '/connections/slack/test',
    params: nothing,
    body: connections.slackTestSchema,
    response: connections.testedSchema,
    summary: 'Send a test message to a channel',
  }),
  testMail: endpoint({
    ...staffWrite,
    path: '/connections/mail/test',
    params: nothing,
    body: connections.mailTestSchema,
    response: connections.testedSchema,
    summary: 'Send a test mail to whoever asks, filled as an attendee would get it',
  }),
  testCopper: endpoint({
    ...staffWrite,
    path: '/connections/copper/test',
    params: nothing,
    response: connections.testedSchema,
    summary: 'Test the connection to the CRM',
  }),
} as const;
