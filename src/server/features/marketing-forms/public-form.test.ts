import { expect, test } from 'vitest';
import { createFormToken } from '#server/forms/form-token.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';
import { addForm, addFormFields } from '#server/testing/staff-calls.ts';

const server = await createSignUpPageServer();

const submit = (formId: string, values: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  server.post(`/form/${formId}/submit`, newSignUp(values), { as: 'visitor', headers });

const submissionsOf = async (formId: string) => (await server.get(`/form/${formId}/submissions`)).body.data;

const page = async (formId: string): Promise<string> => (await fetch(`${server.url}/white-paper/form/${formId}/view`)).text();

test('API-31, API-32: a sign-up is stored with its answers and answered with data', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, 'Topic', { label: 'Call me', type: 'checkbox' });
  const answer = await submit(id, { topic: 'Looms', call_me: true, accepts_marketing: true, stray: 'x', utm_source: 'letter' });
  expect(answer.status).toBe(200);
  expect(await submissionsOf(id)).toEqual([
    expect.objectContaining({
      id: answer.body.data.id,
      email: 'ada@example.com',
      topic: 'Looms',
      call_me: true,
      accepts_marketing: true,
      utm_source: 'letter',
      signups_count: 1,
      _status: expect.objectContaining({ state: 'sending' }),
    }),
  ]);
  expect(Object.keys((await submissionsOf(id))[0])).not.toContain('stray');
});

test('API-70, API-71: the Slack flag and location that the client sends are accepted and ignored', async () => {
  const { id } = await addForm(server);
  expect((await submit(id, { signup_location: 'Elsewhere', show_on_slack: [{ label: 'x' }], submitted_at: '1999-01-01' })).status).toBe(
    200,
  );
  const [{ submitted_at, ...stored }] = await submissionsOf(id);
  expect(stored).not.toHaveProperty('signup_location');
  expect(new Date(submitted_at).getFullYear()).toBeGreaterThan(2_000);
});

test('VAL-11, API-55: errors are at their field, with the texts of a marketing form', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, { label: 'Topic', required: true });
  const answer = await submit(id, { email: 'nobody', first_name: ' ' });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([
    { path: 'first_name', message: 'First name is required' },
    { path: 'email', message: 'Invalid email address' },
    { path: 'topic', message: 'This field is required' },
  ]);
  expect(await submissionsOf(id)).toEqual([]);
});

test('PUB-9: the page follows what staff change: title, fields, and the button of downloadable content', async () => {
  const { id } = await addForm(server);
  expect(await page(id)).toMatch(/<button[^>]*><span>Submit</);
  await server.post(`/form/${id}/edit`, { title: 'Blue paper', donwloadable_content: true });
  const [field] = await addFormFields(server, id, 'Topic');
  const changed = await page(id);
  expect(changed).toMatch(/<button[^>]*><span>Download</);
  expect(changed).toContain('Blue paper');
  expect(changed).toContain(`/api/form/${id}/submit`);
  await server.post(`/form/${id}/markformfield/${field!.id}/edit`, { label: 'Subject' });
  expect(await page(id)).toContain('Subject');
  await server.post(`/form/${id}/markformfield/${field!.id}/delete`);
  expect(await page(id)).not.toContain('Subject');
  await server.post(`/form/${id}/delete`);
  expect((await fetch(`${server.url}/blue-paper/form/${id}/view`)).status).toBe(404);
});

test('EMB-2, FORM-7: a post from the page without JavaScript is among the submissions of the form', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, 'Topic');
  const typed = {
    first_name: 'Ada',
    last_name: 'Byron',
    job_title: 'Analyst',
    organisation: 'Engines',
    email: 'ada@example.com',
    topic: 'Looms',
  };
  const body = postedForm(await page(id), typed);
  // Some seconds old, since a younger token is refused.
  body.set('_stamp', createFormToken({ secret: TEST_SECRET, form: { kind: 'form', id }, now: Date.now() - 5_000 }));
  const response = await fetch(`${server.url}/white-paper/form/${id}/view`, { method: 'POST', body });
  expect(await response.text()).toContain('Thank you, Ada');
  expect(await submissionsOf(id)).toMatchObject([typed]);
});
