import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { HAS_NO_OWN_PAGE } from '#contract/texts/own-page-links.ts';
import { createConnectedServer } from '#server/testing/connected-server.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { inTenDays, ownRegistration, statusesIn } from '#server/testing/own-registration.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import type { TestResponse } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { createToken, revokeTokens } from '#server/writes/registration-tokens.ts';

const PAGES_URL = 'https://forms.example.com';
const server = await createConnectedServer({ pagesUrl: PAGES_URL });
const { db } = server;
const limited = limitedSeries(server);
const { addEvent, submitTo, editEvent, seriesId } = limited;
const { fill, statusOf, expectCounted, readChanges } = waitingList(server, limited);

const { letSelfServe, tokenOf, read, act } = ownRegistration(server, limited);

describe('a sign-up by its link', () => {
  test('SLF-20, SLF-21: it is answered with all that the own page shows', async () => {
    const { submissionId, eventId } = await buildRegistration(db, {
      series: { title: 'Spring', self_service: true, self_service_hours: 24 },
      event: { venue: 'Hall', venue_address: 'Street', join_url: 'https://meet.example/1' },
    });
    const { status, body, headers } = await read(await createToken(db, submissionId));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.data).toMatchObject({
      series_title: 'Spring',
      person: { first_name: 'Ada', email: 'ada@example.com', accepts_marketing: false },
      fields: [],
      answers: {},
      can_correct: true,
      can_change_events: true,
      version: 1,
    });
    expect(body.data.registrations).toEqual([
      {
        event_id: eventId,
        event_title: 'Fire safety',
        date: '2055-01-12T09:30:00.000Z',
        end_date: null,
        venue: 'Hall',
        venue_address: 'Street',
        join_url: 'https://meet.example/1',
        status: 'confirmed',
        position: null,
        offer_ends_at: null,
        can_cancel: true,
        changes_until: '2055-01-11T09:30:00.000Z',
      },
    ]);
  });

  test.each(['waiting', 'offered', 'cancelled'] as const)('SLF-21: one who is %s is not told how to join', async (status) => {
    const { submissionId } = await buildRegistration(db, { status, event: { join_url: 'https://meet.example/1' } });
    const { text } = await read(await createToken(db, submissionId));
    expect(text).not.toContain('meet.example');
  });

  test('SLF-4: unknown, revoked, ended and malformed links have the same answer', async () => {
    const revoked = await buildRegistration(db);
    const revokedToken = await createToken(db, revoked.submissionId);
    await db.transaction().execute((tx) => revokeTokens(tx, revoked.submissionId));
    const ended = await buildRegistration(db, { event: { starts_at: '2020-01-01T09:00:00Z' } });
    const endedToken = await createToken(db, ended.submissionId);
    const deleted = await buildRegistration(db);
    const deletedToken = await createToken(db, deleted.submissionId);
    await server.post(`/event_series/${deleted.seriesId}/event/${deleted.eventId}/submission/${deleted.submissionId}/delete`);
    for (const token of [revokedToken, endedToken, deletedToken, 'A'.repeat(22), 'short', revoked.submissionId]) {
      const answers = [
        await read(token),
        await act(token, 'cancel', { event_ids: [revoked.eventId] }),
        await act(token, 'events'),
        await act(token, 'edit'),
        await act(token, 'accept', { event_id: revoked.eventId }),
        await act(token, 'decline', { event_id: revoked.eventId }),
        await act(token, 'resend'),
      ];
      for (const { status, body } of answers) expect([status, body.detail]).toEqual([404, 'This link does not work any more.']);
    }
  });

  test('SLF-20: pages of other origins cannot read it', async () => {
    const { submissionId } = await buildRegistration(db);
    const { headers } = await server.get(`/registration/${await createToken(db, submissionId)}`, {
      as: 'visitor',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: server.url }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'elsewhere' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    [{ origin: 'null' }, 200],
    [{ origin: server.url }, 200],
    [{}, 200],
  ] as const)('SLF-20: a post with the headers %j has the answer %s', async (headers, expected) => {
    const { submissionId, seriesId: ofSeries } = await buildRegistration(db, { series: { self_service: true } });
    const path = `${server.url}/api/registration/${await createToken(db, submissionId)}/resend`;
    // Without a body there is no preflight.
    expect((await fetch(path, { method: 'POST', headers })).status).toBe(expected);
    expect(await readChanges()).toHaveLength(expected === 200 ? 1 : 0);
    const asked = await server.post(`/event_series/${ofSeries}/send_link`, { email: 'ada@example.com' }, { as: 'visitor', headers });
    expect(asked.status).toBe(expected);
  });

  test('SLF-1: without own pages one who waits has a position and can leave, and nothing else', async () => {
    const event = await addEvent(1, { waiting_list: 'manual' });
    const { list } = await fill(event, { places: 1, waiting: 2 });
    const token = await tokenOf(list[1]!);
    expect((await read(token)).body.data).toMatchObject({
      can_correct: false,
      can_change_events: false,
      registrations: [{ status: 'waiting', position: 2, can_cancel: true, changes_until: null }],
    });
    expect(await act(token, 'edit', { first_name: 'Bea' })).toMatchObject({ status: 409 });
    expect(statusesIn(await act(token, 'cancel', { event_ids: [event] }))).toEqual(['cancelled']);
    await expectCounted();
  });
});

describe('giving up', () => {
  test('SLF-26: a place is freed and given on, in the history, with another version', async () => {
    await letSelfServe();
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    const answer = await act(await tokenOf(placed[0]!), 'cancel', { event_ids: [event] });
    expect(statusesIn(answer)).toEqual(['cancelled']);
    expect(answer.body.data.version).toBe(2);
    expect(await statusOf(...placed, ...list)).toEqual(['cancelled', 'confirmed']);
    expect((await readChanges()).map(({ kind, actor }) => [kind, actor])).toEqual(
      expect.arrayContaining([
        ['cancelled', 'visitor'],
        ['promoted', 'automatic'],
      ]),
    );
    await expectCounted();
  });

  test('SLF-10: a second time it is done already, and nothing is written', async () => {
    await letSelfServe();
    const event = await addEvent(2);
    const token = await tokenOf(await submitTo([event]));
    await act(token, 'cancel', { event_ids: [event] });
    const again = await act(token, 'cancel', { event_ids: [event] });
    expect([again.status, statusesIn(again), again.body.data.version]).toEqual([200, ['cancelled'], 2]);
    expect(await readChanges()).toHaveLength(1);
  });

  test('SLF-9: everything at once, all or nothing', async () => {
    await letSelfServe({ self_service_hours: 720, email_from: 'courses@example.com' });
    const near = await addEvent(2, { date: inTenDays() });
    const far = await addEvent(2, { date: '2056-01-12T09:00:00Z' });
    const token = await tokenOf(await submitTo([near, far]));
    const refused = await act(token, 'cancel', { event_ids: [near, far] });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(
      /^Changes were possible until \w+day \d+ \w+ \d{4}, \d\d:\d\d\s\w+\. Please write to courses@example\.com\.$/,
    );
    expect(statusesIn(await read(token))).toEqual(['confirmed', 'confirmed']);
    expect(statusesIn(await act(token, 'cancel', { event_ids: [far] }))).toEqual(['confirmed', 'cancelled']);
  });

  test('SLF-15: leaving a list and declining never end, an undated place can be given up at any time', async () => {
    await letSelfServe({ self_service_hours: 720 });
    const event = await addEvent(1, { waiting_list: 'manual', date: inTenDays() });
    const { list } = await fill(event, { places: 1, waiting: 1 });
    expect((await act(await tokenOf(list[0]!), 'cancel', { event_ids: [event] })).status).toBe(200);
    const undated = await addEvent(3);
    await editEvent(undated, { date: null });
    const other = await submitTo([undated], [], { email: 'other@example.com' });
    expect((await act(await tokenOf(other), 'cancel', { event_ids: [undated] })).status).toBe(200);
  });

  test('another event than one’s own is refused', async () => {
    await letSelfServe();
    const event = await addEvent(2);
    const other = await addEvent(2);
    expect(await act(await tokenOf(await submitTo([event])), 'cancel', { event_ids: [other] })).toMatchObject({ status: 422 });
  });

  test('SLF-22: a submission has 20 changes an hour', async () => {
    await letSelfServe();
    const event = await addEvent(2);
    const token = await tokenOf(await submitTo([event]));
    for (let index = 0; index < 20; index += 1) expect((await act(token, 'edit', { first_name: `Ada${index % 2}` })).status).toBe(200);
    const refused = await act(token, 'cancel', { event_ids: [event] });
    expect([refused.status, refused.body.detail]).toEqual([429, 'Too many changes. Please try again later.']);
    await sql`update registration_changes set at = at - interval '1 hour'`.execute(db);
    expect((await act(token, 'cancel', { event_ids: [event] })).status).toBe(200);
  });
});

describe('an offer', () => {
  async function offered() {
    const event = await addEvent(1, { waiting_list: 'manual' });
    const { placed, list } = await fill(event, { places: 1, waiting: 2 });
    await server.post(`/event_series/${seriesId()}/event/${event}/submission/${list[0]!.id}/promote`, { as: 'offer' });
    return { event, placed, list, token: await tokenOf(list[0]!) };
  }

  test('SLF-16: it is accepted, once more too', async () => {
    const { event, token } = await offered();
    expect(statusesIn(await act(token, 'accept', { event_id: event }))).toEqual(['confirmed']);
    expect(statusesIn(await act(token, 'accept', { event_id: event }))).toEqual(['confirmed']);
    await expectCounted();
  });

  test('SLF-16: late it is refused', async () => {
    const { event, token } = await offered();
    await sql`update waiting_entries set offer_ends_at = now() - interval '1 second'`.execute(db);
    const { status, body } = await act(token, 'accept', { event_id: event });
    expect([status, body.detail]).toEqual([409, 'This offer has ended.']);
  });

  test('SLF-20, WTL-18: it is declined, and the list can be joined again at its end', async () => {
    const { event, token, list } = await offered();
    expect(statusesIn(await act(token, 'decline', { event_id: event }))).toEqual(['cancelled']);
    const { body } = await act(token, 'events', { _waiting_list: [event] });
    expect(body.data.registrations).toMatchObject([{ status: 'waiting', position: 2 }]);
    expect(await statusOf(list[1]!)).toEqual(['waiting']);
    await expectCounted();
  });
});

describe('the link once more', () => {
  test('SLF-17: it is sent three times an hour', async () => {
    const { submissionId } = await buildRegistration(db, { series: { self_service: true } });
    const token = await createToken(db, submissionId);
    for (let index = 0; index < 3; index += 1) expect((await act(token, 'resend')).status).toBe(200);
    const { status, body } = await act(token, 'resend');
    expect([status, body.detail]).toEqual([429, 'We sent this already. Please look into your inbox.']);
    expect((await readChanges()).map(({ kind }) => kind)).toEqual(['link', 'link', 'link']);
  });
});

test('SLF-1: the settings are saved with the series, and copied with it', async () => {
  const settings = {
    self_service: true,
    self_service_answers: false,
    self_service_events: false,
    self_service_cancel: false,
    self_service_hours: 48,
  };
  expect((await server.post(`/event_series/${seriesId()}/edit`, settings)).body.data).toMatchObject(settings);
  const copy = await server.post(`/event_series/${seriesId()}/copy`, { title: 'Copy', events: [] });
  expect((await server.get(`/event_series/${copy.body.data.id}`)).body.data).toMatchObject(settings);
  expect((await server.post(`/event_series/${seriesId()}/edit`, { self_service_hours: 721 })).body.errors).toEqual([
    { path: 'self_service_hours', message: 'Please enter a whole number of hours, at most 720' },
  ]);
  expect(await editEvent(await addEvent(1), {})).toMatchObject({ status: 200 });
});

describe('links of staff', () => {
  test('SLF-23: they copy one more, mail one, or make a new one that ends all others', async () => {
    const { seriesId: id, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
    const path = `/event_series/${id}/event/${eventId}/submission/${submissionId}/link`;
    const tokenIn = ({ body }: TestResponse): string => String(body.data.url).replace(/^.*\/registration\//, '');
    const first = tokenIn(await server.post(path, {}));
    const second = tokenIn(await server.post(path, {}));
    expect([(await read(first)).status, (await read(second)).status]).toEqual([200, 200]);
    const third = tokenIn(await server.post(path, { revoke: true }));
    expect([(await read(first)).status, (await read(second)).status, (await read(third)).status]).toEqual([404, 404, 200]);
    expect((await server.post(path, { send: true })).body.data).toEqual({ url: null });
    const changes = await db.selectFrom('registration_changes').select(['kind', 'actor', 'actor_name']).execute();
    expect(changes).toEqual([{ kind: 'link', actor: 'staff', actor_name: 'Ada Marsh' }]);
    expect((await server.post(path, {}, { as: 'visitor' })).status).toBe(401);
  });

  test('SLF-23: they are of the server of public pages, as those of mails', async () => {
    const { seriesId: id, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
    const { body } = await server.post(`/event_series/${id}/event/${eventId}/submission/${submissionId}/link`, {});
    expect(body.data.url).toMatch(new RegExp(`^${PAGES_URL}/registration/[\\w-]{22}$`));
  });

  test('SLF-23, SLF-1: where a series has no own pages, there are links only for those who wait or have an offer', async () => {
    const { seriesId: id, eventId, submissionId } = await buildRegistration(db);
    const path = `/event_series/${id}/event/${eventId}/submission/${submissionId}/link`;
    expect(await server.post(path, {})).toMatchObject({ status: 409, body: { detail: HAS_NO_OWN_PAGE } });
    expect(await server.post(path, { send: true })).toMatchObject({ status: 409 });
    expect(await db.selectFrom('registration_tokens').selectAll().execute()).toEqual([]);
    await db.updateTable('submission_events').set({ status: 'offered' }).where('submission_id', '=', submissionId).execute();
    expect((await server.post(path, {})).status).toBe(200);
  });
});
