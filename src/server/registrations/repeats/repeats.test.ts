import { afterAll, describe, expect, test } from 'vitest';
import { buildField } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { ASKS_FOR_ALL, atRest, launchWorker, startWorld, stepsOf } from '#server/testing/worker.ts';
import { purgeEmptied } from './merge-sign-ups.ts';

const world = await startWorld();
const { smtp, slack } = world;
const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, submit, submitTo, seriesId } = series;
const { readList } = waitingList(server, series);

const workers = await Promise.all([1, 2].map(() => launchWorker({ ...server, url: server.databaseUrl }, world.settings)));
afterAll(async () => Promise.all(workers.map(async (worker) => worker.stop())));

const setPolicy = async (duplicate_policy: 'allow' | 'update' | 'refuse') => {
  const { status, body } = await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy });
  expect([status, body.data.duplicate_policy]).toEqual([200, duplicate_policy]);
};
const unlimited = (title: string, values: Record<string, unknown> = {}) =>
  addEvent(null, { event_title: title, close_when_full: false, ...values });
const rowsOf = async () => {
  const rows = await db.selectFrom('registrations').select(['event_id', 'submission_id', 'status']).execute();
  return rows.map(({ event_id, submission_id, status }) => `${event_id} ${submission_id} ${status}`).toSorted();
};
const row = (event: string, { id }: { id: string }, status = 'confirmed') => `${event} ${id} ${status}`;
const submissionOf = ({ id }: { id: string }) => db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const kindsOf = async ({ id }: { id: string }) => {
  const changes = db.selectFrom('registration_changes').select(['kind', 'actor', 'details']).where('submission_id', '=', id);
  return changes.orderBy('at').orderBy('id').execute();
};
const subjects = () => smtp.mails.map(({ parsed }) => parsed.subject ?? '').toSorted((one, other) => one.localeCompare(other));
const textOf = (subject: string) => smtp.mails.find(({ parsed }) => parsed.subject === subject)?.parsed.text ?? '';
const settle = async () => atRest(db);

describe('a series that refuses repeats', () => {
  test('PLC-55, PLC-56: the repeat is emptied, and the person gets a mail about it instead of a confirmation', async () => {
    await setPolicy('refuse');
    await server.post(`/event_series/${seriesId()}/edit`, ASKS_FOR_ALL);
    const event = await unlimited('Fire safety');
    const first = await submitTo([event]);
    await settle();
    smtp.mails.length = 0;
    slack.messages.length = 0;
    const again = await submit({ events: [event], first_name: 'Mallory', email: 'ADA@example.com' }, 'again');
    await settle();
    expect(await rowsOf()).toEqual([row(event, first)]);
    expect(await submissionOf(again)).toMatchObject({
      first_name: '',
      last_name: '',
      email: '',
      email_key: '',
      organisation: '',
      answers: {},
    });
    expect(subjects()).toEqual(["You're already registered: Spring training"]);
    expect(smtp.mails[0]?.parsed.text).toContain('Hello Ada,');
    expect(textOf("You're already registered: Spring training")).toContain('You already have a place at:\n\nFire safety');
    expect(slack.messages).toEqual([]);
    expect(await kindsOf(first)).toMatchObject([{ kind: 'repeated', actor: 'visitor', details: { event: 'Fire safety' } }]);
    expect([await stepsOf(db, again.id), await kindsOf(again)]).toEqual([[], []]);
  });

  test('PLC-56: other, new events are kept, and the confirmation says both', async () => {
    await setPolicy('refuse');
    await server.post(`/event_series/${seriesId()}/edit`, {
      ...ASKS_FOR_ALL,
      email_subject: 'Welcome',
      email_template: 'Hello %FNAME%,\n%SUCCESS%',
    });
    const [old, fresh] = [await unlimited('Fire safety'), await unlimited('First aid')];
    const first = await submitTo([old]);
    await settle();
    smtp.mails.length = 0;
    const again = await submitTo([old, fresh], [], { first_name: 'Augusta' });
    await settle();
    expect(await rowsOf()).toEqual([row(old, first), row(old, again, 'cancelled'), row(fresh, again)].toSorted());
    const confirmation = smtp.mails.filter(({ parsed }) => parsed.subject === 'Welcome');
    expect(subjects().filter((subject) => subject.startsWith('You are already'))).toEqual([]);
    expect(confirmation).toHaveLength(1);
    expect(confirmation[0]?.parsed.text).toContain('Hello Augusta,\n\nFirst aid\n');
    expect(confirmation[0]?.parsed.text).toContain("You're already registered for:\n\nFire safety\n");
    expect((await kindsOf(first)).map(({ kind }) => kind)).toEqual(['repeated']);
    const { body } = await server.get(`/event_series/${seriesId()}/event/${old}?registration=cancelled`);
    expect(body.data.submissions).toMatchObject([{ id: again.id, _registration: { reason: 'repeat', cancelled_by: 'Visitor' } }]);
  });

  test('PLC-56: if new events are kept and the series sends no confirmation, a mail says that the others are repeats', async () => {
    await setPolicy('refuse');
    const [old, fresh] = [await unlimited('Fire safety'), await unlimited('First aid')];
    await submitTo([old]);
    await submitTo([old, fresh]);
    await settle();
    expect(subjects()).toEqual(["You're already registered: Spring training"]);
  });

  test('PLC-56: an emptied sign-up is not in any list, count, search or statistics', async () => {
    await setPolicy('refuse');
    const event = await unlimited('Fire safety');
    // Mails to the earlier person are listed with that person.
    const withoutSteps = (key: string, value: unknown) => (['_status', 'errors'].includes(key) ? undefined : value);
    const paths = [
      '',
      `/event/${event}?registration=all`,
      `/event/${event}/export?registration=all`,
      `/event/${event}/counts?registration=all`,
      '/statistics',
      '/losses',
      '/setup',
    ].map((path) => `/event_series/${seriesId()}${path}`);
    const read = async () =>
      Promise.all(
        [...paths, '/event_series', '/search?q=lovelace', '/overview?today_from=2026-01-01T00:00:00Z'].map(async (path) => {
          const { status, text, headers } = await server.get(path);
          expect([path, status]).toEqual([path, 200]);
          return headers.get('content-type')?.includes('json') === true ? JSON.parse(text, withoutSteps) : text;
        }),
      );
    await submitTo([event]);
    await settle();
    const before = await read();
    const again = await submitTo([event]);
    await settle();
    expect(await read()).toEqual(before);
    expect((await server.get(`/person/${again.id}`)).status).toBe(404);
  });

  test('PLC-56: it is deleted with its key after 24 hours', async () => {
    await setPolicy('refuse');
    const event = await unlimited('Fire safety');
    const first = await submitTo([event]);
    const [again, newer] = [await submit({ events: [event] }, 'a'), await submit({ events: [event] }, 'b')];
    await settle();
    await db
      .updateTable('submissions')
      .set({ submitted_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', 'in', [again.id, first.id])
      .execute();
    await purgeEmptied(db);
    const left = await db.selectFrom('submissions').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([first.id, newer.id].toSorted());
  });

  test('PLC-55: of two at the same time the earlier one stays, whichever worker comes first', async () => {
    await setPolicy('refuse');
    const event = await unlimited('Fire safety');
    const far = series.otherServer();
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) =>
        submit({ events: [event], email: `p${index % 10}@example.com` }, undefined, index % 2 === 0 ? undefined : far),
      ),
    );
    await settle();
    const standing = await db
      .selectFrom('registrations')
      .innerJoin('submissions', 'submissions.id', 'registrations.submission_id')
      .select(['submissions.id', 'email_key'])
      .execute();
    expect(new Set(standing.map(({ email_key: key }) => key)).size).toBe(10);
    expect(standing).toHaveLength(10);
    const oldest = await db.selectFrom('submissions').select('id').orderBy('submitted_at').orderBy('id').limit(1).execute();
    expect(standing.map(({ id }) => id)).toContain(oldest[0]?.id);
  });

  test('PLC-55: the place of a repeat goes to the next person on the list', async () => {
    await setPolicy('refuse');
    const event = await addEvent(2, { waiting_list: 'direct' });
    const first = await submitTo([event]);
    await settle();
    await setPolicy('allow');
    const second = await submitTo([event]);
    await settle();
    const other = await submitTo([], [event], { email: 'bea@example.com' });
    await settle();
    expect(await rowsOf()).toEqual([row(event, first), row(event, second), row(event, other, 'waiting')].toSorted());
    await setPolicy('refuse');
    await server.post(`/event_series/${seriesId()}/event/${event}/edit`, { maximum_participants: 4 });
    const again = await submitTo([event]);
    const last = await submitTo([], [event], { email: 'cy@example.com' });
    await settle();
    expect((await rowsOf()).filter((text) => text.includes(again.id))).toEqual([]);
    expect(await rowsOf()).toEqual([row(event, first), row(event, second), row(event, other), row(event, last)].toSorted());
  });
});

describe('a series that updates the earlier sign-up', () => {
  test('PLC-57, PLC-58: details and answers are replaced, new events move over, and a mail says what changed', async () => {
    await setPolicy('update');
    await server.post(`/event_series/${seriesId()}/edit`, { ...ASKS_FOR_ALL, copper_tag: '' });
    await buildField(db, { form_id: seriesId() }, { label: 'Diet' });
    await buildField(db, { form_id: seriesId() }, { label: 'Shoes', position: 1 });
    const [old, fresh] = [
      await unlimited('Fire safety'),
      await unlimited('First aid', { date: '2055-02-12T09:30:00Z', copper_tag: 'first aid' }),
    ];
    const first = await submitTo([old], [], { diet: 'vegan', shoes: '42', accepts_marketing: true });
    await settle();
    smtp.mails.length = 0;
    slack.messages.length = 0;
    const again = await submitTo([old, fresh], [], { diet: 'none', job_title: 'Engineer', email: 'Ada@Example.com' });
    await settle();
    expect(await rowsOf()).toEqual([row(old, first), row(fresh, first)].toSorted());
    expect(await submissionOf(first)).toMatchObject({
      job_title: 'Engineer',
      email: 'ada@example.com',
      accepts_marketing: true,
      answers: { diet: 'none', shoes: '42' },
      version: 2,
    });
    expect(await submissionOf(again)).toMatchObject({ first_name: '', email_key: '', answers: {} });
    const text = textOf('Your registration has changed: Spring training');
    for (const line of ['Job title was changed', 'Diet was changed', 'Added: ‘First aid’']) expect(text).toContain(line);
    for (const typed of ['Engineer', 'none', 'vegan']) expect(text).not.toContain(typed);
    expect(slack.messages).toHaveLength(1);
    expect(JSON.stringify(slack.messages)).toContain('Registration changed: Spring training');
    expect(JSON.stringify(slack.messages)).not.toContain('vegan');
    expect(world.copper.leads.at(-1)?.tags).toContain('first aid');
    expect((await kindsOf(first)).map(({ kind }) => kind).toSorted()).toEqual(['events_changed', 'updated']);
  });

  test('PLC-57, PLC-59: only the person is notified of mere corrections; after a repeat without any, the mail says that they are registered', async () => {
    await setPolicy('update');
    await server.post(`/event_series/${seriesId()}/edit`, ASKS_FOR_ALL);
    const event = await unlimited('Fire safety');
    const first = await submitTo([event]);
    await settle();
    smtp.mails.length = 0;
    slack.messages.length = 0;
    await submitTo([event], [], { organisation: 'Mills & Co' });
    await settle();
    await submitTo([event], [], { organisation: 'Mills & Co', accepts_marketing: false });
    await settle();
    expect(subjects()).toEqual(["You're already registered: Spring training", 'Your registration has changed: Spring training']);
    expect(slack.messages).toEqual([]);
    expect((await kindsOf(first)).map(({ kind }) => kind)).toEqual(['updated', 'repeated']);
  });
});

describe('a waiting list', () => {
  test('PLC-60: under allow the same address and name wait once; another name and another event keep waiting', async () => {
    const event = await addEvent(0, { waiting_list: 'manual' });
    const other = await addEvent(0, { waiting_list: 'manual', event_title: 'First aid' });
    const first = await submitTo([], [event]);
    await settle();
    smtp.mails.length = 0;
    const again = await submitTo([], [event], { first_name: ' ADA ', last_name: 'Love lace' });
    const both = await submitTo([], [event, other]);
    const child = await submitTo([], [event], { first_name: 'Byron' });
    await settle();
    expect(await rowsOf()).toEqual(
      [row(event, first, 'waiting'), row(event, both, 'cancelled'), row(other, both, 'waiting'), row(event, child, 'waiting')].toSorted(),
    );
    expect((await submissionOf(again)).email).toBe('');
    expect(textOf("You're already registered: Spring training")).toContain(
      "You're already on the waiting list for:\n\nFire safety\nPosition 1",
    );
    expect(await readList(event)).toEqual(['ada', 'ada']);
  });

  test('PLC-60: if repeats are refused the same address waits once, whatever the name', async () => {
    await setPolicy('refuse');
    const event = await addEvent(0, { waiting_list: 'manual' });
    const first = await submitTo([], [event]);
    await submitTo([], [event], { first_name: 'Byron' });
    await settle();
    expect(await rowsOf()).toEqual([row(event, first, 'waiting')]);
  });
});

describe('what is not settled', () => {
  test('PLC-53: repeats in series that allow them stay', async () => {
    const event = await unlimited('Fire safety');
    const [first, second] = [await submitTo([event]), await submitTo([event])];
    await settle();
    expect(await rowsOf()).toEqual([row(event, first), row(event, second)].toSorted());
  });

  test('PLC-61: people whom staff add or import stay, and their later sign-ups are repeats', async () => {
    await setPolicy('refuse');
    const event = await unlimited('Fire safety');
    const url = `/event_series/${seriesId()}/event/${event}`;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
    const { id: batch } = (await server.post(`${url}/import/add`, { file_name: 'spring.csv', rows: 2 })).body.data;
    const standing: { id: string }[] = [];
    for (const options of [{}, {}, { headers: { batch } }, { headers: { batch } }])
      standing.push((await server.post(`${url}/submission/add`, person, options)).body.data);
    await submitTo([event]);
    await settle();
    expect(await rowsOf()).toEqual(standing.map((each) => row(event, each)).toSorted());
  });
});
