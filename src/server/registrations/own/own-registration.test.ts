import { describe, expect, test } from 'vitest';
import { HAS_NO_SELF_SERVICE } from '#contract/texts/self-service-links.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { selfService } from '#server/testing/self-service.ts';
import type { TestResponse } from '#server/testing/server.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const PAGES_URL = 'https://forms.example.com';
const server = await createSignUpPageServer({ EVENTS_SERVER_URL: PAGES_URL });
const { db } = server;
const { addEvent, editEvent, seriesId } = limitedSeries(server);
const { get } = selfService(server);

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
  test('SLF-23: staff copy one more, mail one, or make a new one that ends all others', async () => {
    const { seriesId: id, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
    const path = `/event_series/${id}/event/${eventId}/submission/${submissionId}/link`;
    const linkIn = ({ body }: TestResponse): string => String(body.data.url).replace(PAGES_URL, '');
    const statuses = (...links: string[]) => Promise.all(links.map(async (link) => (await get(link)).status));
    const first = linkIn(await server.post(path, {}));
    const second = linkIn(await server.post(path, {}));
    expect(await statuses(first, second)).toEqual([200, 200]);
    const third = linkIn(await server.post(path, { revoke: true }));
    expect(await statuses(first, second, third)).toEqual([404, 404, 200]);
    expect((await server.post(path, { send: true })).body.data).toEqual({ url: null });
    const changes = await db.selectFrom('registration_changes').select(['kind', 'actor', 'actor_name']).execute();
    expect(changes).toEqual([{ kind: 'link', actor: 'staff', actor_name: 'Ada Marsh' }]);
    expect((await server.post(path, {}, { as: 'visitor' })).status).toBe(401);
  });

  test('SLF-23: they lead to the server of public pages, like those in mails', async () => {
    const { seriesId: id, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
    const { body } = await server.post(`/event_series/${id}/event/${eventId}/submission/${submissionId}/link`, {});
    expect(body.data.url).toMatch(new RegExp(`^${PAGES_URL}/registration/[\\w-]{22}$`));
  });

  test('SLF-23, SLF-1: in a series without self-service pages, there are links only for people who wait or have an offer', async () => {
    const { seriesId: id, eventId, submissionId } = await buildRegistration(db);
    const path = `/event_series/${id}/event/${eventId}/submission/${submissionId}/link`;
    expect(await server.post(path, {})).toMatchObject({ status: 409, body: { detail: HAS_NO_SELF_SERVICE } });
    expect(await server.post(path, { send: true })).toMatchObject({ status: 409 });
    expect(await db.selectFrom('registration_tokens').selectAll().execute()).toEqual([]);
    await db.updateTable('registrations').set({ status: 'offered' }).where('submission_id', '=', submissionId).execute();
    expect((await server.post(path, {})).status).toBe(200);
  });
});
