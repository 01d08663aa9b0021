import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forTextSettings } from '#contract/steps/steps.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const titles = (events: { event_title: string }[]): string[] => events.map((event) => event.event_title);

test('API-4, API-45, API-46: a series is added with only its title and answers with its id under data', async () => {
  const answer = await server.post('/event_series/add', { title: '  Autumn days ' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Autumn days',
      send_notifications_slack: false,
      ...forTextSettings(() => null),
      is_archived: false,
      closed_text: null,
      duplicate_policy: 'allow',
      calendar_entries: true,
      check_in_codes: false,
      self_service: true,
      self_service_answers: true,
      self_service_events: true,
      self_service_cancel: true,
      self_service_hours: 0,
      reminder_minutes: 1_440,
      starting_soon_minutes: 0,
      thank_you_minutes: 0,
      feedback_list_id: null,
      success_text: null,
      description: null,
      speakers: [],
      theme: null,
      in_search: true,
      cover: null,
      version: 1,
    },
  });
});

test.each([
  [{}, 'Please enter a title'],
  [{ title: ' \t' }, 'Please enter a title'],
  [{ title: 7 }, 'Please enter a title'],
  [{ title: 'x'.repeat(201) }, 'Please use at most 200 characters'],
  [{ title: 'a\u0000b' }, 'Please remove characters that cannot be stored'],
  [{ title: 'a\ud800b' }, 'Please remove characters that cannot be stored'],
  [{ title: 'a\u0007b' }, 'Please remove characters that cannot be stored'],
  [{ title: 'two\nlines' }, 'Please use one line only'],
])('API-48, API-55: a series cannot be added with %j', async (body, message) => {
  const answer = await server.post('/event_series/add', body);
  expect(answer.status).toBe(422);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.body).toMatchObject({ type: 'about:blank', title: 'Unprocessable Entity', status: 422, detail: expect.any(String) });
  expect(answer.body.errors).toEqual([{ path: 'title', message }]);
});

test('API-1, API-72, DASH-4, DASH-5, CONST-3: the list has each series, newest first, with the counts and the next date of its visible events', async () => {
  const empty = await addSeries(server, 'Empty');
  const series = await addSeries(server, 'Full');
  await addEvent(server, series.id, { date: inDays(-3) });
  const next = await addEvent(server, series.id, { date: inDays(2.5) });
  const later = await addEvent(server, series.id, { date: inDays(9) });
  const hidden = await addEvent(server, series.id, { date: inDays(1), show_on_form: false });
  await signUp(server, series.id, [next.id, later.id], { email: 'Ada@example.com' });
  await addAttendee(server, series.id, next.id, { email: 'ada@example.com ' });
  await addAttendee(server, series.id, hidden.id, { email: 'only-hidden@example.com' });
  const { body } = await server.get('/event_series');
  expect(body.data).toEqual([
    {
      id: series.id,
      title: 'Full',
      events_count: 3,
      hidden_events_count: 1,
      signups_count: 1,
      next_event_date: next.date,
      days_until_next_event: 3,
      is_archived: false,
    },
    {
      id: empty.id,
      title: 'Empty',
      events_count: 0,
      signups_count: 0,
      next_event_date: null,
      days_until_next_event: 0,
      is_archived: false,
    },
  ]);
});

test('the lists of series and forms read no submissions', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  await signUp(server, series.id, [event.id]);
  await signUpOnForm(server, (await addForm(server)).id);
  await server.db.transaction().execute(async (tx) => {
    // Reading these locked tables would time out.
    await sql`lock table submissions, registrations, submission_steps, address_counts in access exclusive mode`.execute(tx);
    for (const path of ['/event_series', '/form']) expect((await server.get(path)).body.data[0].signups_count).toBe(1);
  });
});

test('API-2, API-73, ENT-1, ENT-2, ENT-3: one series gives settings, fields, events with counts, and views', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  await addFields(server, series.id, { type: 'disclaimer', label: 'See https://example.com' }, { label: 'Diet', show_on_slack: true });
  await signUp(server, series.id, [event.id], { diet: 'Vegan' });
  await server.post(`/event_series/${series.id}/track_views`, undefined, { as: 'visitor' });
  const { body } = await server.get(`/event_series/${series.id}`);
  expect(body.data).toEqual({
    ...series,
    disclaimerText: 'See https://example.com',
    events: [{ ...event, submissions_count: 1, duplicates_count: 0 }],
    formFields: [
      expect.objectContaining({ label: 'See https://example.com', type: 'disclaimer', order: 0, answers_count: 0 }),
      expect.objectContaining({ label: 'Diet', name: 'diet', show_on_slack: true, order: 1, answers_count: 1 }),
    ],
    view_stats: [{ date: new Date().toISOString().slice(0, 10), views: 1 }],
    refused_tries: [],
    visible_events_count: 1,
    hidden_events_count: 0,
    signups_count: 1,
  });
});

test('DATA-16: events are sorted visible first, then by date, undated last', async () => {
  const series = await addSeries(server);
  const undated = await addEvent(server, series.id, { event_title: 'Undated' });
  await server.post(`/event_series/${series.id}/event/${undated.id}/edit`, { date: null });
  await addEvent(server, series.id, { event_title: 'Hidden early', date: '2040-01-01', show_on_form: false });
  await addEvent(server, series.id, { event_title: 'Late', date: '2050-01-01' });
  await addEvent(server, series.id, { event_title: 'Early', date: '2045-01-01' });
  const { body } = await server.get(`/event_series/${series.id}`);
  expect(titles(body.data.events)).toEqual(['Early', 'Late', 'Undated', 'Hidden early']);
});

test.each([
  ['', ['Shown', 'Hidden']],
  ['?show_on_form=true', ['Shown']],
  ['?show_on_form=false', ['Shown', 'Hidden']],
  ['?showOnlyDisabledEvents=true', ['Hidden']],
  ['?show_on_form=true&showOnlyDisabledEvents=true', ['Hidden']],
  ['?show_on_form=true&showOnlyDisabledEvents=false', ['Shown']],
])('API-59: the read of a series with "%s" gives %j', async (query, expected) => {
  const series = await addSeries(server);
  await addEvent(server, series.id, { event_title: 'Shown' });
  await addEvent(server, series.id, { event_title: 'Hidden', show_on_form: false });
  const { body } = await server.get(`/event_series/${series.id}${query}`);
  expect(titles(body.data.events)).toEqual(expected);
  expect(body.data).toMatchObject({ visible_events_count: 1, hidden_events_count: 1 });
});

test('API-60: a series has counts of attendees, and no attendees', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  await signUp(server, series.id, [event.id], { email: 'canary@example.com' });
  const { text } = await server.get(`/event_series/${series.id}`);
  expect(text).toContain('"submissions_count":1');
  expect(text).not.toContain('canary');
});

test('API-61, API-63: without a token a series gives what its form needs and nothing else', async () => {
  const series = await addSeries(server);
  const shown = await addEvent(server, series.id, { event_title: 'Shown', brunch_event: true, copper_tag: 'secret-tag' });
  const hidden = await addEvent(server, series.id, { event_title: 'secret-event', show_on_form: false, brunch_event: true });
  await addFields(
    server,
    series.id,
    { label: 'Menu', type: 'select', options: ['A'], show_on_slack: true, brunch_event: true, brunch_event_id: shown.id },
    { label: 'Other menu', type: 'select', options: ['B'], brunch_event: true, brunch_event_id: hidden.id },
    { label: 'Small print', type: 'disclaimer' },
  );
  await server.post(`/event_series/${series.id}/edit`, { slack_channel_id: 'C0SECRET', email_from: 'secret@example.com' });
  await signUp(server, series.id, [shown.id], { email: 'secret-visitor@example.com' });
  const { body, text } = await server.get(`/event_series/${series.id}?showOnlyDisabledEvents=true`, { as: 'visitor' });
  expect(Object.keys(body.data).toSorted()).toEqual(['disclaimerText', 'events', 'formFields', 'id', 'title']);
  expect(body.data.events).toEqual([{ id: shown.id, event_title: 'Shown', date: shown.date, brunch_event: true }]);
  for (const field of body.data.formFields) {
    expect(Object.keys(field).toSorted()).toEqual([
      'brunch_event',
      'brunch_event_id',
      'help_text',
      'id',
      'inputType',
      'label',
      'name',
      'options',
      'order',
      'required',
      'type',
    ]);
  }
  expect(body.data.disclaimerText).toBe('Small print');
  expect(text).not.toContain('secret');
  expect(text).not.toContain(hidden.id);
});

test('API-64: a bad token is 401 on the read of a series or form, a disallowed one 403', async () => {
  for (const path of [`/event_series/${(await addSeries(server)).id}`, `/form/${(await addForm(server)).id}`]) {
    expect((await server.get(path, { as: 'forger' })).status).toBe(401);
    expect((await server.get(path, { as: 'outsider' })).status).toBe(403);
  }
});

test('API-5, API-65, API-66, API-67, EDIT-2: an edit changes the fields that it sends and nothing else', async () => {
  const series = await addSeries(server);
  const edit = {
    send_notifications_slack: true,
    slack_channel_id: ' C0123 ',
    copper_tag: 'spring',
    email_forward: 'team@example.com',
    email_from: 'events@example.com',
    email_subject: 'Hello %FNAME%',
    email_template: 'Dear %FNAME%,\n\nsee you.',
  };
  const foreign = { id: crypto.randomUUID(), version: 99, signups_count: 5, created_at: '1999-01-01', constructor: 'x', events: [] };
  const answer = await server.post(`/event_series/${series.id}/edit`, { ...edit, ...foreign });
  expect(answer.body.data).toEqual({ ...series, ...edit, slack_channel_id: 'C0123', version: 2 });
  const cleared = await server.post(`/event_series/${series.id}/edit`, { email_from: '  ', email_subject: null });
  expect(cleared.body.data).toEqual({ ...answer.body.data, email_from: null, email_subject: null, version: 3 });
});

test.each([
  ['title', ' '],
  ['title', null],
  ['send_notifications_slack', 'yes'],
  ['slack_channel_id', 5],
  ['copper_tag', 'x'.repeat(201)],
  ['email_forward', 'a@example.com,b@example.com evil'],
  ['email_from', 'a@example.com\r\nBcc: all@example.com'],
  ['email_subject', 'one\r\ntwo'],
  ['email_template', 'x'.repeat(50_001)],
  ['email_template', '\u0000'],
])('API-55: an edit of a series with a bad %s changes nothing', async (name, value) => {
  const series = await addSeries(server);
  const answer = await server.post(`/event_series/${series.id}/edit`, { copper_tag: 'new', [name]: value });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([expect.objectContaining({ path: name })]);
  const { body } = await server.get(`/event_series/${series.id}`);
  expect(body.data).toMatchObject(series);
});

test('the losses of deleting a series count each of its submissions once, also those of hidden events', async () => {
  const series = await addSeries(server);
  const other = await addSeries(server);
  const [shown, second] = [await addEvent(server, series.id), await addEvent(server, series.id)];
  const hidden = await addEvent(server, series.id, { show_on_form: false });
  await addFields(server, series.id, 'Diet', { label: 'Small print', type: 'disclaimer' });
  await signUp(server, series.id, [shown.id, second.id]);
  await addAttendee(server, series.id, hidden.id, { email: 'hidden@example.com' });
  const elsewhere = await addEvent(server, other.id);
  await addAttendee(server, other.id, elsewhere.id);
  expect((await server.get(`/event_series/${series.id}/losses`)).body.data).toEqual({ events: 3, submissions: 2, fields: 2, to_tell: 3 });
  expect((await server.get(`/event_series/${other.id}/losses`)).body.data).toEqual({ events: 1, submissions: 1, fields: 0, to_tell: 1 });
});

test('API-6: deleting a series deletes its events, fields, sign-ups, counts and views', async () => {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  await addFields(server, series.id, 'Diet');
  const id = await signUp(server, series.id, [event.id], { diet: 'None' });
  await sql`insert into submission_steps (submission_id, step, state) values (${id}, 'slack', 'waiting')`.execute(server.db);
  await server.post(`/event_series/${series.id}/track_views`, undefined, { as: 'visitor' });
  const kept = await addSeries(server, 'Kept');
  const answer = await server.post(`/event_series/${series.id}/delete`);
  expect(answer.body).toEqual({ data: { id: series.id } });
  expect((await server.get(`/event_series/${series.id}`)).status).toBe(404);
  for (const table of ['events', 'form_fields', 'submissions', 'registrations', 'submission_steps', 'address_counts', 'view_counts']) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.db);
    expect({ [table]: rows }).toEqual({ [table]: [{ n: 0 }] });
  }
  expect((await server.get('/event_series')).body.data).toMatchObject([{ id: kept.id }]);
  expect((await server.post(`/event_series/${series.id}/delete`)).status).toBe(404);
});
