import { expect, test } from 'vitest';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { type TestResponse } from '#server/testing/server.ts';
import { addEvent, addForm, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';
import { ASKS_FOR_ALL, atRest, makeDue, stepsOf, until } from '#server/testing/worker.ts';

// End to end: a visitor's call, the worker, the services, and what staff read.

const { server, db, worker, smtp, slack, copper } = await createServerWithWorker();

interface Signed {
  /** The answer to the visitor. */
  readonly answer: TestResponse;
  /** The steps as staff read them. */
  readonly errors: () => Promise<unknown>;
}

/** Signs up for an event of a series with these settings. */
async function signUpFor(settings: Record<string, unknown>): Promise<Signed> {
  const { id } = await addSeries(server);
  await server.post(`/event_series/${id}/edit`, settings);
  const event = await addEvent(server, id);
  const answer = await server.post(`/event_series/${id}/submit`, newSignUp({ events: [event.id] }), { as: 'visitor' });
  return { answer, errors: async () => (await server.get(`/event_series/${id}/event/${event.id}`)).body.data.submissions[0].errors };
}

/** Waits until each step of the only sign-up has had this many attempts. */
const attempted = async (count: number, times: number) =>
  until(`attempt ${times}`, async () => {
    const steps = await stepsOf(db);
    return steps.length === count && steps.every(({ attempts, state }) => attempts === times && state !== 'running');
  });

test('JOB-2: the answer to a visitor does not wait for slow services', async () => {
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'slow', ms: 2_000 });
  const { answer, errors } = await signUpFor(ASKS_FOR_ALL);
  expect(answer.status).toBe(200);
  // When the visitor has the answer, none of the four services has been called.
  expect([slack.messages.length, smtp.mails.length, copper.leads.length]).toEqual([0, 0, 0]);
  await atRest(db);
  expect([slack.messages.length, smtp.mails.length, copper.leads.length]).toEqual([1, 2, 1]);
  expect(await errors()).toHaveLength(4);
});

test('JOB-5: errors has one entry for each step, which each attempt replaces', async () => {
  const step = (name: string, success: boolean, message: string) => ({ step: name, success, message });
  const email = { ...step('email', true, 'Sent'), mail_id: expect.any(String) };
  const others = [email, step('forward', true, 'Sent'), step('crm', true, 'Lead 10000 created')];
  slack.behaviours.set({ kind: 'status', status: 500 });
  const { errors } = await signUpFor(ASKS_FOR_ALL);
  await attempted(4, 1);
  expect(await errors()).toEqual([step('slack', false, 'Slack returned error 500'), ...others]);
  slack.behaviours.set({ kind: 'cut' });
  await makeDue(db, 'slack');
  await until('the second attempt', async () => (await stepsOf(db)).some(({ attempts, state }) => attempts === 2 && state === 'waiting'));
  expect(await errors()).toEqual([step('slack', false, 'Slack could not be reached (UND_ERR_SOCKET)'), ...others]);
  slack.behaviours.set({ kind: 'work' });
  await makeDue(db, 'slack');
  await atRest(db);
  expect(await errors()).toEqual([step('slack', true, 'Posted to channel C1'), ...others]);
});

test('JOB-8: submissions that staff add through the API send nothing', async () => {
  const { id } = await addSeries(server);
  await server.post(`/event_series/${id}/edit`, ASKS_FOR_ALL);
  const event = await addEvent(server, id);
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  expect((await server.post(`/event_series/${id}/event/${event.id}/submission/add`, person)).status).toBe(200);
  // A later sign-up: once its steps are done, those of the other one would be too.
  await server.post(`/event_series/${id}/submit`, newSignUp({ email: 'bea@example.com', events: [event.id] }), { as: 'visitor' });
  await until('the steps of the visitor', async () => (await stepsOf(db)).length > 0);
  await atRest(db);
  expect(await stepsOf(db)).toHaveLength(4);
  expect(smtp.mails.flatMap(({ recipients }) => recipients)).not.toContain('ada@example.com');
});

test('API-70: Slack fields, location and tags come from the stored form, whatever the visitor sends', async () => {
  const { id } = await addSeries(server, 'Spring');
  await server.post(`/event_series/${id}/edit`, { ...ASKS_FOR_ALL, copper_tag: 'spring' });
  const event = await addEvent(server, id);
  const fields = [
    { type: 'input', label: 'Diet', show_on_slack: true },
    { type: 'input', label: 'Secret' },
  ];
  await server.post(`/event_series/${id}/addeventseriesformfields`, fields);
  const claims = { signup_location: 'Elsewhere', event_serie_copper_tag: 'VIP', show_on_slack: [{ label: 'Secret', name: 'secret' }] };
  const payload = newSignUp({ ...claims, events: [event.id], diet: 'Vegan', secret: 'Hush' });
  expect((await server.post(`/event_series/${id}/submit`, payload, { as: 'visitor' })).status).toBe(200);
  await until('the steps', async () => (await stepsOf(db)).length > 0);
  await atRest(db);
  expect(slack.messages).toHaveLength(1);
  expect(slack.messages[0]?.text).toBe('New sign-up for Spring: Ada Lovelace');
  const posted = JSON.stringify(slack.messages);
  expect([posted.includes('Vegan'), posted.includes('Hush'), posted.includes('Elsewhere')]).toEqual([true, false, false]);
  expect(copper.leads.map(({ tags }) => tags)).toEqual([['spring']]);
});

test('PUB-10, MAIL-14: a visitor gets the downloadable content of a form through the link in the mail, with either kind of template', async () => {
  const link = 'https://files.northfield.example/handbook.pdf?v=2&lang=en';
  const escaped = link.replace('&', '&amp;');
  const templates = [`Dear %FNAME%,\nyour guide: ${link}`, `<p>Dear %FNAME%, <a href="${escaped}">your guide</a></p>`];
  for (const [index, email_template] of templates.entries()) {
    const { id } = await addForm(server);
    const mail = { email_from: 'team@example.com', email_subject: 'Your guide', email_template };
    await server.post(`/form/${id}/edit`, { ...mail, donwloadable_content: true });
    await signUpOnForm(server, id, { email: `ada.${index}@example.com` });
  }
  await atRest(db);
  for (const index of templates.keys()) {
    const arrived = smtp.mails.find(({ recipients }) => recipients.includes(`ada.${index}@example.com`))!.parsed;
    expect(arrived.text).toContain(link);
    expect(arrived.html).toContain(`<a href="${escaped}"`);
  }
});

test('JOB-2: the answer is the same when all services are down, and when no worker is running', async () => {
  for (const { behaviours } of [slack, smtp, copper]) behaviours.set({ kind: 'cut' });
  expect((await signUpFor(ASKS_FOR_ALL)).answer).toMatchObject({ status: 200, body: { data: { id: expect.any(String) } } });
  await attempted(4, 1);
  await worker.stop();
  expect((await signUpFor(ASKS_FOR_ALL)).answer.status).toBe(200);
  expect(await db.selectFrom('submissions').select('id').where('awaiting_fan_out', '=', true).execute()).toHaveLength(1);
});
