import { z } from 'zod';
import { serviceName } from './steps.ts';
import { EMAIL_INVALID } from './texts/sign-up.ts';
import { line, moment, optionalEmail, optionalLine, requiredLine, TEMPLATE_MAX_LENGTH, text } from './wire-text.ts';

/** One outside service: whether it is configured, its last success and failure, and how many steps wait for it. Contains no secrets. */
const connectionSchema = z.object({
  service: serviceName,
  is_configured: z.boolean(),
  /** What it is connected to, or what has to be set, for people. */
  description: z.string(),
  succeeded_at: moment.nullable(),
  failed_at: moment.nullable(),
  failure: z.string().nullable(),
  steps_failed: z.int(),
  steps_retrying: z.int(),
});

export const connectionsSchema = z.array(connectionSchema);

/** A channel for the test message. */
export const slackTestSchema = z.object({ channel_id: requiredLine('Please enter a channel ID') });

/** An unsaved mail, to be sent to the caller; what is missing is taken from a sample. */
export const mailTestSchema = z
  .object({
    title: optionalLine(),
    email_from: optionalEmail(EMAIL_INVALID.series),
    email_subject: optionalLine(),
    email_template: text(TEMPLATE_MAX_LENGTH).nullable(),
    /** Whether it is a marketing form's mail, where %SUCCESS% is the title. */
    is_marketing_form: z.boolean(),
    first_name: line(),
  })
  .partial();

/** What a test did, for people. */
export const testedSchema = z.object({ message: z.string() });

export type Connection = z.infer<typeof connectionSchema>;
export type MailTest = z.infer<typeof mailTestSchema>;
