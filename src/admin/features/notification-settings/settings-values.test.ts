import { expect, test } from 'vitest';
import { changedValues } from '#admin/forms/edits.ts';
import { savedSettings, SERIES_SHAPE } from './settings-values.ts';

const unset = {
  title: 'Spring',
  send_notifications_slack: false,
  slack_channel_id: null,
  copper_tag: null,
  email_forward: null,
  email_from: null,
  email_subject: null,
  email_template: null,
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
  });
  expect(changedValues(values, { local: values })).toEqual({});
});

test("errors are reported at their fields, with the contract's messages", () => {
  expect(SERIES_SHAPE.problemsOf({ title: ' ', email_from: 'courses@', email_forward: 'two@example.com, more@example.com' })).toEqual({
    title: 'Please enter a title',
    email_from: 'Please enter a valid email address',
    email_forward: 'Please enter a valid email address',
  });
});

test('an empty address is valid, and a template may have many lines', () => {
  expect(SERIES_SHAPE.problemsOf({ email_from: '', email_forward: ' ', email_template: 'Hello\n\n%FNAME%' })).toEqual({});
  expect(SERIES_SHAPE.problemsOf({ email_subject: 'One\nTwo' })).toEqual({ email_subject: 'Please use one line only' });
});
