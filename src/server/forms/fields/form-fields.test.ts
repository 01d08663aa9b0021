import { describe, expect, test } from 'vitest';
import type { FormField } from '#contract/forms/form-field.ts';
import { KEY_TAKEN_BEFORE } from '#contract/texts/builder.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addFields, addForm, addFormFields, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newMarketingForm() {
  const { id } = await addForm(server);
  const base = `/form/${id}`;
  return {
    addAll: async (...fields: Parameters<typeof addFormFields>[2][]) => addFormFields(server, id, ...fields),
    add: async (...formFields: unknown[]) => server.post(`${base}/addformfields`, { formId: id, formFields }),
    edit: async (field: FormField, body: unknown) => server.post(`${base}/markformfield/${field.id}/edit`, body),
    remove: async (field: FormField) => server.post(`${base}/markformfield/${field.id}/delete`),
    read: async (): Promise<FormField[]> => (await server.get(base)).body.data.formFields,
    answer: async (answers: object) => signUpOnForm(server, id, { ...answers }),
    base,
  };
}

async function newForm() {
  const { id } = await addSeries(server);
  const base = `/events-series/${id}`;
  return {
    seriesId: id,
    addAll: async (...fields: Parameters<typeof addFields>[2][]) => addFields(server, id, ...fields),
    answer: async (answers: object) => signUp(server, id, [(await addEvent(server, id)).id], { ...answers }),
    add: async (...fields: unknown[]) => server.post(`${base}/addeventseriesformfields`, fields),
    edit: async (field: FormField, body: unknown) => server.post(`${base}/eventseriesformfield/${field.id}/edit`, body),
    remove: async (field: FormField) => server.post(`${base}/eventseriesformfield/${field.id}/delete`),
    read: async (): Promise<FormField[]> => (await server.get(`/event_series/${id}`)).body.data.formFields,
  };
}

const kinds = [
  ['a series', newForm],
  ['a marketing form', newMarketingForm],
] as const;

const labels = (fields: readonly FormField[]): string[] => fields.map((field) => field.label);

describe.each(kinds)('a field of %s', (_, newOfKind) => {
  test('API-13, API-27, API-68, ENT-12, ENT-13, ENT-18, ENT-19: is added at the end and answered in a list', async () => {
    const { add, read } = await newOfKind();
    await add({ type: 'input', label: 'First' });
    const answer = await add(
      { type: 'select', label: ' What Menu? ', required: true, options: [' A ', 'B'], show_on_slack: true, order: 9 },
      { type: 'textarea', label: 'Notes', options: ['dropped'], id: 'x', answers_count: 3, name: 'x' },
    );
    expect(answer.status).toBe(200);
    const untouched = { help_text: null, brunch_event: false, brunch_event_id: null, answers_count: 0, version: 1 };
    expect(answer.body.data).toEqual([
      {
        ...untouched,
        id: expect.any(String),
        label: 'What Menu?',
        name: 'what_menu?',
        type: 'select',
        inputType: 'select',
        required: true,
        options: ['A', 'B'],
        order: 1,
        show_on_slack: true,
      },
      expect.objectContaining({ label: 'Notes', name: 'notes', options: [], order: 2, required: false, show_on_slack: false }),
    ]);
    expect((await read()).slice(1)).toEqual(answer.body.data);
  });

  test('DATA-28: keeps its key reserved when it is deleted while it has answers, and frees it when it has none', async () => {
    const { add, answer, remove, read } = await newOfKind();
    await add({ type: 'input', label: 'Diet' }, { type: 'input', label: 'Unused' });
    const id = await answer({ diet: 'Vegan' });
    for (const field of await read()) expect((await remove(field)).status).toBe(200);
    expect((await add({ type: 'input', label: 'Unused' })).status).toBe(200);
    const refused = await add({ type: 'input', label: 'Diet' });
    const message = 'A deleted field of this form has answers under this label. Please choose another.';
    expect(refused.body.errors).toEqual([{ path: expect.stringMatching(/0\.label$/), message }]);
    await server.db.deleteFrom('submissions').where('id', '=', id).execute();
    expect((await add({ type: 'input', label: 'Diet' })).status).toBe(200);
  });

  test('EXTRA-8, API-14, API-28, API-69, API-97, DATA-5: can change label, required, options and Slack flag; key and type stay', async () => {
    const { addAll, edit, read } = await newOfKind();
    const [field] = await addAll({ type: 'select', label: 'Menu', options: ['A', 'B'] });
    const change = { required: true, options: ['B', 'C'], show_on_slack: true };
    const answer = await edit(field!, { ...change, label: ' Food ', type: 'input', name: 'x', key: 'x', answers_count: 5 });
    const expected = { ...field, ...change, label: 'Food', version: 2 };
    expect(answer.body.data).toEqual(expected);
    expect(await read()).toEqual([expected]);
  });

  test('API-15, API-29, API-69, DATA-30: is returned by its deletion, which closes the gap', async () => {
    const { addAll, answer, remove, read } = await newOfKind();
    const [, second] = await addAll('A', 'B', 'C');
    await answer({ b: 'answer' });
    expect((await remove(second!)).body.data).toEqual({ ...second, answers_count: 1 });
    expect((await read()).map((field) => [field.label, field.order])).toEqual([
      ['A', 0],
      ['C', 1],
    ]);
    expect((await remove(second!)).status).toBe(404);
  });
});

test('ENT-30, ENT-31: a field of a series may belong to an event', async () => {
  const { seriesId, add, read } = await newForm();
  const brunch = { brunch_event: true, brunch_event_id: (await addEvent(server, seriesId, { brunch_event: true })).id };
  expect((await add({ type: 'select', label: 'Menu', options: ['A'], ...brunch })).body.data).toMatchObject([brunch]);
  expect(await read()).toMatchObject([brunch]);
});

test('API-27: the form of the path is the one that gets the fields, whether the body names it, another or none', async () => {
  const [own, other] = [await newMarketingForm(), await newMarketingForm()];
  for (const [label, formId] of [
    ['A', undefined],
    ['B', other.base.slice('/form/'.length)],
  ])
    expect((await server.post(`${own.base}/addformfields`, { formId, formFields: [{ type: 'input', label }] })).status).toBe(200);
  expect([labels(await own.read()), labels(await other.read())]).toEqual([['A', 'B'], []]);
});

test('DATA-6, API-55: an error of a new field of a marketing form has the path of its place in the body', async () => {
  const { add, read, base } = await newMarketingForm();
  const topic = { type: 'input', label: 'Topic' };
  const twice = await add(topic, { ...topic, label: 'TOPIC' });
  expect(twice.body.errors).toEqual([{ path: 'formFields.1.label', message: 'This form already has a field with this label' }]);
  expect((await add()).status).toBe(422);
  expect((await server.post(`${base}/addformfields`, [topic])).status).toBe(422);
  expect(await read()).toEqual([]);
});

test.each([' A ', 'A\u200b'])('API-55: two options that look the same, A and %j, are refused at the options', async (other) => {
  const { add } = await newForm();
  const { body } = await add({ type: 'select', label: 'Menu', options: ['A', other] });
  expect(body.errors).toEqual([{ path: '0.options', message: 'Each option must be different: ‘A’ appears twice' }]);
});

test('ENT-18: a field of a marketing form cannot belong to an event', async () => {
  const { id } = await addEvent(server, (await addSeries(server)).id, { brunch_event: true });
  const { add } = await newMarketingForm();
  const answer = await add({ type: 'select', label: 'Menu', options: ['A'], brunch_event: true, brunch_event_id: id });
  expect(answer.body.errors).toEqual([{ path: 'formFields.0.brunch_event_id', message: 'Please select a brunch event' }]);
});

test.each([
  ['Diet', 'This form already has a field with this label'],
  [' dIET ', 'This form already has a field with this label'],
  ...'Email, First name, Last name, Job title, Organisation, Events, Accepts marketing, Signup location, show on slack, Event serie copper tag, id, Message, Marketing, Submitted at, signups count, Errors, UTM anything, utm source, _remarks, __proto__, Constructor, toString'
    .split(', ')
    .map((label) => [label, 'The form itself already uses this name. Please choose another.']),
])('DATA-6, DATA-7, DATA-8, BLD-30: the label %j is refused at its own place, and none of the call is added', async (label, message) => {
  const { add, read } = await newForm();
  await add({ type: 'input', label: 'Diet' });
  const answer = await add({ type: 'input', label: 'Fine' }, { type: 'input', label });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path: '1.label', message }]);
  expect(labels(await read())).toEqual(['Diet']);
});

test('DATA-6: two labels of one call that share a key are refused, and so is the present label of a relabelled field', async () => {
  const { add, edit, read } = await newForm();
  const twice = await add({ type: 'input', label: 'Diet Wish' }, { type: 'textarea', label: 'diet wish' });
  expect(twice.body.errors).toEqual([{ path: '1.label', message: 'This form already has a field with this label' }]);
  await add({ type: 'input', label: 'Diet' });
  await edit((await read())[0]!, { label: 'Food' });
  expect((await add({ type: 'input', label: 'food' })).body.errors).toEqual([{ ...twice.body.errors[0], path: '0.label' }]);
  expect((await add({ type: 'input', label: 'diet' })).body.errors).toEqual([{ path: '0.label', message: KEY_TAKEN_BEFORE }]);
});

test.each<[unknown, string, string?]>([
  [[], ''],
  [{}, ''],
  [[{ label: 'X' }], '0.type'],
  [[{ type: 'number', label: 'X' }], '0.type'],
  [[{ type: 'input' }], '0.label'],
  [[{ type: 'input', label: ' ' }], '0.label', 'This field cannot be empty'],
  [[{ type: 'input', label: 5 }], '0.label'],
  [[{ type: 'input', label: 'x'.repeat(301) }], '0.label'],
  [[{ type: 'input', label: 'a\nb' }], '0.label'],
  [[{ type: 'disclaimer', label: 'x'.repeat(5_001) }], '0.label'],
  [[{ type: 'input', label: '\ud800' }], '0.label'],
  [[{ type: 'select', label: 'X' }], '0.options.0', 'This field cannot be empty'],
  [[{ type: 'select', label: 'X', options: ['A', ' '] }], '0.options.1', 'This field cannot be empty'],
  [[{ type: 'select', label: 'X', options: ['A', ' A'] }], '0.options'],
  [[{ type: 'select', label: 'X', options: ['A', 5] }], '0.options.1'],
  [[{ type: 'select', label: 'X', options: 'A' }], '0.options'],
  [[{ type: 'select', label: 'X', options: ['A'], brunch_event: true }], '0.brunch_event_id'],
  [[{ type: 'select', label: 'X', options: ['A'], brunch_event: true, brunch_event_id: 'x' }], '0.brunch_event_id'],
  [[{ type: 'select', label: 'X', options: ['A'], brunch_event: true, brunch_event_id: crypto.randomUUID() }], '0.brunch_event_id'],
  [[{ type: 'input', label: 'X', required: 'yes' }], '0.required'],
  [[{ type: 'input', label: 'X', show_on_slack: null }], '0.show_on_slack'],
  [[{ type: 'input', label: 'X', order: -1 }], '0.order'],
])('VAL-23, VAL-24, VAL-26, ENT-14, API-55: adding %j is refused at "%s"', async (body, path, message = expect.any(String)) => {
  const { seriesId, read } = await newForm();
  const answer = await server.post(`/event_series/${seriesId}/addeventseriesformfields`, body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path, message }]);
  expect(await read()).toEqual([]);
});

test('a disclaimer may be a long text of several lines', async () => {
  const { add } = await newForm();
  const label = `${'Words '.repeat(800)}\nhttps://example.com`;
  const answer = await add({ type: 'disclaimer', label });
  expect(answer.body.data).toMatchObject([{ label }]);
});

test('VAL-26: a brunch field needs a brunch event of its own series', async () => {
  const { seriesId, add } = await newForm();
  const plain = await addEvent(server, seriesId);
  const foreign = await addEvent(server, (await addSeries(server)).id, { brunch_event: true });
  for (const id of [plain.id, foreign.id]) {
    const answer = await add({ type: 'select', label: 'Menu', options: ['A'], brunch_event: true, brunch_event_id: id });
    expect(answer.body.errors).toEqual([{ path: '0.brunch_event_id', message: 'Please select a brunch event' }]);
  }
});

test('DATA-27: an answer is accepted under the key of the current label too, unless that is another field’s or a built-in name', async () => {
  const { seriesId, edit, read } = await newForm();
  const event = await addEvent(server, seriesId);
  await addFields(server, seriesId, 'Diet', 'Menu', 'Contact');
  const [diet, menu, contact] = await read();
  await edit(diet!, { label: 'Food' });
  await edit(menu!, { label: 'Diet' });
  await edit(contact!, { label: 'Email' });
  await signUp(server, seriesId, [event.id], { food: 'Vegan' });
  const { body } = await server.get(`/event_series/${seriesId}/event/${event.id}`);
  expect(body.data.submissions[0]).toMatchObject({ diet: 'Vegan' });
  expect(body.data.submissions[0]).not.toHaveProperty('menu');
  expect(body.data.submissions[0]).not.toHaveProperty('contact');
});

test.each([
  [{ label: ' ' }, 'label'],
  [{ label: 'x'.repeat(301) }, 'label'],
  [{ options: [] }, 'options.0'],
  [{ options: [' '] }, 'options.0'],
  [{ order: -1 }, 'order'],
  [{ order: 1.5 }, 'order'],
  [{ required: 'yes' }, 'required'],
  [{ brunch_event: true }, 'brunch_event_id'],
  [{ brunch_event: true, brunch_event_id: crypto.randomUUID() }, 'brunch_event_id'],
])('API-55: an edit of a field with %j changes nothing', async (body, path) => {
  const { seriesId, edit, read } = await newForm();
  const [field] = await addFields(server, seriesId, { type: 'select', label: 'Menu', options: ['A'] });
  const answer = await edit(field!, { show_on_slack: true, ...body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([expect.objectContaining({ path })]);
  expect(await read()).toEqual([field]);
});

test('a brunch field whose event was deleted can be edited unchanged, given another event, or made a plain field', async () => {
  const { seriesId, edit } = await newForm();
  const [gone, other] = [
    await addEvent(server, seriesId, { brunch_event: true }),
    await addEvent(server, seriesId, { brunch_event: true }),
  ];
  const [field] = await addFields(server, seriesId, {
    type: 'select',
    label: 'Menu',
    options: ['A'],
    brunch_event: true,
    brunch_event_id: gone.id,
  });
  await server.post(`/event_series/${seriesId}/event/${gone.id}/delete`);
  const asItIs = await edit(field!, { label: 'Food', brunch_event: true, brunch_event_id: null });
  expect(asItIs.body.data).toMatchObject({ label: 'Food', brunch_event: true, brunch_event_id: null });
  expect((await edit(field!, { brunch_event_id: gone.id })).status).toBe(422);
  expect((await edit(field!, { brunch_event_id: other.id })).body.data).toMatchObject({ brunch_event: true, brunch_event_id: other.id });
  expect((await edit(field!, { brunch_event: false })).body.data).toMatchObject({ brunch_event: false, brunch_event_id: null });
});

test('DATA-18: an order past the end means the end, and a move leaves the versions of the others', async () => {
  const { seriesId, edit, read } = await newForm();
  const [a] = await addFields(server, seriesId, 'A', 'B', 'C');
  expect((await edit(a!, { order: 99 })).body.data.order).toBe(2);
  expect((await read()).map((field) => [field.label, field.version])).toEqual([
    ['B', 1],
    ['C', 1],
    ['A', 2],
  ]);
});

test('DATA-19: moves, adds and deletions at the same time leave 0, 1, 2 …', async () => {
  const { seriesId, add, edit, remove, read } = await newForm();
  const fields = await addFields(server, seriesId, ...'ABCDEFGH'.split(''));
  const answers = await Promise.all([
    ...fields.slice(0, 6).map(async (field, index) => edit(field, { order: 7 - index })),
    remove(fields[6]!),
    remove(fields[7]!),
    add({ type: 'input', label: 'I' }, { type: 'input', label: 'J' }),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(Array<number>(9).fill(200));
  const after = await read();
  expect(after.map((field) => field.order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(labels(after).toSorted()).toEqual('ABCDEFIJ'.split(''));
});
