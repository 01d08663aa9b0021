import type { Connection } from '#contract/connections.ts';
import { isBlank } from '#contract/rules/text.ts';
import type { NotificationValues } from './settings-values.ts';

type Service = Connection['service'];

/** Which services this server is set up for; undefined while that is not known. */
export type ConfiguredServices = Readonly<Record<Service, boolean>> | undefined;

const missing = (service: string, steps: string): string =>
  `${service} is not configured on this server. Until it is, ${steps} of each sign-up fails and can be retried later.`;

/** Whether all three settings that an attendee's mail needs are set (decision 34). */
export const sendsMail = ({ email_from: from, email_subject: subject, email_template: template }: NotificationValues): boolean =>
  ![from, subject, template].some(isBlank);

/** Whether some of the settings of the attendee's mail are set, and some are not: then nothing is sent. */
export const isMailIncomplete = (values: NotificationValues): boolean =>
  !sendsMail(values) && ![values.email_from, values.email_subject, values.email_template].every(isBlank);

/** What settings ask of a service that this server is not set up for, by the group of settings in which it is told (decision 33). */
export function serviceWarnings(
  values: NotificationValues,
  configured: ConfiguredServices,
): { readonly notifications: readonly string[]; readonly mail: readonly string[] } {
  const lacks = (service: Service): boolean => configured?.[service] === false;
  const slack = values.send_notifications_slack && !isBlank(values.slack_channel_id) && lacks('slack');
  const forward = !isBlank(values.email_forward) && lacks('mail');
  const copper = !isBlank(values.copper_tag) && lacks('copper');
  return {
    notifications: [
      ...(slack ? [missing('Slack', 'the step ‘slack’')] : []),
      ...(forward ? [missing('Email', 'the step ‘forward’')] : []),
      ...(copper ? [missing('Copper', 'the step ‘crm’')] : []),
    ],
    mail: sendsMail(values) && lacks('mail') ? [missing('Email', 'the step ‘email’')] : [],
  };
}
