import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { createToken, revokeTokens } from '#server/registrations/links.ts';
import { buildEvent, buildField } from '#server/testing/form-rows.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { inTenDays, selfService, textOf } from '#server/testing/self-service.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer();
const { db } = server;

type Built = Parameters<typeof buildRegistration>[1];

async function build({ series, ...values }: Built = {}) {
  const registration = await buildRegistration(db, { series: { title: 'Spring', self_service: true, ...series }, ...values });
  const path = `/registration/${await createToken(db, registration.submissionId)}`;
  return { ...registration, path };
}

const { get, pageOf, post, statusesOf } = selfService(server);

/** The rows that a change would leave behind. */
const snapshot = async () => [
  await db.selectFrom('submissions').selectAll().orderBy('id').execute(),
  await db.selectFrom('registrations').selectAll().orderBy('submission_id').execute(),
  await db.selectFrom('registration_changes').selectAll().execute(),
  (await db.selectFrom('registration_tokens').selectAll().execute()).length,
];

const PAGES = ['', '/cancel', '/accept', '/decline', '/join', '/events', '/edit', '/calendar'];
const POSTS = ['/cancel', '/accept', '/decline', '/join', '/events', '/edit', '/resend'];

describe('the self-service page', () => {
  test('SLF-5, SLF-6, N5: it shows the person, where and when, and until when it can be changed', async () => {
    const join_url = "https://meet.example/l'atelier/Team(Sales)";
    const where = { venue: 'Hall', venue_address: 'Quay Street\nBristol', join_url, ends_at: '2055-01-12T17:00:00Z' };
    const { path } = await build({ series: { self_service_hours: 24 }, event: where });
    const page = await pageOf(path);
    expect(page).toContain('data-month="Jan"');
    expect(page).toContain('<title>You have a place – Spring – Northfield Training</title>');
    expect(textOf(page)).toContain(
      'Northfield Training Spring Hello Ada 12 Fire safety Tuesday 12 January 2055, 09:30–17:00 GMT Hall, Quay Street, Bristol Map Join: https://meet.example/l’atelier/Team(Sales)',
    );
    expect(page).toContain('href="https://meet.example/l&#x27;atelier/Team(Sales)"');
    expect(textOf(page)).toContain('You have a place You can change this until Monday 11 January 2055, 09:30 GMT. Cancel this place');
  });

  test.each([
    ['waiting', 'Waiting list, position 1', 'Leave the waiting list'],
    ['offered', 'We’re holding a place for you', 'Accept the place Decline'],
  ] as const)('SLF-6: one who is %s reads “%s”', async (status, words, acts) => {
    const { path } = await build({ status, series: { self_service: false } });
    expect(textOf(await pageOf(path))).toContain(`${words} ${acts}`);
  });

  test.each(['waiting', 'offered', 'cancelled'] as const)('SLF-5: one who is %s is not told how to join', async (status) => {
    const { path } = await build({ status, event: { join_url: 'https://meet.example/1' } });
    const page = await pageOf(path);
    expect(page).toContain('Fire safety');
    expect(page).not.toContain('meet.example');
  });

  test('SLF-6: an offer says when it ends', async () => {
    const { path } = await build({ status: 'offered' });
    await sql`update waiting_entries set offer_ends_at = '2054-12-18T16:05:00Z'`.execute(db);
    expect(textOf(await pageOf(path))).toContain(
      'We’re holding a place for you until Friday 18 December 2054, 16:05 GMT Accept the place Decline',
    );
  });

  test('SLF-15: after that time it says whom to write to', async () => {
    const { path } = await build({
      series: { self_service_hours: 720, email_from: 'courses@example.com' },
      event: { starts_at: inTenDays() },
    });
    const text = textOf(await pageOf(path));
    expect(text).toMatch(/Changes were possible until \w+day \d+ \w+ \d{4}, \d\d:\d\d \w+\. Please write to courses@example\.com\./);
    expect(text).not.toContain('Cancel this place');
  });

  test('WTL-20, WTL-22: someone who waits reads that the event is off the form, or has begun', async () => {
    const hidden = await build({ status: 'waiting', event: { is_on_form: false } });
    expect(textOf(await pageOf(hidden.path))).toContain('This event isn’t taking sign-ups at the moment. You’ll keep your position.');
    const begun = await build({ status: 'waiting', event: { starts_at: new Date(Date.now() - 3_600_000).toISOString() } });
    expect(textOf(await pageOf(begun.path))).toContain('This event has started.');
  });

  test('SLF-7: it has no script and no cookie, and is not cached, indexed, framed or sent as a referrer', async () => {
    const { path } = await build();
    for (const page of PAGES) {
      const answer = await get(path + page, { headers: { origin: 'https://elsewhere.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      const text = await answer.text();
      expect(text).not.toContain('<script');
      expect(text.match(/https?:\/\/[^"<\s]*/g) ?? []).toEqual([]);
    }
  });

  test('SLF-7: metrics name the page and not the link', async () => {
    const { path } = await build();
    await get(path);
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toContain('route="/registration/:token"');
    expect(metrics).not.toContain(path.slice(-22));
  });

  test('it is at most 15 kB, and its style sheet in addition to that of the forms is small', async () => {
    const page = await pageOf((await build()).path);
    const [, , own = ''] = page.split('<style>');
    expect(gzipSync(page).length).toBeLessThan(15_000);
    expect(gzipSync(own.split('</style>')[0]!).length).toBeLessThan(1_140);
  });

  test('SLF-8: neither GET nor HEAD of any link changes anything', async () => {
    const { path, eventId } = await build({ status: 'offered' });
    const before = await snapshot();
    for (const page of PAGES)
      for (const method of ['GET', 'HEAD']) {
        await get(`${path}${page}?event=${eventId}`, { method, headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch' } });
        await get(`${path}${page}?event=all&done=cancelled`, { method });
      }
    expect(await snapshot()).toEqual(before);
  });

  test('SLF-4: links that are unknown, were revoked, have ended or are of deleted sign-ups have the same answer', async () => {
    const revoked = await build();
    await db.transaction().execute((tx) => revokeTokens(tx, revoked.submissionId));
    const ended = await build({ event: { starts_at: '2020-01-01T09:00:00Z' } });
    const deleted = await build();
    await db.deleteFrom('submissions').where('id', '=', deleted.submissionId).execute();
    const answers = new Set<string>();
    for (const path of [revoked.path, ended.path, deleted.path, `/registration/${'A'.repeat(22)}`])
      for (const answer of [
        ...(await Promise.all(PAGES.map((page) => get(path + page)))),
        ...(await Promise.all(POSTS.map((page) => post(path + page)))),
      ]) {
        const headers = ['content-security-policy', 'referrer-policy'].map((name) => answer.headers.get(name));
        expect(headers).toEqual([expect.stringContaining("style-src 'sha256-"), 'no-referrer']);
        answers.add(`${answer.status} ${textOf(await answer.text())}`);
      }
    for (const damaged of [revoked.path.slice(0, -21), `${revoked.path}.`, `${revoked.path}%3E`, `/registration/${'%C3%A4'.repeat(30)}`])
      answers.add(`${(await get(damaged)).status} ${textOf(await (await get(damaged)).text())}`);
    expect([...answers]).toEqual([
      expect.stringMatching(/^404 .*This link no longer works. Ask for a new one, or write to the organiser. $/),
    ]);
  });

  test('SLF-2: addresses of another shape are those of a series with this name', async () => {
    const { seriesId } = await build({ series: { title: 'Registration' } });
    expect(await pageOf(`/registration/events-series/${seriesId}/view`)).toContain('<title>Registration');
    expect((await get('/registration/events-series')).headers.get('content-type')).toContain('application/problem+json');
  });

  test('SLF-17, ICS-6: its calendar file has the join link; without calendar entries there is none', async () => {
    const { path, eventId, seriesId } = await build({ series: { calendar_entries: true }, event: { join_url: 'https://meet.example/1' } });
    const file = await get(`${path}/calendar?event=${eventId}`);
    expect(file.headers.get('content-type')).toContain('text/calendar');
    expect(await file.text()).toContain('https://meet.example/1');
    expect((await get(`${path}/calendar?event=${eventId}&to=google`)).headers.get('location')).toMatch(
      /^https:\/\/calendar\.google\.com\//,
    );
    await db.updateTable('forms').set({ calendar_entries: false }).where('id', '=', seriesId).execute();
    expect((await get(`${path}/calendar?event=${eventId}`)).status).toBe(404);
  });
});

describe('its changes', () => {
  test('SLF-9, SLF-10: cancelling is confirmed, done, and done once if it is posted again', async () => {
    const { path, eventId, submissionId } = await build();
    const asked = textOf(await pageOf(`${path}/cancel?event=${eventId}`));
    expect(asked).toContain(
      'Cancel your place at ‘Fire safety’? Tuesday 12 January 2055, 09:30 GMT May we ask why? (optional) The date doesn’t suit me',
    );
    expect(asked).not.toContain('next person');
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(`${path}/cancel?event=${eventId}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=cancelled&event=${eventId}`]);
    }
    expect(await statusesOf({ id: submissionId })).toEqual(['cancelled']);
    expect(await pageOf(`${path}?done=cancelled&event=${eventId}`)).toContain(
      'role="status">Your place at ‘Fire safety’ was cancelled.</p>',
    );
    expect(await db.selectFrom('registration_changes').selectAll().execute()).toHaveLength(1);
  });

  test('SLF-9: with several events everything can be cancelled together', async () => {
    const { path, eventId, seriesId, submissionId } = await build();
    const other = await buildEvent(db, seriesId, { title: 'First aid' });
    await db.insertInto('registrations').values({ event_id: other, submission_id: submissionId, submitted_at: new Date() }).execute();
    expect(textOf(await pageOf(`${path}/cancel?event=${eventId}`))).toContain('Keep my place Cancel everything');
    expect(textOf(await pageOf(`${path}/cancel?event=all`))).toContain(
      'Cancel everything? Fire safety, First aid May we ask why? (optional)',
    );
    const answer = await post(`${path}/cancel?event=all`);
    expect(textOf(await pageOf(answer.headers.get('location')!))).toContain('Everything has been cancelled.');
    expect(await statusesOf({ id: submissionId })).toEqual(['cancelled', 'cancelled']);
  });

  test('SLF-10: an action that is no longer possible is explained on the page', async () => {
    const { path, eventId, submissionId } = await build({ status: 'offered' });
    await sql`update waiting_entries set offer_ends_at = now() - interval '1 second'`.execute(db);
    const answer = await post(`${path}/accept?event=${eventId}`);
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain('role="alert">This was not possible: This offer has ended.</p>');
    expect(textOf(page)).toContain('Hello Ada');
    expect(await statusesOf({ id: submissionId })).toEqual(['offered']);
    const other = await post(`${path}/cancel?event=${crypto.randomUUID()}`);
    expect([other.status, textOf(await other.text())]).toEqual([409, expect.stringContaining('This isn’t one of your events.')]);
  });

  test('SLF-11, SLF-12: a correction keeps what was typed, and shows what staff have changed in the meantime', async () => {
    const { path, seriesId, submissionId } = await build();
    await buildField(db, { form_id: seriesId }, { label: 'Diet', position: 0, key: 'diet' });
    const [, version = ''] = /name="_version" value="(\d+)"/.exec(await pageOf(`${path}/edit`)) ?? [];
    const typed = { _version: version, first_name: 'Bea', last_name: 'Bell', job_title: 'Chef', organisation: 'Cooks', diet: 'Fish' };
    const invalid = await post(`${path}/edit`, { ...typed, last_name: '' });
    expect(invalid.status).toBe(422);
    const again = await invalid.text();
    expect(again).toContain('value="Bea"');
    expect(again).toMatch(/<title>Error: .*Last name is required/s);
    await sql`update submissions set first_name = 'Eve', version = version + 1, field_versions = jsonb_build_object('first_name', version + 1)`.execute(
      db,
    );
    const conflict = await post(`${path}/edit`, typed);
    expect(conflict.status).toBe(409);
    const both = await conflict.text();
    expect(both).toMatch(/<title>Error: .*value="Bea"/s);
    expect(textOf(both)).toContain('This was changed to ‘Eve’ in the meantime. Save to keep yours.');
    const [, next = ''] = /name="_version" value="(\d+)"/.exec(both) ?? [];
    expect((await post(`${path}/edit`, { ...typed, _version: next })).status).toBe(303);
    const row = await db.selectFrom('submissions').selectAll().where('id', '=', submissionId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ first_name: 'Bea', last_name: 'Bell', answers: { diet: 'Fish' } });
  });

  test('SLF-13, SLF-14: the chosen events are changed, and come back with the reason when that is refused', async () => {
    const { path, seriesId, eventId, submissionId } = await build();
    const other = await buildEvent(db, seriesId, { title: 'First aid', is_brunch: true });
    await buildField(
      db,
      { form_id: seriesId },
      { label: 'Menu', position: 0, key: 'menu', is_required: true, is_brunch: true, brunch_event_id: other },
    );
    expect(await pageOf(`${path}/events`)).toMatch(new RegExp(`checked="" value="${eventId}"`));
    const held = { _held: eventId };
    expect(textOf(await (await post(`${path}/events`, held)).text())).toContain('To give up all your events, choose Cancel everything.');
    const asked = await post(`${path}/events`, { ...held, events: other });
    expect([asked.status, textOf(await asked.text())]).toEqual([422, expect.stringContaining('This field is required')]);
    const answer = await post(`${path}/events`, { ...held, events: other, menu: 'Soup' });
    expect(answer.headers.get('location')).toBe(`${path}?done=events`);
    expect(
      await db
        .selectFrom('registrations')
        .select(['event_id', 'status'])
        .where('submission_id', '=', submissionId)
        .orderBy('status')
        .execute(),
    ).toEqual([
      { event_id: other, status: 'confirmed' },
      { event_id: eventId, status: 'cancelled' },
    ]);
  });

  test('SLF-17: the confirmation is sent again; beyond three emails an hour the page says when the next one leaves', async () => {
    const { path } = await build();
    for (let time = 0; time < 3; time += 1) expect((await post(`${path}/resend`)).headers.get('location')).toBe(`${path}?done=sent`);
    await db.updateTable('registration_changes').set({ awaiting_fan_out: false }).execute();
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(`${path}/resend`);
      expect([answer.status, textOf(await answer.text())]).toEqual([
        200,
        expect.stringMatching(/We’ve sent three emails to this address within an hour\. The next one will be sent at about \d\d:\d\d\./),
      ]);
    }
    expect(await db.selectFrom('registration_changes').selectAll().where('kind', '=', 'link').execute(), 'one waits').toHaveLength(4);
    const [mailbox] = await db.selectFrom('mail_reservations').select('email_digest').execute();
    const email_digest = mailbox!.email_digest;
    const reserved_at = new Date(Date.now() - 2 * 3_600_000);
    await db
      .insertInto('mail_reservations')
      .values(Array.from({ length: 17 }, () => ({ id: newId(), email_digest, reserved_at })))
      .execute();
    const answer = await post(`${path}/resend`);
    expect([answer.status, textOf(await answer.text())]).toEqual([
      429,
      expect.stringContaining('We’ve already sent this. Please check your inbox.'),
    ]);
  });
});
