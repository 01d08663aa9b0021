import { z } from 'zod';
import { endpoint, staffRead, staffWrite } from '../endpoint.ts';
import { moment } from '../wire-text.ts';

const setupItemSchema = z.object({
  name: z.enum(['event', 'form_seen', 'described', 'mail_tested', 'reminder', 'slack_tested', 'embed_seen', 'first_signup']),
  /** `off`: the series, form or server is not set up for it. */
  state: z.enum(['done', 'open', 'off']),
  /** When it was done; for an event, when it begins. */
  at: moment.nullable(),
  /** The end of the event, if it has one. */
  until: moment.optional(),
  /** The title of the event, the tested channel, or the site where the form was seen. */
  detail: z.string().nullable(),
});

const setupSchema = z.object({ items: z.array(setupItemSchema), dismissed_at: moment.nullable() });

const formHostsSchema = z.object({
  /** Whether the server records where forms are seen (setting VISIT_REPORTS). */
  is_on: z.boolean(),
  hosts: z.array(z.object({ host: z.string(), first_seen_at: moment, last_seen_at: moment })),
});

const dismissSchema = z.object({ dismissed: z.boolean() });

const dismissedSchema = setupSchema.pick({ dismissed_at: true });

export const setupCalls = {
  getSeriesSetup: endpoint(staffRead, '/event_series/:id/setup', {
    response: setupSchema,
    summary: 'What is done, and what remains to be done before a series takes sign-ups',
  }),
  dismissSeriesSetup: endpoint(staffWrite, '/event_series/:id/setup/dismiss', {
    body: dismissSchema,
    response: dismissedSchema,
    summary: 'Hide the setup list of a series for all staff, or bring it back',
  }),
  listSeriesHosts: endpoint(staffRead, '/event_series/:id/hosts', {
    response: formHostsSchema,
    summary: 'Other sites where the form of a series was seen, last seen first; only hints, since anyone can forge them',
  }),
  getFormSetup: endpoint(staffRead, '/form/:id/setup', {
    response: setupSchema,
    summary: 'What is done, and what remains to be done before a marketing form takes sign-ups',
  }),
  dismissFormSetup: endpoint(staffWrite, '/form/:id/setup/dismiss', {
    body: dismissSchema,
    response: dismissedSchema,
    summary: 'Hide the setup list of a marketing form for all staff, or bring it back',
  }),
  listFormHosts: endpoint(staffRead, '/form/:id/hosts', {
    response: formHostsSchema,
    summary: 'Other sites where a marketing form was seen, last seen first; only hints, since anyone can forge them',
  }),
} as const;

export const setupCallsOf = {
  series: { read: setupCalls.getSeriesSetup, dismiss: setupCalls.dismissSeriesSetup, hosts: setupCalls.listSeriesHosts },
  marketing: { read: setupCalls.getFormSetup, dismiss: setupCalls.dismissFormSetup, hosts: setupCalls.listFormHosts },
} as const;

export type Setup = z.infer<typeof setupSchema>;
export type SetupItem = Setup['items'][number];
export type FormHosts = z.infer<typeof formHostsSchema>;
export type FormHost = FormHosts['hosts'][number];
