import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServer, type TestResponse } from '#server/testing/server.ts';
import { addForm, addFormFields, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const read = (formId: string, as: 'staff' | 'visitor' = 'staff'): Promise<TestResponse> => server.get(`/form/${formId}`, { as });
const edit = (formId: string, body: unknown): Promise<TestResponse> => server.post(`/form/${formId}/edit`, body);

const SETTINGS = {
  send_notifications_slack: true,
  slack_channel_id: 'C0123',
  copper_tag: 'paper',
  email_from: 'papers@example.com',
  email_forward: 'sales@example.com',
  email_subject: 'Your copy, %FNAME%',
  email_template: 'Dear %FNAME%,\n\nhere it is.',
  donwloadable_content: true,
};

test('API-23, API-45, ENT-16, ENT-17: a form is added with only its title, with all its settings empty', async () => {
  const answer = await server.post('/form/add', { title: ' White paper ', donwloadable_content: true, id: crypto.randomUUID() });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'White paper',
      send_notifications_slack: false,
      slack_channel_id: null,
      copper_tag: null,
      email_from: null,
      email_forward: null,
      email_subject: null,
      email_template: null,
      is_archived: false,
      success_text: null,
      description: null,
      theme: null,
      in_search: true,
      cover: null,
      donwloadable_content: false,
      version: 1,
    },
  });
});

test('API-20, API-75, DASH-6, DASH-7: the list has each form, newest first, with its title and the count of its submissions', async () => {
  const empty = await addForm(server, 'Empty');
  const full = await addForm(server, 'Full');
  for (const email of ['ada@example.com', 'ADA@example.com', 'bea@example.com']) await signUpOnForm(server, full.id, { email });
  expect((await server.get('/form')).body.data).toEqual([
    { id: full.id, title: 'Full', signups_count: 3, is_archived: false },
    { id: empty.id, title: 'Empty', signups_count: 0, is_archived: false },
  ]);
});

test('API-21, API-89, ENT-15, ENT-16, ENT-17: with a token a form gives settings, fields, disclaimer and count', async () => {
  const form = await addForm(server);
  await edit(form.id, SETTINGS);
  await addFormFields(server, form.id, { label: 'Topic', show_on_slack: true }, { label: 'Small print', type: 'disclaimer' });
  await signUpOnForm(server, form.id, { topic: 'Looms' });
  expect((await read(form.id)).body.data).toEqual({
    ...form,
    ...SETTINGS,
    version: 2,
    disclaimerText: 'Small print',
    formFields: [
      expect.objectContaining({ label: 'Topic', show_on_slack: true, answers_count: 1 }),
      expect.objectContaining({ label: 'Small print', type: 'disclaimer', answers_count: 0 }),
    ],
    refused_tries: [],
    signups_count: 1,
  });
});

test('API-62, API-63: without a token a form gives what its page needs and nothing else', async () => {
  const form = await addForm(server);
  await edit(form.id, { ...SETTINGS, slack_channel_id: 'C0SECRET', email_subject: 'secret' });
  await addFormFields(server, form.id, { label: 'Topic', type: 'select', options: ['A'], required: true, show_on_slack: true });
  await signUpOnForm(server, form.id, { email: 'secret@example.com', topic: 'A' });
  const { body, text } = await read(form.id, 'visitor');
  expect(body.data).toEqual({
    id: form.id,
    title: 'White paper',
    disclaimerText: null,
    donwloadable_content: true,
    formFields: [
      {
        id: expect.any(String),
        label: 'Topic',
        name: 'topic',
        type: 'select',
        inputType: 'select',
        required: true,
        options: ['A'],
        order: 0,
        brunch_event: false,
        brunch_event_id: null,
        help_text: null,
      },
    ],
  });
  expect(text).not.toMatch(/secret|slack|signups|copper/);
});

test('API-90, API-92: the read of a form answers any origin without a token, and only its own with one', async () => {
  const { id } = await addForm(server);
  const headers = { origin: 'https://elsewhere.example' };
  const open = await server.get(`/form/${id}`, { as: 'visitor', headers });
  const own = await server.get(`/form/${id}`, { headers });
  expect([open, own].map((answer) => answer.headers.get('access-control-allow-origin'))).toEqual(['*', null]);
});

test('API-24, API-65, API-66, API-67, EDIT-6: an edit changes the fields that it sends and nothing else', async () => {
  const form = await addForm(server);
  const foreign = { id: crypto.randomUUID(), version: 99, signups_count: 5, submissions: [], downloadable_content: false };
  const edited = await edit(form.id, { ...SETTINGS, slack_channel_id: ' C0123 ', ...foreign });
  expect(edited.body.data).toEqual({ ...form, ...SETTINGS, version: 2 });
  const cleared = await edit(form.id, { email_from: ' ', donwloadable_content: false });
  expect(cleared.body.data).toEqual({ ...edited.body.data, email_from: null, donwloadable_content: false, version: 3 });
});

test('API-24: one of equal addresses is kept', async () => {
  const { id } = await addForm(server);
  const { body } = await edit(id, { email_forward: 'a@example.com, b@müller.example,A@example.com, <b@xn--mller-kva.example>' });
  expect(body.data.email_forward.toLowerCase()).toBe('a@example.com, b@xn--mller-kva.example');
});

test('API-24, MAIL-10: a comma in the name before an address does not separate addresses, with or without quotation marks', async () => {
  const { id } = await addForm(server);
  const { body } = await edit(id, {
    email_forward: 'c@example.com, Lee, Ann <a@example.com>; Ray, Bob <b@example.com>, "Orr, Dee" <d@example.com>',
  });
  expect(body.data.email_forward).toBe('c@example.com, a@example.com, b@example.com, d@example.com');
  const refused = await edit(id, { email_forward: 'a@example, Lee <b@example.com>' });
  expect(refused.status).toBe(422);
});

test('SEC-33: a text that is far too long for addresses is refused before it is parsed', async () => {
  const { id } = await addForm(server);
  const { status, body } = await edit(id, { email_forward: ' ;'.repeat(30_000) });
  expect([status, body.errors]).toEqual([422, [{ path: 'email_forward', message: 'Please use at most 50,000 characters' }]]);
});

test('API-25: deleting a form deletes its fields, sign-ups, steps and counts, and nothing of another form', async () => {
  const [form, kept] = [await addForm(server), await addForm(server, 'Kept')];
  const [field] = await addFormFields(server, form.id, 'Topic', 'Other');
  const id = await signUpOnForm(server, form.id, { topic: 'Looms' });
  await sql`insert into submission_steps (submission_id, step, state) values (${id}, 'slack', 'waiting')`.execute(server.db);
  await server.post(`/form/${form.id}/markformfield/${field!.id}/delete`);
  await signUpOnForm(server, kept.id);
  for (const { id: seen } of [form, kept]) await server.post(`/form/${seen}/track_views`, undefined, { as: 'visitor' });
  expect((await server.post(`/form/${form.id}/delete`)).body).toEqual({ data: { id: form.id } });
  expect((await read(form.id)).status).toBe(404);
  expect((await read(form.id, 'visitor')).status).toBe(404);
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from form_fields) + (select count(*) from deleted_fields) + (select count(*) from submission_steps)
      + (select count(*) from submissions where form_id <> ${kept.id}) + (select count(*) from form_counts where form_id <> ${kept.id})
      + (select count(*) from view_counts where form_id <> ${kept.id}) as left`.execute(server.db);
  expect(rows).toEqual([{ left: 0 }]);
  expect((await server.get('/form')).body.data).toEqual([{ id: kept.id, title: 'Kept', signups_count: 1, is_archived: false }]);
  expect((await server.post(`/form/${form.id}/delete`)).status).toBe(404);
});
