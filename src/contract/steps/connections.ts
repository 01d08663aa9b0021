import { z } from 'zod';
import { endpoint, staffRead, staffWrite } from '../endpoint.ts';
import { mailKind } from '../registrations/mail-kind.ts';
import { EMPTY_MAIL } from '../texts/staff.ts';
import { id, line, moment, optionalLine, requiredLine } from '../wire-text.ts';
import { notificationSettings, serviceName, type ServiceName } from './steps.ts';

/** One outside service: whether it is configured, its last success and failure, and how many steps wait for it. Contains no secrets. */
const connectionSchema = z.object({
  service: serviceName,
  is_configured: z.boolean(),
  description: z.string(),
  succeeded_at: moment.nullable(),
  failed_at: moment.nullable(),
  failure: z.string().nullable(),
  steps_failed: z.int(),
  steps_retrying: z.int(),
});

/** The series or form whose settings are tested, whose setup list then says so. */
const testedForm = { series_id: id.optional(), form_id: id.optional() };

/** The name with its `#`; null when Slack does not tell it. */
const slackChannelSchema = z.object({ name: z.string().nullable() });

const slackTestSchema = z.object({ channel_id: requiredLine('Please enter a channel ID'), ...testedForm });

/** An unsaved mail, to be sent to the caller; what is absent is taken from a sample, but what is empty is refused as it would never be sent. */
const mailTestSchema = z
  .object(notificationSettings)
  .pick({ email_from: true, email_subject: true, email_template: true })
  .extend({
    title: optionalLine(),
    /** Whether it is a marketing form's mail, where %SUCCESS% is the title. */
    is_marketing_form: z.boolean(),
    /** One of the series' mails besides the confirmation. */
    kind: mailKind,
    first_name: line(),
    ...testedForm,
  })
  .partial()
  .superRefine((mail, context) => {
    for (const path of ['email_subject', 'email_template'] as const)
      if (mail[path] === null || mail[path]?.trim() === '') context.addIssue({ code: 'custom', path: [path], message: EMPTY_MAIL[path] });
  });

const testedSchema = z.object({ message: z.string() });

export const connectionCalls = {
  listConnections: endpoint(staffRead, '/connections', {
    response: z.array(connectionSchema),
    summary: 'The external services: which are set up, and how each has done lately',
  }),
  getSlackChannel: endpoint(staffRead, '/connections/slack/channel', {
    query: z.object({ channel_id: line() }),
    response: slackChannelSchema,
    summary: 'The name of a Slack channel',
  }),
  testSlack: endpoint(staffWrite, '/connections/slack/test', {
    body: slackTestSchema,
    response: testedSchema,
    summary: 'Send a test message to a channel',
  }),
  testMail: endpoint({ ...staffWrite, sendsMail: true }, '/connections/mail/test', {
    body: mailTestSchema,
    response: testedSchema,
    summary: 'Send the caller a test email, filled in as for an attendee',
  }),
  testConnection: endpoint(staffWrite, '/connections/:service/test', {
    response: testedSchema,
    summary: 'Test the connection to a service by reading its account',
  }),
} as const;

const tested = { slack: slackTestSchema, mail: mailTestSchema };

export type ConnectionTestBody<Service extends ServiceName> = Service extends keyof typeof tested
  ? z.input<(typeof tested)[Service]>
  : unknown;

export const TESTED: Readonly<Partial<Record<ServiceName, z.ZodType>>> = tested;

export type Connection = z.infer<typeof connectionSchema>;
export type MailTest = z.infer<typeof mailTestSchema>;
