import { expect, test } from 'vitest';
import type { FormField } from '#contract/forms/form-field.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newForm() {
  const { id } = await addSeries(server);
  const base = `/events-series/${id}`;
  return {
    add: async (field: unknown) => server.post(`${base}/addeventseriesformfields`, [field]),
    edit: async ({ id: fieldId }: FormField, body: unknown, headers = {}) =>
      server.post(`${base}/eventseriesformfield/${fieldId}/edit`, body, { headers }),
    readPublic: async () => (await server.get(`/event_series/${id}`, { as: 'visitor' })).body.data.formFields,
  };
}

test('FLD-3: a field has a help text in adds, edits and reads, trimmed; blank or null is none', async () => {
  const { add, edit, readPublic } = await newForm();
  const [field] = (await add({ type: 'input', label: 'Diet', help_text: '  Vegan too. ' })).body.data;
  expect(field).toMatchObject({ help_text: 'Vegan too.', version: 1 });
  expect(await readPublic()).toMatchObject([{ help_text: 'Vegan too.' }]);
  expect((await edit(field, { label: 'Food' })).body.data).toMatchObject({ label: 'Food', help_text: 'Vegan too.' });
  expect((await edit(field, { help_text: ' ' })).body.data).toMatchObject({ help_text: null, version: 3 });
  expect((await edit(field, { help_text: 'Two\nlines' })).body.data).toMatchObject({ help_text: 'Two\nlines' });
  expect((await edit(field, { help_text: null })).body.data).toMatchObject({ help_text: null });
  const [other] = (await add({ type: 'checkbox', label: 'Other' })).body.data;
  expect(other).toMatchObject({ help_text: null });
});

test('FLD-3: 500 characters fit; more, or text that cannot be stored, is refused at the help text', async () => {
  const { add, edit } = await newForm();
  const [field] = (await add({ type: 'input', label: 'Diet', help_text: 'x'.repeat(500) })).body.data;
  for (const help of ['x'.repeat(501), 'a\0b', 7]) {
    const answer = await edit(field, { help_text: help });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: 'help_text' }]);
  }
});

test('FLD-3: it has its own version: an edit of the label in the meantime does not conflict, another edit of it does', async () => {
  const { add, edit } = await newForm();
  const [field] = (await add({ type: 'input', label: 'Diet' })).body.data;
  await edit(field, { help_text: 'Mine' }, { 'if-match': '1' });
  expect((await edit(field, { label: 'Food' }, { 'if-match': '1' })).status).toBe(200);
  const refused = await edit(field, { help_text: 'Theirs' }, { 'if-match': '1' });
  expect(refused.status).toBe(409);
  expect(refused.body.current).toEqual({ help_text: 'Mine' });
});
