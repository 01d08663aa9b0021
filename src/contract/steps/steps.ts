import { z } from 'zod';
import { isBlank, visibleLine } from '../rules/text.ts';
import { TITLE_REQUIRED } from '../texts/staff.ts';
import { EMAIL_INVALID } from '../texts/words/form.ts';
import { line, optionalEmail, optionalEmails, optionalLine, requiredLine, TEMPLATE_MAX_LENGTH, text } from '../wire-text.ts';

interface Service {
  /** The name as used in sentences. */
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
  /** What it is sent for a sign-up: one, and several. */
  readonly sent: readonly [one: string, several: string];
  /** The name of the server that answers, if it differs. */
  readonly server?: string;
  /** Why sign-ups have failed steps, as the titles of their causes. */
  readonly notDelivered: string;
  readonly switchedOff: string;
  /** The variables that connect it, for whoever runs the server. */
  readonly settingNames: readonly string[];
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
    purpose: 'Posts each sign-up to a channel.',
    sent: ['Slack message', 'Slack messages'],
    notDelivered: 'Slack messages were not delivered',
    switchedOff: 'Slack notifications were switched off',
    settingNames: ['SLACK_BOT_TOKEN'],
    test: { label: 'Send a test message', input: { name: 'channel_id', label: 'Channel ID', placeholder: 'C0123456789' } },
  },
  mail: {
    name: 'Email',
    title: 'Email',
    purpose: 'Sends confirmations to attendees, and forwards copies.',
    sent: ['email', 'emails'],
    server: 'The mail server',
    notDelivered: 'Emails were not delivered',
    switchedOff: 'The email settings were cleared',
    settingNames: ['SMTP_URL'],
    test: { label: 'Send a test to me' },
  },
  copper: {
    name: 'Copper',
    title: 'Copper CRM',
    purpose: 'Saves attendees as tagged leads and finds duplicates.',
    sent: ['lead', 'leads'],
    notDelivered: 'Leads were not added',
    switchedOff: 'The Copper tags were removed',
    settingNames: ['COPPER_API_TOKEN', 'COPPER_USER_EMAIL'],
    test: { label: 'Test the connection' },
  },
} as const satisfies Record<string, Service>;
export type ServiceName = keyof typeof services;

export const SERVICES: Readonly<Record<ServiceName, Service>> = services;

/** The ID of a Slack channel in what Slack lets people copy: the ID, a mention or a link. Names change, so they are refused. */
export const slackChannelIn = (typed: string): string | undefined =>
  /^(?:<#|https:\/\/\S*\/)?([CG][A-Z0-9]{1,30})(?=$|[|>/?])/.exec(visibleLine(typed))?.[1];

const textSettings = {
  slack_channel_id: line()
    .overwrite((typed) => slackChannelIn(typed) ?? typed)
    .refine((typed) => isBlank(typed) || slackChannelIn(typed) !== undefined, 'Please enter the ID of a channel')
    .nullable(),
  copper_tag: optionalLine(),
  email_forward: optionalEmails(EMAIL_INVALID.series),
  email_from: optionalEmail(EMAIL_INVALID.series),
  email_subject: optionalLine(),
  email_template: text(TEMPLATE_MAX_LENGTH).nullable(),
};
export type TextSetting = keyof typeof textSettings;

/** The name of a setting on which a side effect depends, which is also the name of its column. */
export type SettingName = TextSetting | 'send_notifications_slack';

export const forTextSettings = <T>(valueOf: (name: TextSetting) => T): Record<TextSetting, T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings above have no other keys
  Object.fromEntries(Object.keys(textSettings).map((name) => [name, valueOf(name as TextSetting)])) as Record<TextSetting, T>;

export const SETTING_NAMES: readonly SettingName[] = ['send_notifications_slack', ...Object.values(forTextSettings((name) => name))];

export const notificationSettings = { title: requiredLine(TITLE_REQUIRED), send_notifications_slack: z.boolean(), ...textSettings };

interface Step {
  readonly service: ServiceName;
  /** A sign-up has this step if all of these are set when it arrives; if there are none, no sign-up has it. */
  readonly settings: readonly SettingName[];
  /** Not retried automatically once it may have been done. */
  readonly isOnce?: true;
}

const steps = {
  slack: { service: 'slack', settings: ['send_notifications_slack', 'slack_channel_id'] },
  email: { service: 'mail', settings: ['email_from', 'email_subject', 'email_template'] },
  forward: { service: 'mail', settings: ['email_forward'] },
  crm: { service: 'copper', settings: ['copper_tag'] },
  mailing: { service: 'mail', settings: [], isOnce: true },
} as const satisfies Record<string, Step>;
export type StepName = keyof typeof steps;

/** In the order in which staff see them. Sign-ups store them by their index here, so a new one is the last. */
export const STEPS: Readonly<Record<StepName, Step>> = steps;

/* oxlint-disable typescript/no-unsafe-type-assertion -- the tables above have no other keys */
export const SERVICE_NAMES: readonly ServiceName[] = Object.keys(services) as ServiceName[];
export const STEP_NAMES: readonly StepName[] = Object.keys(steps) as StepName[];
/* oxlint-enable typescript/no-unsafe-type-assertion */

export const serviceName = z.enum(SERVICE_NAMES);
export const stepName = z.enum(STEP_NAMES);
