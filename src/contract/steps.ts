import { z } from 'zod';
import type { SettingName } from './notification-settings.ts';
import { id, moment, text } from './wire-text.ts';

const CURSOR_MAX_LENGTH = 500;

interface Service {
  /** In sentences. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  /** Its test on the page "Connections". */
  readonly test: {
    readonly label: string;
    /** What the test asks for: `name` in the body of its call. */
    readonly input?: { readonly name: string; readonly label: string; readonly placeholder: string };
  };
}

const services = {
  slack: {
    name: 'Slack',
    title: 'Slack',
    purpose: 'Tells a channel of each sign-up.',
    test: { label: 'Send a test message', input: { name: 'channel_id', label: 'Channel ID', placeholder: 'C0123456789' } },
  },
  mail: {
    name: 'Email',
    title: 'Email',
    purpose: 'Confirms sign-ups to attendees, and forwards copies.',
    test: { label: 'Send a test to me' },
  },
  copper: {
    name: 'Copper',
    title: 'Copper CRM',
    purpose: 'Keeps attendees as leads with their tags, and knows duplicate leads.',
    test: { label: 'Test the connection' },
  },
} as const satisfies Record<string, Service>;

export type ServiceName = keyof typeof services;

export const SERVICES: Readonly<Record<ServiceName, Service>> = services;

interface Step {
  readonly service: ServiceName;
  /** A sign-up has this step when all of these are set; the SQL function `steps_asked_for` decides it. */
  readonly settings: readonly SettingName[];
}

const steps = {
  slack: { service: 'slack', settings: ['send_notifications_slack', 'slack_channel_id'] },
  email: { service: 'mail', settings: ['email_from', 'email_subject', 'email_template'] },
  forward: { service: 'mail', settings: ['email_forward'] },
  crm: { service: 'copper', settings: ['copper_tag'] },
} as const satisfies Record<string, Step>;

export type StepName = keyof typeof steps;

/** The side effects of a sign-up, in the order in which staff see them. An event can ask for `crm` too, by its own tag. */
export const STEPS: Readonly<Record<StepName, Step>> = steps;

/* oxlint-disable typescript/no-unsafe-type-assertion -- the tables above have no other keys */
export const SERVICE_NAMES: readonly ServiceName[] = Object.keys(services) as ServiceName[];
export const STEP_NAMES: readonly StepName[] = Object.keys(steps) as StepName[];
/* oxlint-enable typescript/no-unsafe-type-assertion */

export const serviceName = z.enum(SERVICE_NAMES);
export const stepName = z.enum(STEP_NAMES);

/** Which failed steps: all, or those of one series, form or kind. */
export const attentionQuerySchema = z.object({
  series_id: id.optional(),
  form_id: id.optional(),
  step: stepName.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: text(CURSOR_MAX_LENGTH).optional(),
});

/** A step that failed for good, or so far, when `next_try_at` says when it is retried. */
const failedStepSchema = z.object({
  submission_id: id,
  step: stepName,
  message: z.string(),
  attempts: z.int(),
  next_try_at: moment.nullable(),
  failed_at: moment,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The series or form of the submission, and one of its events, for a link. */
  series_id: id.nullable(),
  form_id: id.nullable(),
  event_id: id.nullable(),
  /** Whether that event is on the form; null without an event. */
  event_show_on_form: z.boolean().nullable(),
  title: z.string(),
});

export const attentionSchema = z.object({
  steps: z.array(failedStepSchema),
  next_cursor: z.string().nullable(),
});

/** The number of steps of a series or form that failed for good, and that are still retried. */
const attentionCountSchema = z.object({ id, title: z.string(), failed: z.int(), retrying: z.int() });

export const attentionCountsSchema = z.object({
  failed: z.int(),
  retrying: z.int(),
  series: z.array(attentionCountSchema),
  forms: z.array(attentionCountSchema),
});

export const retriedSchema = z.object({ retried: z.int() });

export type AttentionQuery = z.infer<typeof attentionQuerySchema>;
export type Attention = z.infer<typeof attentionSchema>;
export type AttentionCounts = z.infer<typeof attentionCountsSchema>;
