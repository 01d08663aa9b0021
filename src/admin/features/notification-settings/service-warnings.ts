import type { Connection } from '#contract/connections.ts';
import { isBlank } from '#contract/rules/text.ts';
import type { NotificationValues } from './settings-values.ts';

type Service = Connection['service'];

/** Which services are configured on this server; undefined while that is not known. */
export type ConfiguredServices = Readonly<Record<Service, boolean>> | undefined;

const missing = (service: string, steps: string): string =>
  `${service} is not configured on this server. Until it is, ${steps} of each sign-up fails and can be retried later.`;

/** Whether all three settings that the mail to the attendee needs are set. */
export const sendsMail = ({ email_from: from, email_subject: subject, email_template: template }: NotificationValues): boolean =>
  ![from, subject, template].some(isBlank);

/** Whether only some of the mail's settings are set, so that nothing is sent. */
export const isMailIncomplete = (values: NotificationValues): boolean =>
  !sendsMail(values) && ![values.email_from, values.email_subject, values.email_template].every(isBlank);

/** A warning for each service that the settings use but this server lacks, by the section that shows it. */
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
