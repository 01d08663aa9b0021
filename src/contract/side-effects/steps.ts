import { z } from 'zod';
import type { SettingName } from '../notification-settings.ts';

interface Service {
  /** In sentences. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  /** What it is sent for a sign-up: one, and several. */
  readonly sent: readonly [one: string, several: string];
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
    sent: ['Slack message', 'Slack messages'],
    test: { label: 'Send a test message', input: { name: 'channel_id', label: 'Channel ID', placeholder: 'C0123456789' } },
  },
  mail: {
    name: 'Email',
    title: 'Email',
    purpose: 'Confirms sign-ups to attendees, and forwards copies.',
    sent: ['mail', 'mails'],
    test: { label: 'Send a test to me' },
  },
  copper: {
    name: 'Copper',
    title: 'Copper CRM',
    purpose: 'Keeps attendees as leads with their tags, and knows duplicate leads.',
    sent: ['lead', 'leads'],
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
