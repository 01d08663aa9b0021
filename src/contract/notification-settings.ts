import { z } from 'zod';
import { EMAIL_INVALID } from './texts/sign-up.ts';
import { TITLE_REQUIRED } from './texts/staff.ts';
import { optionalEmail, optionalLine, requiredLine, TEMPLATE_MAX_LENGTH, text } from './wire-text.ts';

const textSettings = {
  slack_channel_id: optionalLine(),
  copper_tag: optionalLine(),
  email_forward: optionalEmail(EMAIL_INVALID.series),
  email_from: optionalEmail(EMAIL_INVALID.series),
  email_subject: optionalLine(),
  email_template: text(TEMPLATE_MAX_LENGTH).nullable(),
};

export type TextSetting = keyof typeof textSettings;

/** Whether it may be the ID of a Slack channel, and not its name. */
export const isSlackChannelId = (text: string): boolean => /^[CG][A-Z0-9]{1,30}$/.test(text);

/** The name of a setting on which a side effect depends, which is also the name of its column. */
export type SettingName = TextSetting | 'send_notifications_slack';

/** An object with a value for each setting that is a text. */
export const forTextSettings = <T>(valueOf: (name: TextSetting) => T): Record<TextSetting, T> => ({
  slack_channel_id: valueOf('slack_channel_id'),
  copper_tag: valueOf('copper_tag'),
  email_forward: valueOf('email_forward'),
  email_from: valueOf('email_from'),
  email_subject: valueOf('email_subject'),
  email_template: valueOf('email_template'),
});

export const SETTING_NAMES: readonly SettingName[] = ['send_notifications_slack', ...Object.values(forTextSettings((name) => name))];

export const notificationSettings = { title: requiredLine(TITLE_REQUIRED), send_notifications_slack: z.boolean(), ...textSettings };
