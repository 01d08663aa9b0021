import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bumpFormVersion, lockForm } from '#server/form-store/form-rows.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { createToken } from '#server/registrations/links.ts';
import { expectConsistency } from '#server/testing/expect-places.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { buildRegistration, recordChange, setRegistration } from '#server/testing/registrations.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { buildSignUp } from '#server/testing/worker.ts';

const server = await createSignUpPageServer();
const { db } = server;

async function build(series: Record<string, unknown> = {}, values: Omit<Parameters<typeof buildRegistration>[1], 'series'> = {}) {
  const built = await buildRegistration(db, { ...values, series: { title: 'Spring', self_service: true, ...series } });
  return { ...built, path: `/registration/${await createToken(db, built.submissionId)}` };
}

const { get, pageOf, post, statusesOf } = selfService(server);

async function withTwoMore() {
  const built = await build();
  const { seriesId, submissionId } = built;
  const further = [await buildEvent(db, seriesId, { title: 'First aid' }), await buildEvent(db, seriesId, { title: 'Knots' })] as const;
  for (const event of further)
    await sql`insert into registrations (event_id, submission_id, submitted_at, status)
    values (${event}, ${submissionId}, now(), 'cancelled')`.execute(db);
  const read = async (): Promise<Record<string, string>> => {
    const rows = await db.selectFrom('registrations').select(['event_id', 'status']).where('submission_id', '=', submissionId).execute();
    return Object.fromEntries(rows.map(({ event_id: id, status }) => [id, status]));
  };
  const restore = (event: string) => sql`update registrations set status = 'confirmed' where event_id = ${event}`.execute(db);
  return { ...built, further, read, restore };
}

test('SLF-16: places taken at the same time are all kept', async () => {
  const { path, eventId, seriesId, further, read } = await withTwoMore();
  const posts = await db.transaction().execute(async (tx) => {
    await lockForm(tx, { kind: 'series', id: seriesId });
    const both = further.map((event) => post(`${path}/join?event=${event}`));
    await setTimeout(300);
    return { both };
  });
  const answers = await Promise.all(posts.both);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await read()).toEqual(Object.fromEntries([eventId, ...further].map((event) => [event, 'confirmed'])));
});

test('SLF-13: an event that is added or removed while events are chosen stays that way', async () => {
  const { path, eventId, further, read, restore } = await withTwoMore();
  const [restored, chosen] = further;
  const form = await pageOf(`${path}/events`);
  const held = [...form.matchAll(/name="_held" value="([^"]+)"/g)].map(([, id]) => id);
  expect(held).toEqual([eventId]);
  await restore(restored);
  const again = await (await post(`${path}/events`, { _held: eventId, events: crypto.randomUUID() })).text();
  expect(again).toContain(`checked="" value="${restored}"`);
  expect(again).toContain(`name="_held" value="${restored}"`);
  expect(again).not.toContain(`checked="" value="${eventId}"`);
  await post(`${path}/events`, { _held: eventId, events: chosen });
  expect(await read()).toEqual({ [eventId]: 'cancelled', [restored]: 'confirmed', [chosen]: 'confirmed' });
  await post(`${path}/events`, { _held: eventId, events: eventId });
  expect(await read()).toMatchObject({ [eventId]: 'cancelled' });
});

test('SLF-10: the page says what was done only while it applies, or was just done', async () => {
  const { path, eventId } = await build();
  const saysDone = async (done: string): Promise<boolean> => (await pageOf(`${path}?done=${done}`)).includes('role="status"');
  for (const done of ['all', 'events', 'corrected', 'sent', 'constructor', `cancelled&event=${eventId}`])
    expect(await saysDone(done)).toBe(false);
  await post(`${path}/resend`);
  expect([await saysDone('sent'), await saysDone('corrected')]).toEqual([true, false]);
  await sql`update registration_changes set at = at - interval '11 minutes'`.execute(db);
  expect(await saysDone('sent')).toBe(false);
  await post(`${path}/cancel?event=${eventId}`);
  expect(await saysDone('all')).toBe(true);
});

test('SLF-10: someone who leaves a list twice reads twice that it was left', async () => {
  const { path, eventId } = await build({}, { status: 'waiting' });
  const [, action = ''] = /action="([^"]+)"/.exec(await pageOf(`${path}/cancel?event=${eventId}`)) ?? [];
  for (let time = 0; time < 2; time += 1) {
    const answer = await post(action.replaceAll('&amp;', '&'));
    expect(answer.headers.get('location')).toBe(`${path}?done=left&event=${eventId}`);
  }
});

test('SLF-10: addresses that only accept posts, and unknown ones below the page, lead to the page', async () => {
  const { path } = await build();
  for (const further of ['/resend', '/x/y']) {
    const answer = await get(path + further);
    expect([answer.status, answer.headers.get('location'), answer.headers.get('referrer-policy')]).toEqual([303, path, 'no-referrer']);
  }
});

test('SLF-15: the time until which something can be changed is named while anything can', async () => {
  const [one, none] = [{ self_service_cancel: false, self_service_events: false }, { self_service_answers: false }];
  expect(await pageOf((await build(one)).path)).toContain('You can change this until');
  expect(await pageOf((await build({ ...one, ...none })).path)).not.toContain('You can change this until');
});

test('SLF-16: an expired offer is not shown as a free place before a worker has ended it', async () => {
  const { path } = await build({}, { status: 'offered' });
  await sql`update waiting_entries set offer_ends_at = now() - interval '1 second'`.execute(db);
  const page = await pageOf(path);
  expect(page).toContain('<title>This offer has ended. – Spring');
  expect(page).not.toContain('holding a place for you');
});

test.each([
  ['goes to who is next, and the person waits again', 'direct', ['waiting', 'confirmed'], 'You&#x27;re on the waiting list'],
  ['is free, and the person has it', 'direct', ['confirmed'], 'You have a place at'],
  ['is free, and the person has it, though the list is closed', 'off', ['confirmed'], 'You have a place at'],
] as const)(
  'SLF-16: an event whose offer is over is taken up before a worker has come by: the place %s',
  async (_, mode, statuses, note) => {
    const { path, eventId, seriesId, submissionId } = await build(
      {},
      { status: 'offered', event: { closes_when_full: true, maximum_participants: 1, waiting_list: mode } },
    );
    const isOtherWaiting = statuses.length > 1;
    const people = [submissionId];
    if (isOtherWaiting) {
      const other = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email: 'bea@example.com', awaiting_fan_out: false });
      await setRegistration(db, { seriesId, eventId, submissionId: other }, 'waiting', 2);
      people.push(other);
    }
    await rebuildCounters(db);
    await sql`update waiting_entries set offer_ends_at = now() - interval '1 second' where submission_id = ${submissionId}`.execute(db);
    const [again, question] = isOtherWaiting
      ? ['Join the waiting list again', 'Join the waiting list for']
      : ['Take a place', 'Take a place at'];
    for (const page of [path, `${path}/accept?event=${eventId}`]) expect(await pageOf(page)).toContain(again);
    expect(await pageOf(`${path}/join?event=${eventId}`)).toContain(question);
    const answer = await post(`${path}/join?event=${eventId}`);
    expect(await pageOf(answer.headers.get('location')!)).toContain(note);
    const rows = await db.selectFrom('registrations').select(['submission_id', 'status']).execute();
    expect(people.map((id) => rows.find((row) => row.submission_id === id)?.status)).toEqual(statuses);
    const changes = db.selectFrom('registration_changes').select('kind').where('submission_id', '=', submissionId).orderBy('id');
    expect((await changes.execute()).map(({ kind }) => kind)).toContain('expired');
    await expectConsistency(db);
  },
);

test.each([
  ['direct', {}, true],
  ['offer', {}, true],
  ['manual', {}, false],
  ['direct', { unreachable: 1 }, false],
  ['direct', { taken: 2 }, false],
] as const)('N3: in the mode %s with %j the place goes to the next person: %s', async (mode, places, isGivenOn) => {
  const { path, eventId } = await build({}, { event: { closes_when_full: true, maximum_participants: 1, waiting_list: mode } });
  await db
    .updateTable('event_places')
    .set({ waiting: 1, ...places })
    .where('event_id', '=', eventId)
    .execute();
  expect((await pageOf(`${path}/cancel?event=${eventId}`)).includes('Your place will go to the next person on the waiting list.')).toBe(
    isGivenOn,
  );
});

test('N3: someone who cancels everything reads which of the places go to the next person', async () => {
  const { path, eventId, seriesId, submissionId } = await build(
    {},
    { event: { title: 'Knots', closes_when_full: true, maximum_participants: 1, waiting_list: 'direct' } },
  );
  await db.updateTable('event_places').set({ waiting: 1 }).where('event_id', '=', eventId).execute();
  const other = await buildEvent(db, seriesId, { title: 'First aid' });
  await db.insertInto('registrations').values({ event_id: other, submission_id: submissionId, submitted_at: new Date() }).execute();
  const asked = await pageOf(`${path}/cancel?event=all`);
  expect(asked).toContain('Your place at ‘Knots’ will go to the next person on the waiting list.<');
  expect(asked).not.toContain('will go to the next people');
});

test('ICS-3: the sequence of its calendar file grows with the event and the registration, like that of the files in mails', async () => {
  const { path, ...registration } = await build({ calendar_entries: true }, { event: { calendar_sequence: 2 } });
  for (const kind of ['cancelled', 'restored'] as const) await recordChange(db, { ...registration, kind, actor: 'staff' });
  expect(await pageOf(`${path}/calendar?event=${registration.eventId}`)).toContain('SEQUENCE:4\r\n');
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: server.url }, false],
  [{ origin: 'https://elsewhere.example' }, false],
  [{ origin: 'elsewhere' }, false],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
  [{ origin: 'null' }, true],
  [{ origin: server.url }, true],
  [{}, true],
] as const)('SLF-8: a post with the headers %j is accepted: %s', async (headers, isAccepted) => {
  const { path, seriesId } = await build();
  const statuses = isAccepted ? [303, 200] : [403, 403];
  const asked = await post(`/spring/events-series/${seriesId}/link`, { email: 'ada@example.com' }, headers);
  expect([(await post(`${path}/resend`, {}, headers)).status, asked.status]).toEqual(statuses);
  for (const table of ['registration_changes', 'lost_links'] as const)
    expect(await db.selectFrom(table).select('id').execute()).toHaveLength(isAccepted ? 1 : 0);
});

test('FACE-39, FACE-40, FACE-56: an offer is accepted by the button of its card; the page that asked before leads there and changes nothing', async () => {
  const { path, eventId, seriesId, submissionId } = await build({}, { status: 'offered' });
  const second = await buildEvent(db, seriesId, { title: 'First aid', starts_at: '2054-01-12T09:30:00Z', price: '£420 plus VAT' });
  const registration = { event_id: second, submission_id: submissionId, submitted_at: new Date() };
  await db.insertInto('registrations').values(registration).execute();
  await setRegistration(db, { seriesId, eventId: second, submissionId }, 'offered');
  const titles = async (page: string): Promise<string[]> =>
    [...(await pageOf(page)).matchAll(/<h3[^>]*>([^<]+)/g)].map(([, title = '']) => title);
  expect([await titles(path), await titles(`${path}?event=${eventId}`)]).toEqual([
    ['First aid', 'Fire safety'],
    ['Fire safety', 'First aid'],
  ]);
  expect(textOf(await pageOf(path))).toContain('12 First aid Monday 12 January 2054, 09:30 GMT £420 plus VAT');
  const accept = `${path}/accept?event=${eventId}`;
  expect(await pageOf(path)).toContain(`<form action="${accept}" method="post"><button type="submit" class="button"`);
  const asked = await get(accept);
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${path}?event=${eventId}#events`]);
  expect(await statusesOf({ id: submissionId })).toEqual(['offered', 'offered']);
  for (let time = 0; time < 2; time += 1) {
    const answer = await post(accept);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=taken&event=${eventId}`]);
  }
  const [note] = /<p [^>]+>You have a place at ‘Fire safety’./.exec(await pageOf(`${path}?done=taken&event=${eventId}`)) ?? [];
  expect(note).toBe('<p tabindex="-1" autofocus class="said" role="status">You have a place at ‘Fire safety’.');
  expect(await statusesOf({ id: submissionId })).toEqual(['confirmed', 'offered']);
});

test.each([
  ['work', 'work'],
  ['weather', null],
])('FACE-41: staff read why a place was given up, if the person said so: %s', async (typed, why) => {
  const { path, eventId, seriesId, submissionId } = await build();
  const asked = await pageOf(`${path}/cancel?event=${eventId}`);
  expect([asked.match(/type="radio"/g)?.length, asked.includes('checked=""')]).toEqual([4, false]);
  await post(`${path}/cancel?event=${eventId}`, { why: typed });
  const event = `/event_series/${seriesId}/event/${eventId}`;
  const { body: list } = await server.get(`${event}?registration=cancelled`);
  expect(list.data.submissions[0]._registration).toMatchObject({ reason: 'visitor', why });
  const { body: history } = await server.get(`${event}/submission/${submissionId}/history`);
  expect(history.data.changes[0].details.why).toBe(why ?? undefined);
});

test.each<Record<string, string>>([{ why: 'other' }, {}])('FACE-41: another reason has 200 characters: %o', async (chosen) => {
  const { path, eventId, seriesId } = await build();
  await post(`${path}/cancel?event=${eventId}`, { ...chosen, why_note: ` \u202eMy train\r\nis\u0000 late: ${'\u{1f682}'.repeat(150)}` });
  const { body } = await server.get(`/event_series/${seriesId}/event/${eventId}?registration=cancelled`);
  const { why, why_note: note } = body.data.submissions[0]._registration;
  expect([why, note]).toEqual(['other', expect.stringMatching(/^My train is {1,2}late: \u{1f682}{90}$/u)]);
});

test.each([
  ['work', 'My train is late'],
  ['other', '  '],
])('FACE-41: only another reason has a text, which is optional: %s %j', async (why, why_note) => {
  const { path, eventId, seriesId } = await build();
  await post(`${path}/cancel?event=${eventId}`, { why, why_note });
  const { body } = await server.get(`/event_series/${seriesId}/event/${eventId}?registration=cancelled`);
  expect(body.data.submissions[0]._registration).toMatchObject({ why, why_note: null });
});

test('SLF-10, SLF-16: only people who had an offer read that it was declined or has ended', async () => {
  const { path, ...registration } = await build({}, { status: 'cancelled' });
  const declined = `${path}?done=declined&event=${registration.eventId}`;
  expect((await post(`${path}/decline?event=${registration.eventId}`)).headers.get('location')).toBe(declined);
  expect(await pageOf(declined)).not.toContain('You have declined');
  await recordChange(db, { ...registration, kind: 'declined', actor: 'visitor' });
  expect(await pageOf(declined)).toContain('You have declined the place at ‘Fire safety’.');
  await recordChange(db, { ...registration, kind: 'expired', actor: 'automatic' });
  expect(textOf(await pageOf(path))).toMatch(/Cancelled Fire safety, [^.]+\. This offer has ended\./);
});

test('FACE-42: only people who have waited can join the list again, and nobody whose registration staff cancelled', async () => {
  const event = { closes_when_full: true, maximum_participants: 0, waiting_list: 'manual' } as const;
  const { path, ...registration } = await build({}, { status: 'cancelled', event });
  expect(textOf(await pageOf(path))).toContain('Join the waiting list Your answers');
  await recordChange(db, { ...registration, kind: 'joined', actor: 'visitor' });
  expect(textOf(await pageOf(path))).toContain('Join the waiting list again Your answers');
  await recordChange(db, { ...registration, kind: 'cancelled', actor: 'staff' });
  expect(await pageOf(path)).not.toMatch(/Join the waiting list|Change events/);
  expect(await pageOf(`${path}/events`)).not.toContain(registration.eventId);
  expect((await post(`${path}/join?event=${registration.eventId}`)).status).toBe(409);
});

test('FACE-43: events can be changed while there is another one to choose, and the registration can be mailed while there is one', async () => {
  const { path, eventId, seriesId } = await build();
  expect(await pageOf(path)).not.toContain('Change events');
  const full = { closes_when_full: true, maximum_participants: 0 } as const;
  await buildEvent(db, seriesId, { ...full, waiting_list: 'off' });
  await buildEvent(db, seriesId, { closes_at: '2020-01-01T09:00:00Z' });
  await db.transaction().execute((tx) => bumpFormVersion(tx, seriesId));
  expect(await pageOf(path)).not.toContain('Change events');
  await buildEvent(db, seriesId, { ...full, waiting_list: 'manual' });
  await db.transaction().execute((tx) => bumpFormVersion(tx, seriesId));
  expect(await pageOf(path)).toMatch(/Change events.*Email me my registration/s);
  await post(`${path}/cancel?event=${eventId}`);
  expect(await pageOf(path)).not.toContain('Email me my registration');
});
