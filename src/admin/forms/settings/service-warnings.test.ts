import { expect, test } from 'vitest';
import { SERVICE_NAMES, type ServiceName } from '#contract/steps/steps.ts';
import { mailGaps, serviceWarnings } from './service-warnings.ts';
import type { SettingsValues } from './settings-values.ts';

const nothing: SettingsValues = {
  title: 'Spring',
  send_notifications_slack: false,
  slack_channel_id: '',
  copper_tag: '',
  email_forward: '',
  email_from: '',
  email_subject: '',
  email_template: '',
  donwloadable_content: false,
  closed_text: '',
  success_text: '',
  description: '',
  cover: null,
  speakers: [],
  theme: null,
  in_search: true,
  duplicate_policy: 'allow',
  calendar_entries: false,
  check_in_codes: false,
  self_service: false,
  self_service_answers: true,
  self_service_events: true,
  self_service_cancel: true,
  self_service_hours: '0',
  reminder_minutes: '0',
  starting_soon_minutes: '0',
  thank_you_minutes: '0',
  feedback_list_id: '',
};
const everything: SettingsValues = {
  ...nothing,
  send_notifications_slack: true,
  slack_channel_id: 'C04F8Q2LJ7M',
  copper_tag: 'spring',
  email_forward: 'bookings@example.com',
  email_from: 'courses@example.com',
  email_subject: 'You are in',
  email_template: 'Hello',
};
const none: ReadonlySet<ServiceName> = new Set();

test('EDIT-12: each service that is used but not configured is named with the step that fails', () => {
  const { notifications, mail } = serviceWarnings(everything, none);
  expect(notifications).toEqual([
    expect.stringMatching(/^Slack is not configured on this server\. .*‘slack’/),
    expect.stringMatching(/^Email is not configured on this server\. .*‘forward’/),
    'Copper is not configured on this server. Until it is, the step ‘crm’ of each sign-up fails and can be retried later.',
  ]);
  expect(mail).toEqual([expect.stringMatching(/^Email is not configured on this server\. .*‘email’/)]);
});

test('EDIT-12: a service that is unused, configured or not yet known gives no warning', () => {
  const quiet = { notifications: [], mail: [] };
  expect(serviceWarnings(nothing, none)).toEqual(quiet);
  expect(serviceWarnings(everything, new Set(SERVICE_NAMES))).toEqual(quiet);
  expect(serviceWarnings(everything, undefined)).toEqual(quiet);
});

test('EDIT-12: Slack needs both its settings, and the mail all three, before a warning is due', () => {
  expect(serviceWarnings({ ...nothing, send_notifications_slack: true, slack_channel_id: ' ' }, none).notifications).toEqual([]);
  expect(serviceWarnings({ ...nothing, slack_channel_id: 'C1' }, none).notifications).toEqual([]);
  expect(serviceWarnings({ ...everything, email_subject: ' ' }, none).mail).toEqual([]);
});

test('USE-8: the missing settings of a mail are named when some of the three are set, not when none or all are', () => {
  expect(mailGaps(nothing)).toEqual([]);
  expect(mailGaps(everything)).toEqual([]);
  expect(mailGaps({ ...nothing, email_template: 'Hello' })).toEqual(['Not sent yet: sender and subject are missing.']);
  expect(mailGaps({ ...everything, email_from: ' ' })).toEqual(['Not sent yet: sender is missing.']);
});
