import '#admin/testing/window.ts';
import { describe, expect, test } from 'vitest';
import { changedValues } from '#admin/records/row-edits.ts';
import { hasDownloadWithoutMail } from './service-warnings.ts';
import { savedSettings, settingsProblems, toEdit } from './settings-values.ts';

const unset = {
  title: 'Spring',
  send_notifications_slack: false,
  slack_channel_id: null,
  copper_tag: null,
  email_forward: null,
  email_from: null,
  email_subject: null,
  email_template: null,
  closed_text: null,
  success_text: null,
  description: null,
  cover: null,
  speakers: [],
  theme: null,
  in_search: true,
  duplicate_policy: 'allow' as const,
  calendar_entries: false,
  check_in_codes: false,
  self_service: false,
  self_service_answers: true,
  self_service_events: true,
  self_service_cancel: true,
  self_service_hours: 0,
  reminder_minutes: 1_440,
  starting_soon_minutes: 0,
  thank_you_minutes: 0,
  feedback_list_id: null,
};

test('EDIT-2: unset settings are shown empty, and leaving them empty changes nothing', () => {
  const values = savedSettings(unset);
  expect(values).toEqual({
    ...unset,
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
    self_service_hours: '0',
    reminder_minutes: '1440',
    starting_soon_minutes: '0',
    thank_you_minutes: '0',
    feedback_list_id: '',
  });
  expect(changedValues(values, { local: values })).toEqual({});
});

test("errors are reported at their fields, with the contract's messages", () => {
  expect(settingsProblems({ title: ' ', email_from: 'courses@', email_forward: 'two@example.com, more@' })).toEqual({
    title: 'Please enter a title',
    email_from: 'Please enter a valid email address',
    email_forward: 'Please enter a valid email address',
  });
});

test.each([
  ['one@example.com', undefined],
  [' one@example.com ,two@example.com, , ', undefined],
  ['a@x.example,b@x.example,c@x.example,d@x.example,e@x.example', undefined],
  ['a@x.example,b@x.example,c@x.example,d@x.example,e@x.example,f@x.example', 'Please enter at most 5 addresses'],
  ['a@x.example; b@x.example c@x.example', undefined],
  ['Ann Lee <a@x.example>; "Ray, Bob" <b@x.example>,\n"c@x.example" <c@x.example> Dan <d@x.example>', undefined],
  ['"Ray, Bob" <b@x.example>, Ann Lee', 'Please enter a valid email address'],
  ['a@x.example; b@', 'Please enter a valid email address'],
])('MAIL-10: copies go to up to five addresses, separated by commas, semicolons or blanks: %j', (typed, problem) => {
  expect(settingsProblems({ email_forward: typed }).email_forward).toBe(problem);
});

test.each([
  ['C0123456789', true],
  ['https://acme.slack.com/archives/C0123456789/p1700000000000000', true],
  ['https://app.slack.com/client/T01ABCDEF/G0123456789?x=1', true],
  ['<#C0123456789|events>', true],
  ['\u200bC0123456789 ', true],
  ['#events', false],
  ['events', false],
  ['https://acme.slack.com/team/U0123456789', false],
])('SLACK-1: a channel is its ID, also in text copied from Slack, and never a name: %j', (slack_channel_id, isOne) => {
  expect(settingsProblems({ slack_channel_id }).slack_channel_id === undefined).toBe(isOne);
});

test('an empty address is valid, and a template may have many lines', () => {
  expect(settingsProblems({ email_from: '', email_forward: ' ', email_template: 'Hello\n\n%FNAME%' })).toEqual({});
  expect(settingsProblems({ email_subject: 'One\nTwo' })).toEqual({ email_subject: 'Please use one line only' });
});

const saved = savedSettings({
  title: 'Coaching brochure',
  send_notifications_slack: false,
  slack_channel_id: null,
  copper_tag: null,
  email_forward: null,
  email_from: 'courses@example.com',
  email_subject: 'Your brochure',
  email_template: 'Here it is.',
  donwloadable_content: true,
  success_text: null,
  description: null,
  cover: null,
  speakers: [],
  theme: null,
  in_search: true,
});

describe('the settings of a marketing form', () => {
  test.each(['email_from', 'email_subject', 'email_template'] as const)(
    'EDIT-13: without %s the promised download is never delivered',
    (name) => {
      expect(hasDownloadWithoutMail(saved)).toBe(false);
      expect(hasDownloadWithoutMail({ ...saved, [name]: ' ' })).toBe(true);
      expect(hasDownloadWithoutMail({ ...saved, [name]: '', donwloadable_content: false })).toBe(false);
    },
  );
});

test.each(['', 'two', '-1', '1.5', '721'])('SLF-1: %o are not valid hours before an event', (hours) => {
  expect(settingsProblems({ self_service_hours: hours })).toEqual({
    self_service_hours: 'Please enter a whole number of hours, at most 720',
  });
});

test('SLF-1: hours are sent as a number', () => {
  expect(toEdit({ self_service: true, self_service_hours: ' 48 ' })).toEqual({ self_service: true, self_service_hours: 48 });
});

test('stored hours that break a current rule are shown unchanged', () => {
  expect(savedSettings({ ...unset, self_service_hours: 9_000 }).self_service_hours).toBe('9000');
});
