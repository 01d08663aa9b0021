import type { z } from 'zod';
import * as connections from './connections.ts';
import { duplicateLeadsSchema } from './duplicate-leads.ts';
import { type Endpoint, endpoint, type nothing, staffRead, staffWrite } from './endpoint.ts';
import * as steps from './steps.ts';

/** The calls about outside services: failed steps, duplicate leads, connections. */
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

  listConnections: endpoint(staffRead, '/connections', {
    response: connections.connectionsSchema,
    summary: 'The outside services: what is set up, and how each did lately',
  }),
  testSlack: endpoint(staffWrite, '/connections/slack/test', {
    body: connections.slackTestSchema,
    response: connections.testedSchema,
    summary: 'Send a test message to a channel',
  }),
  testMail: endpoint(staffWrite, '/connections/mail/test', {
    body: connections.mailTestSchema,
    response: connections.testedSchema,
    summary: 'Send a test mail to whoever asks, filled as an attendee would get it',
  }),
  testCopper: endpoint(staffWrite, '/connections/copper/test', {
    response: connections.testedSchema,
    summary: 'Test the connection to the CRM',
  }),
} as const;

const connectionTests = {
  slack: serviceCalls.testSlack,
  mail: serviceCalls.testMail,
  copper: serviceCalls.testCopper,
} as const;

export type ConnectionTestBody<Service extends steps.ServiceName> = z.input<(typeof connectionTests)[Service]['body']>;

/** The call that tests each service. */
export const CONNECTION_TESTS: Readonly<
  Record<steps.ServiceName, Endpoint<typeof nothing, typeof nothing, z.ZodType, typeof connections.testedSchema>>
> = connectionTests;
