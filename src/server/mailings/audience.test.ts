import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';
import { startWorld } from '#server/testing/worker.ts';

const { settings, smtp } = await startWorld();
const server = await createTestServer({ ...settings, ORGANISATION_NAME: 'Marsh Ltd', EVENTS_SERVER_URL: 'https://events.example.com' });

const MAILING = {
  subject: 'Parking at %SERIES%',
  template: 'Hello %FNAME%,\n\nyour events:\n%EVENTS%\n\n%LINK% %SUCCESS% %EVNT%\n%CONTACT%, %OTHERS%: https://a.example/%UNDO%',
};

/** The same as in production without a mail server. */
const withoutMail = await createTestServer({ NODE_ENV: 'production', PUBLIC_URL: 'https://turnout.example.com' }, {}, server);

/** The same with mails as files, as on a machine without a mail server. */
const withFiles = await createTestServer({}, {}, server);

let seriesId = '';
let other = '';
let one = '';
let two = '';
const ids: Record<string, string> = {};

beforeEach(async () => {
  ({ id: seriesId } = await addSeries(server));
  await addFields(server, seriesId, 'Diet');
  ({ id: one } = await addEvent(server, seriesId, {
    event_title: 'Day one',
    closes_when_full: true,
    max_places: 50,
    waiting_list: 'manual',
  }));
  ({ id: two } = await addEvent(server, seriesId, { event_title: 'Day two' }));
  ({ id: other } = await addEvent(server, (await addSeries(server, 'Other')).id));
  // Oldest first.
  ids.ada = await signUp(server, seriesId, [one, two], {
    first_name: 'Ada',
    email: 'ada@example.com',
    accepts_marketing: true,
    diet: 'Fish',
  });
  ids.bea = await signUp(server, seriesId, [two], { first_name: 'Bea', email: 'bea@example.com', accepts_marketing: true });
  ids.cy = (await addAttendee(server, seriesId, one, { first_name: 'evil.example', email: 'cy@example.com' })).id;
  ids.ada2 = (await addAttendee(server, seriesId, two, { first_name: 'Ada', email: 'ADA@example.com' })).id;
  ids.dee = (await addAttendee(server, seriesId, two, { first_name: 'Dee', accepts_marketing: true })).id;
  ids.eve = (await addAttendee(server, seriesId, one, { first_name: 'Eve', accepts_marketing: true })).id;
  await sql`update registrations set status = 'waiting' where submission_id = ${ids.eve}`.execute(server.db);
  await sql`insert into submission_steps (submission_id, step, state, attempts, cause) values (${ids.bea}, 'email', 'failed', 1, 'mailbox')
    on conflict do nothing`.execute(server.db);
  await sql`update submission_steps set state = 'failed', cause = 'mailbox', attempts = 1 where submission_id = ${ids.bea}`.execute(
    server.db,
  );
  await sql`insert into suppressions (digest, reason) values (sha256('dee@example.com'), 'unsubscribed')`.execute(server.db);
});

const ask = async (audience: object, purpose = 'service', form = `event_series/${seriesId}`) =>
  server.post(`/${form}/mailing/audience`, { audience, purpose });

const NOBODY = { no_address: 0, duplicate: 0, refused: 0, no_consent: 0, unsubscribed: 0 };

test('MLG-7: people who have unsubscribed stay unsubscribed when staff change the address, in whichever way; others keep their consent', async () => {
  const audience = { events: [two], filter: 'marketing' };
  const edit = async (id = '', values = {}) => server.post(`/event_series/${seriesId}/event/${two}/submission/${id}/edit`, values);
  await edit(ids.dee, { email: 'DEE@example.com' }); // The same address.
  expect((await ask(audience, 'marketing')).body.data).toMatchObject({ people: 1, left_out: { refused: 1, unsubscribed: 1 } });
  const moved = await edit(ids.dee, { email: 'dee.marsh@example.com', accepts_marketing: true });
  expect(moved.body.data).toMatchObject({ email: 'dee.marsh@example.com', accepts_marketing: false });
  await edit(ids.bea, { email: 'bea.new@example.com' });
  expect((await ask(audience, 'marketing')).body.data).toMatchObject({ matched: 2, people: 2 });
  const fay = (await addAttendee(server, seriesId, two, { first_name: 'Fay', email: 'dee@example.com', accepts_marketing: true })).id;
  await server.post(`/submission/${fay}/address/correct`, { email: 'fay@example.com' });
  expect((await ask(audience, 'marketing')).body.data).toMatchObject({ matched: 2, people: 2 });
  await edit(fay, { accepts_marketing: true });
  expect((await ask(audience, 'marketing')).body.data).toMatchObject({ matched: 3, people: 3 });
  const gil = (await addAttendee(server, seriesId, two, { first_name: 'Gil', email: 'dee@example.com' })).id;
  expect((await edit(gil, { email: 'gil@example.com', accepts_marketing: true })).body.data).toMatchObject({ accepts_marketing: false });
});

test('MLG-1, MLG-2, MLG-5, MLG-6, MLG-8, MLG-40, MLG-44: an audience is counted with the reasons for which people are skipped', async () => {
  const cases: readonly (readonly [string, object, string, number, number, Partial<typeof NOBODY>])[] = [
    ['all events', { events: 'all' }, 'service', 5, 3, { duplicate: 1, refused: 1 }],
    // Ada's newest sign-up has no tick, although an older one has.
    ['all, for marketing', { events: 'all' }, 'marketing', 5, 0, { duplicate: 1, refused: 1, no_consent: 2, unsubscribed: 1 }],
    ['one event', { events: [one] }, 'service', 2, 2, {}],
    ['one event, for marketing', { events: [one] }, 'marketing', 2, 1, { no_consent: 1 }],
    ['two events, each sign-up once', { events: [one, two] }, 'service', 5, 3, { duplicate: 1, refused: 1 }],
    ['those who wait', { events: [one], statuses: ['waiting'] }, 'service', 1, 1, {}],
    ['those who wait, as staff added them with consent', { events: [one], statuses: ['waiting'] }, 'marketing', 1, 1, {}],
    ['two statuses', { events: [one], statuses: ['waiting', 'confirmed'] }, 'service', 3, 3, {}],
    ['a search', { events: 'all', search: 'bea' }, 'service', 1, 0, { refused: 1 }],
    ['an answer', { events: 'all', answers: '{"diet":"Fish"}' }, 'service', 1, 1, {}],
    ['an unknown answer', { events: 'all', answers: '{"nonsense":"Fish"}' }, 'service', 0, 0, {}],
    ['a filter', { events: 'all', filter: 'marketing' }, 'service', 3, 2, { refused: 1 }],
    ['repeats over several events', { events: 'all', filter: 'duplicates' }, 'service', 2, 1, { duplicate: 1 }],
    ['those of today', { events: 'all', filter: 'today' }, 'service', 5, 3, { duplicate: 1, refused: 1 }],
    ['marked rows', { events: [two], ids: [ids.ada, ids.dee] }, 'service', 2, 2, {}],
  ];
  for (const [name, audience, purpose, matched, people, leftOut] of cases) {
    const { status, body } = await ask(audience, purpose);
    expect([name, status, body.data]).toEqual([
      name,
      200,
      { matched, people, left_out: { ...NOBODY, ...leftOut }, seconds: Math.ceil(people / 10) },
    ]);
  }
});

test('MLG-40: a changed address no longer counts as refused, however it was entered', async () => {
  const refused = async () => (await ask({ events: [two], search: 'Bea' })).body.data.left_out.refused;
  const edit = async (email: string) => server.post(`/event_series/${seriesId}/event/${two}/submission/${ids.bea}/edit`, { email });
  await edit('BEA@example.com');
  expect(await refused()).toBe(1);
  await edit('bea@example.org');
  expect(await refused()).toBe(0);
  const { body } = await server.get('/steps/causes');
  expect(body.data.causes).toMatchObject([{ service: 'mail', cause: 'former_address' }]);
});

test('MLG-1, MLG-4: an invalid audience is refused at its field', async () => {
  const cases = [
    ['no event', { events: [] }, 'service', 'audience.events'],
    ['no word about events', {}, 'service', 'audience.events'],
    ['an event of another series', { events: [one, other] }, 'service', 'audience.events'],
    ['a status that is none', { events: 'all', statuses: ['asleep'] }, 'service', 'audience.statuses.0'],
    ['no status', { events: 'all', statuses: [] }, 'service', 'audience.statuses'],
    ['an answer to what can be no question', { events: 'all', answers: '{"__proto__":"x"}' }, 'service', 'audience.answers'],
    ['a purpose that is none', { events: 'all' }, 'fun', 'purpose'],
  ] as const;
  for (const [name, audience, purpose, path] of cases) {
    const refused = await ask(audience, purpose);
    expect([name, refused.status, refused.body.errors?.[0]?.path]).toEqual([name, 422, path]);
  }
});

test('MLG-1, MLG-4: the audience of a marketing form is the people who agreed', async () => {
  const form = await addForm(server);
  await signUpOnForm(server, form.id, { email: 'ada@example.com', accepts_marketing: true });
  await signUpOnForm(server, form.id, { email: 'fay@example.com' });
  const { body } = await ask({}, 'marketing', `form/${form.id}`);
  expect(body.data).toEqual({ matched: 2, people: 1, left_out: { ...NOBODY, no_consent: 1 }, seconds: 1 });
  const service = await ask({}, 'service', `form/${form.id}`);
  expect([service.status, service.body.errors?.[0]?.path]).toEqual([422, 'purpose']);
});

test('MLG-9: a large audience is counted completely, and at most 100,000 people are written to', async () => {
  const { id: formId } = await addForm(server);
  await sql`insert into submissions (id, form_id, first_name, last_name, email, email_key, accepts_marketing)
    select gen_random_uuid(), ${formId}, 'P', 'P', number || '@example.com', number || '@example.com', true
    from generate_series(1, 100001) as number`.execute(server.db);
  const count = async () => ask({}, 'marketing', `form/${formId}`);
  const refused = await count();
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: 'audience', message: 'At most 100,000 people at once. Please narrow it down.' }],
  ]);
  const body = { audience: {}, purpose: 'marketing', people: 100_001, begins_at: null, ...MAILING };
  expect((await server.post(`/form/${formId}/mailing/send`, body)).status).toBe(422);
  await sql`delete from submissions where email = '1@example.com'`.execute(server.db);
  expect((await count()).body.data).toMatchObject({ matched: 100_000, people: 100_000 });
}, 60_000);

test('MLG-69: a cancelled event can only be chosen alone, and for service', async () => {
  const { id: series } = await addSeries(server);
  const off = await addEvent(server, series, { event_title: 'Weaving day', join_url: 'https://meet.example' });
  const on = await addEvent(server, series, { event_title: 'Dyeing day' });
  await signUp(server, series, [off.id, on.id], { email: 'ada@example.com' });
  await signUp(server, series, [off.id], { email: 'bea@example.com' });
  await sql`update events set cancelled_at = now() where id = ${off.id}`.execute(server.db);
  const statusOf = async (events: unknown, purpose = 'service') => (await ask({ events }, purpose, `event_series/${series}`)).status;
  expect([await statusOf([off.id]), await statusOf([off.id], 'marketing'), await statusOf([off.id, on.id])]).toEqual([200, 422, 422]);
  const { body } = await ask({ events: 'all' }, 'service', `event_series/${series}`);
  expect(body.data.matched).toBe(1);
  const preview = async (audience: object) =>
    (
      await server.post(`/event_series/${series}/mailing/preview`, {
        audience,
        purpose: 'service',
        subject: 'News',
        template: '%EVENTS%\n%EVENT%',
      })
    ).body.data;
  const cancelled = await preview({ events: [off.id, off.id] });
  expect([cancelled.text.match(/Weaving day/g)?.length, cancelled.text.includes('meet.example'), cancelled.notes]).toEqual([2, false, []]);
  // "All" may be more events when it is sent.
  const all = await preview({ events: 'all' });
  expect([all.text.includes('Weaving day'), all.text.includes('Dyeing day'), all.text.includes('%EVENT%')]).toEqual([false, true, true]);
  await sql`update registrations set status = 'cancelled' where event_id = ${off.id}`.execute(server.db);
  const { text, notes } = await preview({ events: [off.id], statuses: ['waiting', 'cancelled'] });
  expect([text.match(/Weaving day/g)?.length, notes]).toEqual([
    1,
    ['None of these people has a place: %EVENTS% stays empty, and its line may be omitted.'],
  ]);
});

test('MLG-10, MLG-11, MLG-13, MLG-17, MLG-63, MLG-70: the preview is the mail of each person, from the newest on, with the known values', async () => {
  const preview = async (index: number, purpose = 'service') =>
    (await server.post(`/event_series/${seriesId}/mailing/preview`, { audience: { events: 'all' }, purpose, ...MAILING, index })).body.data;
  const [dee, ada, cy] = [await preview(0), await preview(1), await preview(2)];
  expect([dee.to, ada.to, cy.to]).toEqual(['dee@example.com', 'ADA@example.com', 'cy@example.com']);
  expect(dee.subject).toBe('Parking at Spring training');
  expect(dee.text).toContain('Hello Dee,');
  expect(dee.text).toMatch(/Day two[\s\S]*%SUCCESS% %EVNT%\n%CONTACT%, %OTHERS%: https:\/\/a\.example\/%UNDO%\n/);
  expect(dee.html).toContain('href="https://a.example/%UNDO%"');
  expect(dee.text).toContain('because of your registration for Spring training');
  expect(dee.text).not.toContain('Unsubscribe');
  // No name becomes a link.
  expect(cy.html).not.toContain('Hello evil.example');
  expect([dee.notes, dee.text.includes('/registration/…')]).toEqual([[], true]);
  await server.post(`/event_series/${seriesId}/edit`, { self_service: false });
  expect((await preview(0)).notes).toEqual(['This series has no self-service page: %LINK% stays empty, and its line may be omitted.']);
  const marketing = await preview(0, 'marketing');
  expect([marketing.to, marketing.name]).toEqual(['sam@example.com', 'Sam Sample']);
  expect(marketing.text).toMatch(
    /because you agreed to hear from Marsh Ltd\.[\s\S]*Unsubscribe: https:\/\/events\.example\.com\/unsubscribe\/…/,
  );
});

test('MAIL-6, MLG-10: links that an editor of HTML encoded are the links, and the text stays', async () => {
  const written = { audience: { events: 'all' }, purpose: 'service', subject: 'Parking' };
  const template = '<p>Hello %FNAME%</p><p><a href="%25LINK%25">Yours</a> <a href="https://a.example/?name=%25FNAME%25">Ours</a></p>';
  const preview = async () => (await server.post(`/event_series/${seriesId}/mailing/preview`, { ...written, template })).body.data;
  expect((await preview()).text).toMatch(/^Hello Dee\n\nYours \(https:.*\/registration\/…\) Ours \(https:\/\/a\.example\/\?name=Dee\)\n/);
  await server.post(`/event_series/${seriesId}/edit`, { self_service: false });
  expect((await preview()).notes).toHaveLength(1);
});

test('MLG-11, RMD-34: a mailing about one event can ask for feedback, as the thank-you does', async () => {
  const listId = randomUUID();
  await sql`update forms set feedback_list_id = ${listId} where id = ${seriesId}`.execute(server.db);
  const preview = async (events: unknown) => {
    const written = { purpose: 'service', subject: 'How was it?', template: 'Tell us: %FEEDBACK%' };
    return (await server.post(`/event_series/${seriesId}/mailing/preview`, { audience: { events }, ...written })).body.data;
  };
  const asked = await preview([one]);
  expect(asked.text).toContain(`Tell us:\nhttp://localhost/feedback/${listId}/view?event=${one}`);
  expect([asked.html.includes('>Give feedback</a>'), asked.notes]).toEqual([true, []]);
  expect((await preview([one, two])).text).toContain('Tell us: %FEEDBACK%');
  await server.post(`/event_series/${seriesId}/edit`, { feedback_list_id: null });
  const { text, notes } = await preview([one]);
  expect([text.includes('FEEDBACK'), notes]).toEqual([
    false,
    ['This series has no feedback list: %FEEDBACK% stays empty, and its line may be omitted.'],
  ]);
});

test('MLG-14, MLG-15, MLG-16, MLG-18: a test is that mail, with the headers of its purpose, at most ten a minute', async () => {
  // A new minute would reset the count.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 60_000) + 12_000 });
  onTestFinished(() => void vi.useRealTimers());
  const send = async (purpose: string) =>
    server.post(`/event_series/${seriesId}/mailing/test`, { audience: { events: 'all' }, purpose, ...MAILING });
  expect((await send('service')).body.data).toEqual({ message: 'Sent to ada@example.com.' });
  const [service] = smtp.mails;
  expect(service?.parsed.subject).toBe('[Test] Parking at Spring training');
  const header = (name: string, of = service) => of?.parsed.headers.find(({ key }) => key === name)?.value;
  expect([header('precedence'), header('x-auto-response-suppress')]).toEqual(['bulk', 'OOF, AutoReply']);
  expect([header('auto-submitted'), header('list-unsubscribe'), header('references')]).toEqual([undefined, undefined, undefined]);
  expect(header('x-entity-ref-id')).toMatch(/^[\w-]+\.test@/);
  await send('marketing');
  const marketing = smtp.mails[1];
  expect(header('list-unsubscribe', marketing)).toBe('<https://events.example.com/unsubscribe/%E2%80%A6>');
  expect(header('list-unsubscribe-post', marketing)).toBe('List-Unsubscribe=One-Click');
  const statuses = [];
  for (let index = 0; index < 8; index += 1) statuses.push((await send('service')).status);
  const refused = await send('service');
  expect([new Set(statuses), refused.status, refused.headers.get('retry-after')]).toEqual([new Set([200]), 429, '48']);
});

test('MLG-18, MLG-33: without a mail server a test names its file', async () => {
  const body = { audience: { events: 'all' }, purpose: 'service', ...MAILING };
  const { message } = (await withFiles.post(`/event_series/${seriesId}/mailing/test`, body)).body.data;
  const file = /^Written to the file ‘(.+\.test\.eml)’ in the mail folder of this server, /.exec(message)?.[1] ?? '';
  expect(readFileSync(`${tmpdir()}/mail/${file}`, 'utf8')).toContain('To: ada@example.com');
});

test('MLG-33: without mail on the server nothing is sent, as a mailing or a test, but count and preview work', async () => {
  const mailing = { audience: { events: [two] }, purpose: 'service', ...MAILING };
  const post = async (what: string, more = {}) => withoutMail.post(`/event_series/${seriesId}/mailing/${what}`, { ...mailing, ...more });
  expect((await post('preview')).status).toBe(200);
  expect(
    (await withoutMail.post(`/event_series/${seriesId}/mailing/audience`, { audience: { events: [two] }, purpose: 'service' })).status,
  ).toBe(200);
  const refused = [await post('send', { people: 2, begins_at: null }), await post('test')];
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect(await server.db.selectFrom('mailings').select('id').execute()).toEqual([]);
});
