import { expect, test } from 'vitest';
import * as announcement from './announcement.ts';
import * as builder from './builder.ts';
import * as calendar from './calendar.ts';
import * as changes from './changes.ts';
import * as copy from './copy.ts';
import * as field from './form-field.ts';
import * as upload from './import.ts';
import { textOf } from './parts.ts';
import * as pictures from './pictures.ts';
import * as places from './places.ts';
import * as selfServiceLinks from './self-service-links.ts';
import * as settings from './settings.ts';
import * as setup from './setup.ts';
import * as staff from './staff.ts';
import * as steps from './steps.ts';
import * as form from './words/form.ts';

// The specified texts, verbatim, since other tests use the constants.
test.each<[string, string, string]>([
  ['AUTH-6', staff.DOMAIN_NOT_ALLOWED, 'Your email domain is not allowed to sign in.'],
  ['SER-16', staff.LOADING, 'Loading...'],
  ['SER-17', staff.loadFailed('{message}'), 'Error: {message}'],
  ['SER-22', staff.DATE_PASSED, 'Date passed, sign-up closed'],
  ['ATT-8', staff.failedStep('{step}', '{message}'), 'Failed a step: {step} - {message}'],
  ['ATT-9', staff.NO_ERRORS_DURING_SUBMISSION, 'No errors during submission'],
  ['DASH-3', textOf(staff.nextEventIn(3)), 'Next Event in 3 days'],
  ['DASH-3', textOf(staff.nextEventIn(1)), 'Next Event in 1 days'],
  ['FORM-5', staff.CODE_COPIED, 'Code copied to clipboard!'],
  ['STATE-5', staff.CANNOT_BE_UNDONE, 'This action cannot be undone.'],
  ['BLD-8', builder.NO_FIELDS_YET, 'No fields added yet. Add fields above.'],
  ['BLD-12', builder.CONFIRM_FIELD_DELETION, 'Are you sure you want to delete this field?'],
  ['BLD-18', builder.NO_BRUNCH_EVENTS, 'No events available for this series.'],
  ['BLD-33', builder.BRUNCH_EVENT_GONE, 'Its event is gone: choose another.'],
  ['BLD-33', builder.BRUNCH_EVENT_HIDDEN, 'Its event is hidden.'],
  ['BLD-33', builder.BRUNCH_EVENT_PLAIN, 'Its event is no brunch event.'],
  ['PUB-12', form.LOADING_FORM, 'Loading form...'],
  ['PUB-26', form.CHECK_YOUR_INBOX, 'Check your inbox.'],
  ['VAL-5', form.isRequired('first_name'), 'First name is required'],
  ['VAL-6', form.isRequired('last_name'), 'Last name is required'],
  ['VAL-7', form.isRequired('job_title'), 'Job title is required'],
  ['VAL-8', form.isRequired('organisation'), 'Organisation is required'],
  ['VAL-9', form.isRequired('email'), 'Email is required'],
  ['VAL-10', form.EMAIL_INVALID.series, 'Please enter a valid email address'],
  ['VAL-11', form.EMAIL_INVALID.marketing, 'Invalid email address'],
  ['VAL-12', form.EVENTS_REQUIRED, 'Please select at least one event'],
  ['VAL-13', form.FIELD_REQUIRED, 'This field is required'],
  ['VAL-17', upload.CSV_EXPECTED, 'Please input a CSV file'],
  ['VAL-18', upload.SELECT_CSV_FIRST, 'Please select a CSV file first'],
  ['VAL-19', upload.FILE_UNREADABLE, 'Error reading file'],
  ['VAL-20', upload.FILE_REFUSED, 'Error processing file. Please check format and try again.'],
  ['VAL-21', staff.FILL_REQUIRED_FIELDS, 'Please fill in all required fields'],
  ['VAL-22', staff.NO_DATA_TO_EXPORT, 'No data to export'],
  ['VAL-23', field.CANNOT_BE_EMPTY, 'This field cannot be empty'],
  ['VAL-26', field.BRUNCH_EVENT_REQUIRED, 'Please select a brunch event'],
  ['VAL-28', form.EVENT_CLOSED, 'This event is no longer open. Please choose again.'],
  ['ERR-1', staff.SAVE_FAILED, 'Error: An error has been trying to save the data.'],
  ['ERR-2', staff.SAVE_SUCCEEDED, 'Success! Your data has been saved successfully.'],
  ['ERR-3', staff.ADD_EVENT_FAILED, 'Error adding event. Please try again.'],
  ['ERR-4', form.SIGN_UP_FAILED.series, 'Error – There was an error submitting your form. Please try again'],
  ['ERR-5', form.SIGN_UP_FAILED.marketing, 'Error: There was an error submitting your form. Please try again'],
  [
    'ERR-6',
    `${form.SUCCESS_TITLE} ${form.SUCCESS_TEXT}`,
    "Success! Your details have been submitted successfully. We'll get back to you shortly.",
  ],
  ['ERR-7', form.SIGN_UPS_CLOSED, 'Signup events are currently closed for this event. Please check our other events.'],
  ['ERR-8', builder.ADD_FIELD_FAILED, 'Error adding field. Please try again.'],
  ['ERR-9', builder.DELETE_FIELD_FAILED, 'Error deleting field. Please try again.'],
  ['ERR-10', builder.SAVE_FORM_FAILED, 'Error saving form. Please try again.'],
  ['ERR-11', builder.SAVE_FORM_SUCCEEDED, 'Form saved successfully!'],
])('%s says what the specification says', (_id, words, specified) => {
  expect(words).toBe(specified);
});

test('USE-34: staff read ‘email’, never ‘mail’ or ‘e-mail’, except in ‘mail server’', () => {
  const staffTexts = [
    announcement,
    builder,
    calendar,
    changes,
    copy,
    selfServiceLinks,
    pictures,
    places,
    settings,
    setup,
    staff,
    steps,
    upload,
  ];
  const texts = JSON.stringify(staffTexts);
  expect(texts.match(/\b(?:e-)?mails?\b(?! server)/gi)).toBeNull();
});
