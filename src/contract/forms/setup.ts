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

const callsOf = <At extends 'event_series' | 'form'>(at: At, form: string) => ({
  read: endpoint(staffRead, `/${at}/:id/setup`, {
    response: setupSchema,
    summary: `What is done, and what remains to be done before ${form} takes sign-ups`,
  }),
  dismiss: endpoint(staffWrite, `/${at}/:id/setup/dismiss`, {
    body: z.object({ dismissed: z.boolean() }),
    response: setupSchema.pick({ dismissed_at: true }),
    summary: `Hide the setup list of ${form} for all staff, or bring it back`,
  }),
  hosts: endpoint(staffRead, `/${at}/:id/hosts`, {
    response: formHostsSchema,
    summary: `Other sites that showed ${form}, last seen first; only hints, since anyone can forge them`,
  }),
});

const series = callsOf('event_series', 'a series');
const marketing = callsOf('form', 'a marketing form');
export const setupCallsOf = { series, marketing } as const;

export const setupCalls = {
  getSeriesSetup: series.read,
  dismissSeriesSetup: series.dismiss,
  listSeriesHosts: series.hosts,
  getFormSetup: marketing.read,
  dismissFormSetup: marketing.dismiss,
  listFormHosts: marketing.hosts,
} as const;

export type Setup = z.infer<typeof setupSchema>;
export type SetupItem = Setup['items'][number];
export type FormHosts = z.infer<typeof formHostsSchema>;
export type FormHost = FormHosts['hosts'][number];
