import { describe, expect, test } from 'vitest';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { signUp } from '#server/testing/staff-calls.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, stepsOf, takeMails, until } from '#server/testing/worker.ts';

const { server, db, smtp } = await createServerWithWorker();

const { email_from, email_subject, email_template } = ASKS_FOR_ALL;
const MAIL = { email_from, email_subject, email_template };

async function build(series: object = MAIL, titles: readonly string[] = ['Fire safety']) {
  const seriesId = await buildSeries(db, { calendar_entries: true, ...series });
  const events: string[] = [];
  for (const title of titles) events.push(await buildEvent(db, seriesId, { title, starts_at: new Date('2055-01-12T09:30:00Z') }));
  const path = `/event_series/${seriesId}/event/${events[0]}/submission`;
  return { seriesId, events, path };
}

const methodsTo = async (address: string): Promise<unknown[]> => {
  const mail = smtp.mails.findLast(({ recipients }) => recipients.includes(address));
  const files = mail === undefined ? [] : await filesOf(mail.raw);
  return [
    ...new Set(files.map(({ content }) => readEntry(content)).map(({ method, summary }) => `${String(method)} ${String(summary)}`)),
  ].toSorted();
};

describe('SLF-36: after another address', () => {
  test('the new one gets the confirmation, and the former one a mail that the place was passed on, which removes the entry', async () => {
    const { seriesId, events, path } = await build();
    const id = await buildSignUp(db, { form_id: seriesId }, { events });
    expect(await takeMails(db, smtp)).toEqual(['ada: Welcome to Spring training']);
    const edit = { first_name: 'Ben', email: 'ben@example.com', _confirm: true, _tell_former: true };
    expect((await server.post(`${path}/${id}/edit`, edit)).status).toBe(200);
    await atRest(db);
    expect(await methodsTo('ada@example.com')).toEqual(['CANCEL Fire safety']);
    expect(await methodsTo('ben@example.com')).toEqual(['REQUEST Fire safety']);
    const former = smtp.mails.find(({ recipients }) => recipients.includes('ada@example.com'))!;
    expect(former.parsed.text).toContain('Hello Ada,\n\nYour place at ‘Fire safety’ has been passed on to someone else.');
    expect(`${former.parsed.text}${former.parsed.html}`).not.toMatch(/ben/i);
    expect(await takeMails(db, smtp)).toEqual(['ada: Passed on: Fire safety', 'ben: Welcome to Spring training']);
  });

  test('Needs attention names the former person if the mail to that address is refused', async () => {
    const { seriesId, events, path } = await build();
    const id = await buildSignUp(db, { form_id: seriesId }, { events });
    await takeMails(db, smtp);
    smtp.refused.set('ada@example.com', '550 5.1.1 No such user');
    await server.post(`${path}/${id}/edit`, { first_name: 'Ben', email: 'ben@example.com', _tell_former: true });
    await atRest(db);
    const { steps } = (await server.get('/steps/failed')).body.data;
    expect(steps).toMatchObject([{ about: 'passed_on', first_name: 'Ada', email: 'ada@example.com', submission_id: id }]);
  });

  test('one mail names all of several places', async () => {
    const { seriesId, events, path } = await build(MAIL, ['Day one', 'Day two']);
    const id = await buildSignUp(db, { form_id: seriesId }, { events });
    await takeMails(db, smtp);
    await server.post(`${path}/${id}/edit`, { email: 'ben@example.com', _tell_former: true });
    await atRest(db);
    expect(await methodsTo('ada@example.com')).toEqual(['CANCEL Day one', 'CANCEL Day two']);
    expect(smtp.mails[0]!.parsed.text).toContain('Your places at ‘Day one’ and ‘Day two’ have been passed on to someone else.');
    expect(await takeMails(db, smtp)).toEqual(['ada: Passed on: Spring training']);
  });

  test.each([
    ['nothing is sent unless staff say so', { email: 'ben@example.com' }, MAIL],
    ['nor without another address', { first_name: 'Ben', email: 'ada@example.com', _confirm: true, _tell_former: true }, MAIL],
    ['nor when only its spelling is another', { email: 'ADA@example.com', _confirm: true, _tell_former: true }, MAIL],
    ['nor a confirmation that the series does not have', { email: 'ben@example.com', _confirm: true }, {}],
  ])('%s', async (_what, edit, series) => {
    const { seriesId, events, path } = await build(series);
    const id = await buildSignUp(db, { form_id: seriesId }, { events, awaiting_fan_out: false });
    expect((await server.post(`${path}/${id}/edit`, edit)).status).toBe(200);
    expect(await takeMails(db, smtp)).toEqual([]);
  });

  test('the confirmation is sent also when the former address is being sent it', async () => {
    const { seriesId, events, path } = await build();
    smtp.behaviours.set({ kind: 'slow', ms: 1_000 }, { kind: 'work' });
    const before = smtp.behaviours.requests;
    const id = await buildSignUp(db, { form_id: seriesId }, { events });
    await until('the mail to be on its way', () => smtp.behaviours.requests > before);
    expect((await server.post(`${path}/${id}/edit`, { email: 'ben@example.com', _confirm: true })).status).toBe(200);
    await until('both mails', () => smtp.mails.length === 2);
    expect(await takeMails(db, smtp)).toEqual(['ada: Welcome to Spring training', 'ben: Welcome to Spring training']);
    expect(await stepsOf(db, id)).toMatchObject([{ state: 'succeeded', is_released: false }]);
  });

  test.each([MAIL, {}])(
    'someone with offers gets them again, since the link in their mail went to the former address: %j',
    async (series) => {
      const seriesId = await buildSeries(db, series);
      const limit = { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer' } as const;
      const events = [
        await buildEvent(db, seriesId, { title: 'Day one', ...limit }),
        await buildEvent(db, seriesId, { title: 'Day two', ...limit }),
      ];
      const holder = await signUp(server, seriesId, events, { email: 'ada@example.com' });
      const id = await signUp(server, seriesId, [], { email: 'typo@example.com', _waiting_list: events });
      const path = `/event_series/${seriesId}/event/${events[0]}/submission/${id}`;
      // A withdrawn offer is not sent again next to the current one.
      await server.post(`${path}/promote`, { as: 'offer' });
      await atRest(db);
      await server.post(`${path}/withdraw_offer`);
      await server.post(`/person/${holder}/delete`, { signups_count: 1 });
      await takeMails(db, smtp);
      await server.post(`${path}/edit`, { email: 'ben@example.com', _confirm: true });
      expect(await takeMails(db, smtp)).toEqual(['ben: Places have opened up: Spring training']);
    },
  );

  test('an offer whose mail has not been requested yet goes only to the new address, and nothing else does', async () => {
    const { submissionId, seriesId, eventId } = await buildRegistration(db, { status: 'offered' });
    const path = `/event_series/${seriesId}/event/${eventId}/submission/${submissionId}`;
    await server.post(`${path}/edit`, { email: 'ben@example.com', _confirm: true });
    expect(await stepsOf(db, submissionId)).toEqual([]);
  });

  test('nobody is notified if there was no address, as for someone who was added at the door', async () => {
    const { seriesId, events, path } = await build();
    const id = await buildSignUp(db, { form_id: seriesId }, { events, email: '', awaiting_fan_out: false });
    expect((await server.post(`${path}/${id}/edit`, { email: 'ben@example.com', _tell_former: true })).status).toBe(200);
    expect([await takeMails(db, smtp), await stepsOf(db, id)]).toEqual([[], []]);
  });

  test('an entry that the former address still needs for another sign-up stays', async () => {
    const { seriesId, events, path } = await build();
    await buildSignUp(db, { form_id: seriesId }, { events });
    const id = await buildSignUp(db, { form_id: seriesId }, { events });
    await takeMails(db, smtp);
    await server.post(`${path}/${id}/edit`, { email: 'ben@example.com', _tell_former: true });
    await atRest(db);
    expect([smtp.mails.length, await methodsTo('ada@example.com')]).toEqual([1, []]);
  });
});

test('D38, SLF-36: someone added by staff gets the confirmation if staff choose so, and its entry is removed when the place is given up', async () => {
  const { path } = await build();
  const add = async (values: object) => (await server.post(`${path}/add`, { ...newSignUp(), ...values })).body.data;
  await add({ email: 'cy@example.com' });
  expect(await takeMails(db, smtp)).toEqual([]);
  const { id } = await add({ email: 'dora@example.com', _confirm: true });
  await atRest(db);
  expect(await methodsTo('dora@example.com')).toEqual(['REQUEST Fire safety']);
  expect(await takeMails(db, smtp)).toEqual(['dora: Welcome to Spring training']);
  await server.post(`${path}/${id}/cancel`, { tell: true });
  await atRest(db);
  expect(await methodsTo('dora@example.com')).toEqual(['CANCEL Fire safety']);
});

test('WTL-28: someone who is restored is notified if staff choose so, with the entry, which is removed with the place; once the event is over, neither is sent', async () => {
  const { seriesId, path } = await build();
  const { id } = (await server.post(`${path}/add`, { ...newSignUp(), email: 'ada@example.com' })).body.data;
  const act = async (verb: string, body: object) => {
    expect((await server.post(`${path}/${id}/${verb}`, body)).status).toBe(200);
    await atRest(db);
    return [...(await methodsTo('ada@example.com')), ...(await takeMails(db, smtp))];
  };
  expect(await act('cancel', { tell: false })).toEqual([]);
  expect(await act('restore', { over: false })).toEqual([]);
  await act('cancel', { tell: false });
  expect(await act('restore', { tell: true })).toEqual(['REQUEST Fire safety', 'ada: You have a place: Fire safety']);
  expect(await act('cancel', { tell: true })).toEqual(['CANCEL Fire safety', 'ada: Registration cancelled: Fire safety']);
  const setTimes = (times: { starts_at?: Date; ends_at: Date }) =>
    db.updateTable('events').set(times).where('form_id', '=', seriesId).execute();
  await setTimes({ starts_at: new Date(Date.now() - 1_000), ends_at: new Date('2050-01-01T09:00:00Z') });
  expect(await act('restore', { tell: true })).toContain('ada: You have a place: Fire safety');
  expect(await act('cancel', { tell: true })).toContain('ada: Registration cancelled: Fire safety');
  await setTimes({ ends_at: new Date() });
  for (const verb of ['restore', 'cancel']) expect([verb, await act(verb, { tell: true })]).toEqual([verb, []]);
});

test('WTL-28: someone who only waited is notified that they wait again', async () => {
  const { seriesId } = await build();
  const full = await buildEvent(db, seriesId, { title: 'Knots', closes_when_full: true, maximum_participants: 0, waiting_list: 'offer' });
  const id = await signUp(server, seriesId, [], { email: 'ben@example.com', _waiting_list: [full] });
  const waits = ["ben: You're on the waiting list: Knots"];
  expect(await takeMails(db, smtp)).toEqual(waits);
  const path = `/event_series/${seriesId}/event/${full}/submission/${id}`;
  await server.post(`${path}/cancel`, { tell: false });
  await server.post(`${path}/restore`, { tell: true });
  expect(await takeMails(db, smtp)).toEqual(waits);
});
