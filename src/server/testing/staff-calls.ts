import assert from 'node:assert/strict';
import type { Submission } from '#contract/attendees/submission.ts';
import type { Event } from '#contract/events/event.ts';
import type { SeriesSettings } from '#contract/forms/event-series.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { FormSettings } from '#contract/forms/marketing-form.ts';
import { newSignUp } from './form-rows.ts';
import type { TestServer } from './server.ts';

// Sets up data through the API.

type Values = Record<string, unknown>;

async function add<T>(server: TestServer, path: string, body: unknown, as: 'staff' | 'visitor' = 'staff'): Promise<T> {
  const answer = await server.post(path, body, { as });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

export const addSeries = (server: TestServer, title = 'Spring training'): Promise<SeriesSettings> =>
  add(server, '/event_series/add', { title });

/** A visible event in the year 2050. */
export const addEvent = (server: TestServer, seriesId: string, values: Values = {}): Promise<Event> =>
  add(server, `/event_series/${seriesId}/event/add`, newEvent(values));

/** The body of the call that adds an event. */
export const newEvent = (values: Values = {}): Values => ({
  event_title: 'Day one',
  google_calendar_id: 'calendar-1',
  date: '2050-01-12T09:30:00Z',
  ...values,
});

const newFields = (fields: (string | Values)[]): Values[] =>
  fields.map((field) => ({ type: 'input', ...(typeof field === 'string' ? { label: field } : field) }));

/** Adds fields to the form of a series; a string is the label of a text field. */
export const addFields = (server: TestServer, seriesId: string, ...fields: (string | Values)[]): Promise<FormField[]> =>
  add(server, `/events-series/${seriesId}/addeventseriesformfields`, newFields(fields));

export const addForm = (server: TestServer, title = 'White paper'): Promise<FormSettings> => add(server, '/form/add', { title });

/** As `addFields`, for a marketing form. */
export const addFormFields = (server: TestServer, formId: string, ...fields: (string | Values)[]): Promise<FormField[]> =>
  add(server, `/form/${formId}/addformfields`, { formId, formFields: newFields(fields) });

/** Adds an attendee as staff; the address is made from the first name. */
export function addAttendee(server: TestServer, seriesId: string, eventId: string, values: Values = {}): Promise<Submission> {
  const { first_name: name = 'Ada' } = values;
  const body = { first_name: name, last_name: 'Lovelace', email: `${String(name).toLowerCase()}@example.com`, ...values };
  return add(server, `/event_series/${seriesId}/event/${eventId}/submission/add`, body);
}

/** A visitor's sign-up for these events; gives its id. */
export async function signUp(server: TestServer, seriesId: string, events: string[], values: Values = {}): Promise<string> {
  const { id } = await add<{ id: string }>(server, `/event_series/${seriesId}/submit`, newSignUp({ events, ...values }), 'visitor');
  return id;
}

/** A visitor's sign-up on a marketing form; gives its id. */
export async function signUpOnForm(server: TestServer, formId: string, values: Values = {}): Promise<string> {
  const { id } = await add<{ id: string }>(server, `/form/${formId}/submit`, newSignUp(values), 'visitor');
  return id;
}
