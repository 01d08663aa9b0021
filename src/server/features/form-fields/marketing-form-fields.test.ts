import { expect, test } from 'vitest';
import type { FormField } from '#contract/form-field.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addForm, addFormFields, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const fieldsOf = async (formId: string): Promise<FormField[]> => (await server.get(`/form/${formId}`)).body.data.formFields;
const labelsOf = async (formId: string): Promise<[string, number][]> => (await fieldsOf(formId)).map(({ label, order }) => [label, order]);
const add = (formId: string, formFields: unknown, headers: Record<string, string> = {}) =>
  server.post(`/form/${formId}/addformfields`, { formId, formFields }, { headers });

test('API-27, API-68, ENT-18, ENT-19: fields are added at the end of the form and answered as a list', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, 'First');
  const answer = await add(id, [
    { type: 'select', label: ' What Topic? ', required: true, options: [' A ', 'B'], show_on_slack: true, order: 9 },
    { type: 'checkbox', label: 'Call me', options: ['dropped'] },
  ]);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual([
    {
      id: expect.any(String),
      label: 'What Topic?',
      name: 'what_topic?',
      type: 'select',
      inputType: 'select',
      required: true,
      options: ['A', 'B'],
      order: 1,
      show_on_slack: true,
      brunch_event: false,
      brunch_event_id: null,
      help_text: null,
      answers_count: 0,
      version: 1,
    },
    expect.objectContaining({ label: 'Call me', options: [], order: 2, required: false, show_on_slack: false }),
  ]);
  expect((await fieldsOf(id)).slice(1)).toEqual(answer.body.data);
});

test('the form of the path is the one that gets the fields, whether the body names it, another or none', async () => {
  const [own, other] = [await addForm(server), await addForm(server)];
  expect((await server.post(`/form/${own.id}/addformfields`, { formFields: [{ type: 'input', label: 'A' }] })).status).toBe(200);
  const foreign = await server.post(`/form/${own.id}/addformfields`, { formId: other.id, formFields: [{ type: 'input', label: 'B' }] });
  expect(foreign.status).toBe(200);
  expect([await labelsOf(own.id), await labelsOf(other.id)]).toEqual([
    [
      ['A', 0],
      ['B', 1],
    ],
    [],
  ]);
});

test('DATA-6, API-55: an error of a new field has the path of its place in the body', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, 'Topic');
  const taken = await add(id, [
    { type: 'input', label: 'New' },
    { type: 'input', label: 'TOPIC' },
  ]);
  expect(taken.body.errors).toEqual([{ path: 'formFields.1.label', message: 'This label is already a field of this form' }]);
  const blank = await add(id, [{ type: 'input', label: ' ' }]);
  expect(blank.body.errors).toEqual([{ path: 'formFields.0.label', message: 'This field cannot be empty' }]);
  expect((await add(id, [])).status).toBe(422);
  expect((await server.post(`/form/${id}/addformfields`, [{ type: 'input', label: 'A' }])).status).toBe(422);
  expect(await labelsOf(id)).toEqual([['Topic', 0]]);
});

test('ENT-18: a field of a marketing form cannot belong to an event', async () => {
  const { id } = await addForm(server);
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { brunch_event: true });
  const answer = await add(id, [{ type: 'select', label: 'Menu', options: ['A'], brunch_event: true, brunch_event_id: event.id }]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path: 'formFields.0.brunch_event_id', message: 'Please select a brunch event' }]);
});

test('API-28, API-69, API-97, DATA-18, DATA-30: an edit changes a field or moves it, and answers with it', async () => {
  const { id } = await addForm(server);
  const [first] = await addFormFields(server, id, { label: 'A', type: 'select', options: ['X'] }, 'B', 'C');
  const edit = (body: unknown) => server.post(`/form/${id}/markformfield/${first!.id}/edit`, body);
  const change = { label: 'New', required: true, options: ['Y', 'Z'], show_on_slack: true };
  expect((await edit({ ...change, type: 'input', name: 'x' })).body.data).toEqual({ ...first, ...change, version: 2 });
  expect((await edit({ order: 2 })).body.data).toMatchObject({ label: 'New', name: 'a', order: 2 });
  expect(await labelsOf(id)).toEqual([
    ['B', 0],
    ['C', 1],
    ['New', 2],
  ]);
});

test('API-29, API-69, DATA-28: a deleted field is answered, closes its gap, and keeps its key while it has answers', async () => {
  const { id } = await addForm(server);
  const [topic, bare] = await addFormFields(server, id, 'Topic', 'Bare', 'Last');
  await signUpOnForm(server, id, { topic: 'Looms' });
  const remove = (field: FormField) => server.post(`/form/${id}/markformfield/${field.id}/delete`);
  expect((await remove(topic!)).body.data).toEqual({ ...topic, answers_count: 1 });
  expect((await remove(bare!)).status).toBe(200);
  expect(await labelsOf(id)).toEqual([['Last', 0]]);
  expect((await add(id, [{ type: 'input', label: 'Topic' }])).status).toBe(422);
  expect((await add(id, [{ type: 'input', label: 'Bare' }])).status).toBe(200);
});
