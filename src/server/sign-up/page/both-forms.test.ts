import { describe, expect, test } from 'vitest';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { iframeCode } from '#contract/rules/embed-code.ts';
import { createFormToken } from '#server/forms/form-token.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';
import { addEvent, addFields, addForm, addFormFields, addSeries } from '#server/testing/staff-calls.ts';

// Behaviour that the forms of series and marketing forms share.

const server = await createSignUpPageServer();

type Values = Record<string, unknown>;

interface PublicForm extends FormRef {
  /** Path of the form's calls, under `/api`. */
  readonly call: string;
  /** Path of its public page. */
  readonly page: string;
  /** What a visitor sends in addition to the fields of every form. */
  readonly sent: Values;
  readonly addFields: (...fields: (string | Values)[]) => Promise<unknown>;
  readonly submissions: () => Promise<Values[]>;
}

async function buildSeriesForm(): Promise<PublicForm> {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id);
  const call = `/event_series/${id}`;
  return {
    kind: 'series',
    id,
    call,
    page: `/spring-training/events-series/${id}/view`,
    sent: { events: [event.id] },
    addFields: async (...fields) => addFields(server, id, ...fields),
    submissions: async () => (await server.get(`${call}/event/${event.id}`)).body.data.submissions,
  };
}

async function buildMarketingForm(): Promise<PublicForm> {
  const { id } = await addForm(server);
  const call = `/form/${id}`;
  return {
    kind: 'marketing',
    id,
    call,
    page: `/white-paper/form/${id}/view`,
    sent: {},
    addFields: async (...fields) => addFormFields(server, id, ...fields),
    submissions: async () => (await server.get(`${call}/submissions`)).body.data,
  };
}

const submit = async ({ call, sent }: PublicForm, values: Values = {}) =>
  server.post(`${call}/submit`, newSignUp({ ...sent, ...values }), { as: 'visitor' });

async function pageOf({ page }: PublicForm, query = ''): Promise<string> {
  const html = await (await fetch(`${server.url}${page}${query}`)).text();
  return html.replace(/<style>.*<\/style>/s, '');
}

describe.each([
  ['series', buildSeriesForm],
  ['form', buildMarketingForm],
] as const)('the form of kind %s', (_kind, build) => {
  test('AUTH-11: is shown, read and sent without sign-in, cookie or token', async () => {
    const form = await build();
    const shown = await fetch(server.url + form.page);
    expect([shown.status, shown.headers.get('set-cookie'), shown.redirected]).toEqual([200, null, false]);
    expect((await server.get(form.call, { as: 'visitor' })).body.data.id).toBe(form.id);
    const sent = await submit(form);
    expect([sent.status, sent.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await form.submissions()).toMatchObject([{ id: sent.body.data.id }]);
  });

  test('PUB-13, EMB-5: is embedded by the frame that staff copy, in any page', async () => {
    const form = await build();
    const code = iframeCode({ server: server.url, path: form.page, title: 'Sign up', theme: 'either' });
    const framed = await fetch(/ src="([^"]+)"/.exec(code)?.[1] ?? '');
    expect(framed.status).toBe(200);
    expect(framed.headers.get('content-security-policy')).not.toContain('frame-ancestors');
    expect(framed.headers.get('x-frame-options')).toBeNull();
    expect(await framed.text()).toMatch(/<html[^>]* data-embed[ >]/);
  });

  test('PUB-15: a disclaimer shows its label as text, is never required, and takes no answer', async () => {
    const form = await build();
    await form.addFields('Diet', { type: 'disclaimer', label: 'Small print', required: true });
    const html = await pageOf(form, '?small_print=typed');
    expect(html).toContain('<p class="disclaimer" dir="auto">Small print</p>');
    expect(html).not.toMatch(/name="small_print"/);
    expect((await submit(form, { diet: 'Vegan', small_print: 'Answered' })).status).toBe(200);
    const [stored] = await form.submissions();
    expect(stored).toMatchObject({ diet: 'Vegan' });
    expect(stored).not.toHaveProperty('small_print');
  });

  test('PUB-8, PUB-16: the fields of every form come first, then its custom fields and the disclaimers, in their order, then the consent box', async () => {
    const form = await build();
    const disclaimer = (label: string) => ({ type: 'disclaimer', label });
    await form.addFields(disclaimer('First print'), 'Diet', disclaimer('Second print'), 'Access', disclaimer('Third print'), 'Topic');
    const html = await pageOf(form);
    const person = ['First name', 'Last name', 'Job title', 'Organisation', 'Email'];
    const texts = [...person, 'Diet', 'Access', 'Topic', 'First print', 'Second print', 'Third print'];
    const places = texts.map((text) => html.indexOf(`>${text}<`));
    const consent = html.indexOf('name="accepts_marketing"');
    expect(places).not.toContain(-1);
    expect([...places, consent]).toEqual([...places, consent].toSorted((a, b) => a - b));
  });

  test('PUB-27: an http address in a disclaimer is a link on the page', async () => {
    const form = await build();
    await form.addFields({ type: 'disclaimer', label: 'Terms: https://northfield.example/terms, and more.' });
    expect(await pageOf(form)).toMatch(
      /<p class="disclaimer" dir="auto">Terms: <a href="https:\/\/northfield\.example\/terms"[^>]*>.*?<\/a>, and more\.<\/p>/,
    );
  });

  test('DATA-13: disclaimerText is the label of the first disclaimer in the order of the form, or null, for staff and visitors', async () => {
    const form = await build();
    const textFor = async (as: 'staff' | 'visitor') => (await server.get(form.call, { as })).body.data.disclaimerText;
    const texts = async () => [await textFor('staff'), await textFor('visitor')];
    await form.addFields('Diet');
    expect(await texts()).toEqual([null, null]);
    await form.addFields({ type: 'disclaimer', label: 'One' }, { type: 'disclaimer', label: 'Two' });
    expect(await texts()).toEqual(['One', 'One']);
    const { formFields } = (await server.get(form.call)).body.data;
    const field = form.kind === 'series' ? `/events-series/${form.id}/eventseriesformfield` : `/form/${form.id}/markformfield`;
    await server.post(`${field}/${formFields[2].id}/edit`, { order: 0 });
    expect(await texts()).toEqual(['Two', 'Two']);
    await server.post(`${field}/${formFields[2].id}/edit`, { label: 'New words' });
    expect(await texts()).toEqual(['New words', 'New words']);
  });

  test('API-31, API-32, ENT-20: the payload has the person, the consent and the source under the names of the specification, and all of it is stored', async () => {
    const form = await build();
    const person = {
      first_name: 'Grace',
      last_name: 'Hopper',
      job_title: 'Rear admiral',
      organisation: 'Navy',
      email: 'grace@example.com',
      accepts_marketing: true,
      utm_source: 'letter',
    };
    await submit(form, person);
    await submit(form, { ...person, email: 'grace.2@example.com', accepts_marketing: false });
    const stored = (await form.submissions()).toSorted((a, b) => String(b.email).localeCompare(String(a.email)));
    expect(stored).toMatchObject([person, { ...person, email: 'grace.2@example.com', accepts_marketing: false }]);
  });

  test('EMB-2, ENT-22: the key of an answer is its label, trimmed, in lower case, each space an underscore, also in posts of the page', async () => {
    const form = await build();
    await form.addFields('  How did  YOU hear of us? ', { type: 'checkbox', label: 'Call Me' });
    expect((await submit(form, { 'how_did__you_hear_of_us?': 'A friend', call_me: true })).status).toBe(200);
    const { events = [] } = form.sent;
    const values = newSignUp({ email: 'page@example.com', 'how_did__you_hear_of_us?': 'The page', call_me: 'true', events });
    const typed = Object.entries(values).filter(([, value]) => value !== false);
    const posted = postedForm(await pageOf(form), Object.fromEntries(typed) as Record<string, string | string[]>);
    // Some seconds old, since a younger token is refused.
    posted.set('_stamp', createFormToken({ secret: TEST_SECRET, form, now: Date.now() - 5_000 }));
    expect((await fetch(server.url + form.page, { method: 'POST', body: posted })).status).toBe(200);
    expect(await form.submissions()).toMatchObject([
      { email: 'page@example.com', 'how_did__you_hear_of_us?': 'The page', call_me: true },
      { email: 'ada@example.com', 'how_did__you_hear_of_us?': 'A friend', call_me: true },
    ]);
  });

  test('API-70, API-71, ENT-23: signup_location, show_on_slack and unknown keys are accepted and not stored', async () => {
    const form = await build();
    const fields = [{ id: 'x', label: 'Forged', show_on_slack: true }];
    expect((await submit(form, { signup_location: 'Forged place', show_on_slack: fields, stray: 'forged' })).status).toBe(200);
    expect(JSON.stringify(await server.db.selectFrom('submissions').selectAll().execute())).not.toMatch(/forged/i);
  });
});

test('PUB-9: the page shows changes by staff: title, fields, and the button of downloadable content', async () => {
  const form = await buildMarketingForm();
  const { id } = form;
  expect(await pageOf(form)).toMatch(/<button[^>]*><span>Submit</);
  await server.post(`/form/${id}/edit`, { title: 'Blue paper', donwloadable_content: true });
  const [field] = await addFormFields(server, id, 'Topic');
  const changed = await pageOf(form);
  expect(changed).toMatch(/<button[^>]*><span>Download</);
  expect(changed).toContain('Blue paper');
  expect(changed).toContain(`/api/form/${id}/submit`);
  await server.post(`/form/${id}/markformfield/${field!.id}/edit`, { label: 'Subject' });
  expect(await pageOf(form)).toContain('Subject');
  await server.post(`/form/${id}/markformfield/${field!.id}/delete`);
  expect(await pageOf(form)).not.toContain('Subject');
  await server.post(`/form/${id}/delete`);
  expect((await fetch(`${server.url}/blue-paper/form/${id}/view`)).status).toBe(404);
});

test('API-18, ENT-21, ENT-24: a visitor signs up for the events of a series by their ids, with a Copper tag that is ignored', async () => {
  const form = await buildSeriesForm();
  const other = await addEvent(server, form.id, { event_title: 'Day two', copper_tag: 'of the event' });
  const events = [...(form.sent.events as string[]), other.id];
  const answer = await submit(form, {
    events,
    event_serie_copper_tag: 'forged tag',
    signup_location: 'Spring training',
    show_on_slack: [],
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ data: { id: expect.stringMatching(/^[\da-f-]{36}$/) } });
  for (const event of events) {
    const { submissions } = (await server.get(`${form.call}/event/${event}`)).body.data;
    expect(submissions.map(({ id }: Values) => id)).toEqual([answer.body.data.id]);
  }
  const rows = await server.db.selectFrom('submissions').selectAll().execute();
  const series = await server.db.selectFrom('forms').select('copper_tag').execute();
  expect(JSON.stringify([rows, series])).not.toContain('forged');
});

test('PUB-25: a brunch field whose event was deleted, is hidden or no longer a brunch event is never required', async () => {
  const form = await buildSeriesForm();
  const brunch = async () => (await addEvent(server, form.id, { event_title: 'Brunch', brunch_event: true })).id;
  const [gone, hidden, plain, good] = [await brunch(), await brunch(), await brunch(), await brunch()];
  const menu = (label: string, brunch_event_id: string) => ({ label, required: true, brunch_event: true, brunch_event_id });
  await form.addFields(menu('Of gone', gone), menu('Of hidden', hidden), menu('Of plain', plain), menu('Of good', good));
  const asked = async (events: string[]) => (await submit(form, { events })).body.errors?.map(({ path }: Values) => path) ?? [];
  expect(await asked([gone, hidden, plain, good])).toEqual(['of_gone', 'of_hidden', 'of_plain', 'of_good']);
  await server.post(`${form.call}/event/${gone}/delete`);
  await server.post(`${form.call}/event/${hidden}/edit`, { show_on_form: false });
  await server.post(`${form.call}/event/${plain}/edit`, { brunch_event: false });
  expect(await asked([plain, good])).toEqual(['of_good']);
  expect(await asked([plain])).toEqual([]);
});

test('ERR-5: a marketing form that could not be sent shows its own message, and keeps what was typed', async () => {
  const form = await buildMarketingForm();
  const body = postedForm(await pageOf(form), { first_name: 'Ada', last_name: 'Byron', job_title: 'Analyst', organisation: 'Engines' });
  body.set('email', 'ada@example.com');
  // A token that is too young.
  body.set('_stamp', createFormToken({ secret: TEST_SECRET, form, now: Date.now() }));
  const response = await fetch(server.url + form.page, { method: 'POST', body });
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('<p class="note bad" role="alert">Error: There was an error submitting your form. Please try again</p>');
  expect(html).toContain('name="first_name" value="Ada"');
  expect(await form.submissions()).toEqual([]);
});
