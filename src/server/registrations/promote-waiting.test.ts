import { describe, expect, test } from 'vitest';
import { deleteSubmission } from '#server/attendees/commands.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { createToken } from './links.ts';
import { answerOffer } from './own/commands.ts';

const server = await createTestServer();
const { db } = server;
const series = limitedSeries(server);
const { addEvent, editEvent, submitTo, submit, otherServer, readPlaces, seriesId } = series;
const { fill, call, statusOf, readChanges, addresses } = waitingList(server, series);
const elsewhere = otherServer();

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const remove = async (eventId: string, who: { id: string }) => expect((await call(eventId, who, 'delete')).status).toBe(200);
const idsOf = (people: readonly { id: string | null }[]) =>
  people.map(({ id }) => id ?? '').toSorted((one, other) => one.localeCompare(other));
const whoWas = async (kind: string) =>
  idsOf((await readChanges()).filter((row) => row.kind === kind).map((row) => ({ id: row.submission_id })));

describe('a place that becomes free', () => {
  test('WTL-8: is given to the first on the list, in the mode direct; it is counted and recorded', async () => {
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 2 });
    await remove(event, placed[0]!);
    expect(await statusOf(...list)).toEqual(['confirmed', 'waiting']);
    expect(await readPlaces()).toMatchObject([{ taken: 1, waiting: 1 }]);
    expect(await addresses()).toEqual(['w0@example.com']);
    expect(await readChanges()).toEqual([{ submission_id: list[0]!.id, event_id: event, kind: 'promoted', actor: 'automatic' }]);
  });

  test('WTL-6, WTL-8: is offered to the first on the list, in the mode offer, and is held; the offer has no end before its mail has been sent', async () => {
    const event = await addEvent(1, { waiting_list: 'offer' });
    const { placed, list } = await fill(event, { places: 1, waiting: 2 });
    await remove(event, placed[0]!);
    expect(await statusOf(...list)).toEqual(['offered', 'waiting']);
    expect(await readPlaces()).toMatchObject([{ taken: 1, waiting: 1 }]);
    expect(await addresses()).toEqual([]);
    expect(await readChanges()).toMatchObject([{ submission_id: list[0]!.id, kind: 'offered', actor: 'automatic' }]);
    const entries = await db.selectFrom('waiting_entries').select(['submission_id', 'offer_ends_at']).orderBy('list_order').execute();
    expect(entries).toEqual(list.map(({ id }) => ({ submission_id: id, offer_ends_at: null })));
    await expect(submitTo([event])).rejects.toMatchObject({ code: 'invalid' });
  });

  test('WTL-7, WTL-8: someone who accepts the offered place and gives it up later is off the list, and the place goes to the next', async () => {
    const event = await addEvent(1, { waiting_list: 'offer' });
    const { placed, list } = await fill(event, { places: 1, waiting: 2 });
    await remove(event, placed[0]!);
    const own = { ...writesTo({ db }), timeZone: 'Europe/London', confirmationsPerHour: 50 };
    await answerOffer(own, await createToken(db, list[0]!.id), event, 'accept');
    expect((await call(event, list[0]!, 'cancel', { tell: false, note: null })).status).toBe(200);
    expect(await statusOf(...list)).toEqual(['cancelled', 'offered']);
    expect(await readPlaces()).toMatchObject([{ taken: 1, waiting: 0 }]);
    const entries = await db.selectFrom('waiting_entries').select('submission_id').execute();
    expect(entries).toEqual([{ submission_id: list[1]!.id }]);
  });

  test.each([2.9, 1 / 60])('WTL-10: is given immediately if the event begins in %d hours', async (hours) => {
    const event = await addEvent(1, { waiting_list: 'offer', date: inHours(hours) });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    await remove(event, placed[0]!);
    expect(await statusOf(...list)).toEqual(['confirmed']);
  });

  test('WTL-9: goes to the list also after sign-up has closed', async () => {
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    await editEvent(event, { closes_at: inHours(-1) });
    await remove(event, placed[0]!);
    expect(await statusOf(...list)).toEqual(['confirmed']);
  });

  test.each([
    ['the mode is manual', { waiting_list: 'manual' }, { waiting_list: 'offer' }, 'offered'],
    ['WTL-1: the list is off', { waiting_list: 'off' }, { waiting_list: 'direct' }, 'confirmed'],
    ['WTL-20: the event is hidden', { show_on_form: false }, { show_on_form: true }, 'confirmed'],
    ['WTL-22: the event has just begun', { date: inHours(-1 / 60) }, { date: inHours(48) }, 'confirmed'],
  ])('WTL-8, WTL-9: stays free while %s, and the list continues after that', async (_why, before, after, status) => {
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    await editEvent(event, before);
    await remove(event, placed[0]!);
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['waiting'], [{ taken: 0, waiting: 1 }]]);
    expect((await editEvent(event, after)).body.data).toMatchObject({ ...('date' in after ? {} : after), _promoted: 1 });
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([[status], [{ taken: 1, waiting: 0 }]]);
  });

  test('WTL-8: also when several events are shown in one call', async () => {
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    await editEvent(event, { show_on_form: false });
    await remove(event, placed[0]!);
    const shown = await server.post(`/event_series/${seriesId()}/events/show`, { event_ids: [event], show_on_form: true });
    expect([shown.status, await statusOf(...list)]).toEqual([200, ['confirmed']]);
  });

  test('goes to the next when the first is passed over, until that address is edited', async () => {
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 2 });
    await db.updateTable('waiting_entries').set({ is_unreachable: true }).where('submission_id', '=', list[0]!.id).execute();
    await db.updateTable('event_places').set({ unreachable: 1 }).execute();
    await remove(event, placed[0]!);
    expect(await statusOf(...list)).toEqual(['waiting', 'confirmed']);
    await remove(event, list[1]!);
    expect(await readPlaces()).toMatchObject([{ taken: 0, waiting: 1, unreachable: 1 }]);
    await call(event, list[0]!, 'edit', { first_name: 'Adele' });
    expect(await statusOf(list[0]!)).toEqual(['waiting']);
    await call(event, list[0]!, 'edit', { email: 'right@example.com' });
    expect([await statusOf(list[0]!), await readPlaces()]).toMatchObject([['confirmed'], [{ taken: 1, waiting: 0, unreachable: 0 }]]);
  });

  test('goes to the list also when an upload is undone, and when staff correct an address that is passed over', async () => {
    const event = await addEvent(1, { waiting_list: 'direct' });
    const path = `/event_series/${seriesId()}/event/${event}`;
    const upload = (await server.post(`${path}/import/add`, { file_name: 'spring.csv', rows: 1 })).body.data.id;
    await server.post(`${path}/submission/add`, newSignUp({ email: 'row@example.com' }), { headers: { Batch: upload } });
    const { list } = await fill(event, { waiting: 2 });
    await db.updateTable('waiting_entries').set({ is_unreachable: true }).where('submission_id', '=', list[0]!.id).execute();
    await db.updateTable('event_places').set({ unreachable: 1 }).execute();
    expect((await server.post(`${path}/import/${upload}/undo`)).body.data.state).toBe('undone');
    expect(await statusOf(...list)).toEqual(['waiting', 'confirmed']);
    await editEvent(event, { maximum_participants: 2 });
    await server.post(`/submission/${list[0]!.id}/address/correct`, { email: 'right@example.com' });
    expect(await statusOf(...list)).toEqual(['confirmed', 'confirmed']);
  });

  test('WTL-12: without mail it waits for staff', async () => {
    const event = await addEvent(1, { waiting_list: 'offer' });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    const path = { kind: 'series', id: seriesId(), eventId: event, submissionId: placed[0]!.id } as const;
    await deleteSubmission({ ...writesTo({ db }), canMail: false }, ADA, path);
    expect([await statusOf(...list), await readPlaces()]).toMatchObject([['waiting'], [{ taken: 0, waiting: 1 }]]);
  });

  test('WTL-4: a newcomer does not overtake people waiting, even if a place is free', async () => {
    const event = await addEvent(1, { waiting_list: 'manual' });
    const { placed } = await fill(event, { places: 1, waiting: 1 });
    await remove(event, placed[0]!);
    await expect(submitTo([event])).rejects.toMatchObject({ code: 'invalid' });
    expect((await submitTo([], [event])).registrations).toMatchObject([{ status: 'waiting', position: 2 }]);
  });
});

describe('a raised maximum', () => {
  test('WTL-19: promotes up to the new places, in order, and says how many', async () => {
    const event = await addEvent(1, { waiting_list: 'offer' });
    const { list } = await fill(event, { places: 1, waiting: 3 });
    const { body } = await editEvent(event, { maximum_participants: 3 });
    expect(body.data).toMatchObject({ _promoted: 2, _promoted_as: 'offer' });
    expect(await statusOf(...list)).toEqual(['offered', 'offered', 'waiting']);
    const offers = db.selectFrom('registration_changes').select('submission_id').where('kind', '=', 'offered').orderBy('id');
    expect(await offers.execute()).toEqual(list.slice(0, 2).map(({ id }) => ({ submission_id: id })));
    expect((await editEvent(event, { maximum_participants: 3 })).body.data).not.toHaveProperty('_promoted');
    const soon = { maximum_participants: 9, date: inHours(2.9) };
    expect((await editEvent(event, soon)).body.data).toMatchObject({ _promoted: 1, _promoted_as: 'confirmed' });
  });
});

describe('at the same time', () => {
  test('WTL-17: two deletions promote the first two, each once', async () => {
    const event = await addEvent(2, { waiting_list: 'offer' });
    const { placed, list } = await fill(event, { places: 2, waiting: 3 });
    await Promise.all(placed.map((one) => remove(event, one)));
    expect(await statusOf(...list)).toEqual(['offered', 'offered', 'waiting']);
    expect(await whoWas('offered')).toEqual(idsOf(list.slice(0, 2)));
  });

  test('WTL-4, WTL-17: with a deletion and sign-ups on two servers the place goes to the list, whichever commits first', async () => {
    for (let run = 0; run < 15; run += 1) {
      const event = await addEvent(1, { waiting_list: 'direct' });
      const { placed, list } = await fill(event, { places: 1, waiting: 1 });
      const newcomers = [undefined, elsewhere].map((at) =>
        submit(newSignUp({ events: [event] }), undefined, at).then(
          () => 'in',
          () => 'refused',
        ),
      );
      await Promise.all([remove(event, placed[0]!), ...newcomers]);
      expect([await statusOf(...list), await Promise.all(newcomers)]).toEqual([['confirmed'], ['refused', 'refused']]);
    }
  });
});
