import { describe, expect, test } from 'vitest';
import { newSubmissionSchema } from '#contract/attendees/submission.ts';
import { openDatabase } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addFields, addSeries } from '#server/testing/staff-calls.ts';
import { until } from '#server/testing/worker.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { attendeeWriter } from './attendee-writer.ts';

const server = await createTestServer();

async function newEvent() {
  const series = await addSeries(server);
  const { id } = await addEvent(server, series.id);
  const [field] = await addFields(server, series.id, { label: 'Pick', type: 'select', options: ['Red'] });
  return { seriesId: series.id, eventId: id, fieldId: field?.id ?? '', url: `/event_series/${series.id}/event/${id}` };
}

const person = (number: number, values: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: `Number ${number}`,
  email: `ada.${number}@example.com`,
  ...values,
});

/** As a row of an upload, so that one statement is tried first. */
const post = async (url: string, body: unknown, key?: string) =>
  server.post(`${url}/submission/add`, body, { headers: { batch: newId(), ...(key !== undefined && { 'idempotency-key': key }) } });

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

async function namesIn(url: string): Promise<string[]> {
  const { body } = await server.get(url);
  return body.data.submissions.map((submission: { last_name: string }) => submission.last_name).toSorted();
}

test('each answer counts the registrations of its address in the series, both earlier ones and those of the same batch', async () => {
  const { url } = await newEvent();
  await post(url, person(1));
  const answers = await Promise.all([1, 2, 1, 2, 3].map(async (number) => post(url, person(number))));
  const read = new Map(
    (await server.get(url)).body.data.submissions.map((submission: { id: string; signups_count: number }) => [submission.id, submission]),
  );
  const counts = (number: number) =>
    answers
      .map(({ body }) => body.data)
      .filter(({ email }) => email === person(number).email)
      .map((data) => data.signups_count);
  expect(Math.max(...counts(1))).toBe(3);
  expect(Math.max(...counts(2))).toBe(2);
  expect(counts(3)).toEqual([1]);
  const [last] = answers.slice(-1);
  expect(read.get(last?.body.data.id)).toEqual(last?.body.data);
});

test('each is stored in its own event, and those of an unknown event are refused', async () => {
  const [here, there] = [await newEvent(), await newEvent()];
  const nowhere = `/event_series/${here.seriesId}/event/${there.eventId}`;
  const nothing = `/event_series/${newId()}/event/${newId()}`;
  const urls = [here.url, there.url, nowhere, nothing];
  const answers = await Promise.all(numbers(16).map(async (number) => post(urls[number % 4] ?? '', person(number), 'same-key')));
  const statuses = urls.map((_, index) => answers.filter((_answer, number) => number % 4 === index).map(({ status }) => status));
  // One key per event: the first call is stored, the others have another body.
  expect(statuses.map((each) => each.toSorted((a, b) => a - b))).toEqual([
    [200, 409, 409, 409],
    [200, 409, 409, 409],
    [404, 404, 404, 404],
    [404, 404, 404, 404],
  ]);
  expect(await namesIn(here.url)).toHaveLength(1);
  expect(await namesIn(there.url)).toHaveLength(1);
});

test('while events are locked, adding attendees to them leaves connections for reading', async () => {
  const small = openDatabase({ url: server.databaseUrl, pool: 3, log: { warn: () => undefined } });
  const add = attendeeWriter({ ...writesTo(small), pool: small.pool });
  const events = await Promise.all(numbers(4).map(newEvent));
  const addTo = async ({ seriesId, eventId }: (typeof events)[number], number: number) =>
    add({
      path: { seriesId, eventId },
      input: newSubmissionSchema.parse(person(number)),
      callId: { scope: 'test', key: undefined, bodyHash: '' },
      by: ADA,
      batch: newId(),
    });
  await Promise.all(events.slice(0, 2).map(addTo));
  const { adding, read } = await server.db.transaction().execute(async (tx) => {
    for (const { seriesId } of events) await lockForm(tx, { kind: 'series', id: seriesId });
    // Two that are not known, and two that are and so are tried in one statement.
    const added = events.toReversed().map(addTo);
    await until('two to wait', async () => (await countWaitingForLocks(server.db)) >= 2);
    return { adding: added, read: await small.db.selectFrom('events').select('id').execute() };
  });
  expect(read).toHaveLength(4);
  expect(await Promise.all(adding)).toHaveLength(4);
  await small.close();
});

describe('when an attendee was added to the event before', () => {
  const newKnownEvent = async () => {
    const event = await newEvent();
    await post(event.url, person(-1, { pick: 'Red' }), 'known');
    return event;
  };

  test('each of many calls gets its own outcome, in its place: added, refused, repeated or in conflict', async () => {
    const { url } = await newKnownEvent();
    const calls = [
      { body: person(0, { pick: 'Red' }), key: 'row-0', status: 200 },
      { body: person(1, { pick: 'Blue' }), key: 'row-1', status: 422 },
      { body: person(-1, { pick: 'Red' }), key: 'known', status: 200 },
      { body: person(2), key: 'row-2', status: 200 },
      { body: person(2), key: 'row-2', status: 200 },
      { body: person(3), key: 'row-2', status: 409 },
      { body: person(4), key: 'known', status: 409 },
      { body: person(5), key: undefined, status: 200 },
      { body: person(5), key: undefined, status: 200 },
    ];
    const answers = await Promise.all(calls.map(async ({ body, key }) => post(url, body, key)));
    expect(answers.map(({ status }) => status)).toEqual(calls.map(({ status }) => status));
    const names = answers.map(({ body }) => body.data?.last_name);
    expect(names).toEqual(calls.map(({ body, status }) => (status === 200 ? body.last_name : undefined)));
    expect(answers[3]?.body.data.id).toBe(answers[4]?.body.data.id);
    expect(await namesIn(url)).toEqual(['Number -1', 'Number 0', 'Number 2', 'Number 5', 'Number 5']);
    const [card] = (await server.get('/event_series')).body.data;
    expect(card.signups_count).toBe(4);
  });

  test('an answer is checked against the form with later changes by staff', async () => {
    const { url, seriesId, fieldId } = await newKnownEvent();
    const edited = await server.post(`/event_series/${seriesId}/eventseriesformfield/${fieldId}/edit`, { options: ['Blue'] });
    expect(edited.status).toBe(200);
    expect((await post(url, person(1, { pick: 'Red' }), 'red')).body.errors).toMatchObject([{ path: 'pick' }]);
    expect((await post(url, person(1, { pick: 'Blue' }), 'red')).body.data).toMatchObject({ pick: 'Blue' });
  });

  test('an event that was hidden in the meantime is not counted, and a deleted one accepts nobody', async () => {
    const { url } = await newKnownEvent();
    const countOnCard = async () => (await server.get('/event_series')).body.data[0].signups_count;
    await server.post(`${url}/edit`, { show_on_form: false });
    expect((await post(url, person(1), 'row-1')).status).toBe(200);
    expect(await countOnCard()).toBe(0);
    await server.post(`${url}/edit`, { show_on_form: true });
    expect(await countOnCard()).toBe(2);
    await server.post(`${url}/delete`);
    const answers = await Promise.all([2, 3].map(async (number) => post(url, person(number), `row-${number}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await server.db.selectFrom('submissions').select('id').execute()).toEqual([]);
  });
});
