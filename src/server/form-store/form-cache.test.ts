import { beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { openTestDatabase, rowsRead } from '#server/testing/database.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { FormCache } from './form-cache.ts';
import { bumpFormVersion } from './form-rows.ts';
import type { StoredForm } from './public-form.ts';

const { db } = await openTestDatabase();

let seriesId = '';
const newCache = () => new FormCache(db, 'Europe/London');
let store = newCache();
beforeEach(async () => {
  seriesId = await buildSeries(db, { title: 'Spring' });
  store = newCache();
});

test('DATA-16, DATA-17: a form of a series shows its visible events by date, undated last, and its fields by order', async () => {
  const undated = await buildEvent(db, seriesId, { title: 'Undated' });
  const second = await buildEvent(db, seriesId, { title: 'Second', starts_at: new Date('2055-02-01T10:00:00Z'), is_brunch: true });
  const first = await buildEvent(db, seriesId, { title: 'First', starts_at: new Date('2055-01-01T10:00:00.5Z') });
  await buildEvent(db, seriesId, { is_on_form: false });
  const menu = await buildField(
    db,
    { form_id: seriesId },
    {
      label: 'The Menu',
      type: 'select',
      options: ['A', 'B'],
      position: 1,
      is_required: true,
      is_brunch: true,
      brunch_event_id: second,
    },
  );
  const note = await buildField(db, { form_id: seriesId }, { label: 'Note', position: 0 });
  const form = await store.current({ kind: 'series', id: seriesId });
  expect(form).toMatchObject({ title: 'Spring', version: 1 });
  expect(form?.events).toMatchObject([
    { id: first, event_title: 'First', date: '2055-01-01T10:00:00.500Z', brunch_event: false },
    { id: second, event_title: 'Second', date: '2055-02-01T10:00:00.000Z', brunch_event: true },
    { id: undated, event_title: 'Undated', date: null },
  ]);
  expect(form?.fields).toMatchObject([
    { id: note, label: 'Note', name: 'note', type: 'input', required: false, brunch_event_id: null },
    { id: menu, name: 'the_menu', type: 'select', required: true, options: ['A', 'B'], brunch_event: true, brunch_event_id: second },
  ]);
});

test('a change is visible immediately, on every server', async () => {
  const other = newCache();
  const titles = async () => [await store.current({ kind: 'series', id: seriesId }), await other.current({ kind: 'series', id: seriesId })];
  await titles();
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('forms').set({ title: 'Autumn' }).execute();
    await bumpFormVersion(tx, seriesId);
  });
  expect((await titles()).map((form) => [form?.title, form?.version])).toEqual([
    ['Autumn', 2],
    ['Autumn', 2],
  ]);
});

test('the form last read is available without a query, and dropped when the form is deleted', async () => {
  const form = { kind: 'series', id: seriesId.toUpperCase() } as const;
  expect(store.recent(form)).toBeUndefined();
  const read = await store.current(form);
  expect(store.recent(form)).toBe(read);
  expect(await store.current(form)).toBe(read);
  await db.deleteFrom('forms').execute();
  expect(await store.current(form)).toBeUndefined();
  expect(store.recent(form)).toBeUndefined();
});

test('a flood of unknown ids costs few queries, and known ids among them are found', async () => {
  const asked = Array.from({ length: 400 }, (_, index) => (index % 100 === 50 ? seriesId : newId()));
  const forms = await Promise.all(asked.map((id) => store.current({ kind: 'series', id })));
  expect(forms.map((form) => form?.id)).toEqual(asked.map((id) => (id === seriesId ? id : undefined)));
});

test('PLC-36: the places of limited series are reread on each load by few shared reads, those of other series are not', async () => {
  const limitedId = await buildSeries(db);
  const otherId = await buildSeries(db);
  await buildEvent(db, seriesId);
  for (const [id, taken] of [
    [limitedId, 1],
    [otherId, 3],
  ] as const) {
    const event = await buildEvent(db, id, { closes_when_full: true, maximum_participants: 3, places_left_from: null });
    await db.updateTable('event_places').set({ taken }).where('event_id', '=', event).execute();
  }
  const read = async (id: string) => (await store.current({ kind: 'series', id }))!;
  const [unlimited, limited, other] = [await read(seriesId), await read(limitedId), await read(otherId)];
  const asked = [limited, ...Array.from({ length: 100 }, (_, index) => [limited, other, unlimited][index % 3]!)];
  const rowsFor = async (forms: readonly StoredForm[]) => {
    const { scanned, found } = await rowsRead(db, async (tx) => {
      const cache = new FormCache(tx, 'Europe/London');
      const left = (await Promise.all(forms.map((form) => cache.places(form)))).map((places) => places.map((event) => event.left));
      expect(left).toEqual(forms.map((form) => ({ [limitedId]: [2], [otherId]: [0] })[form.id] ?? []));
    });
    return scanned + found;
  };
  expect(await rowsFor([unlimited])).toBe(0);
  expect(await rowsFor(asked)).toBeLessThan(10);
  await store.places(limited);
  await db.updateTable('event_places').set({ taken: 2 }).where('form_id', '=', limitedId).execute();
  expect(await store.places(limited)).toMatchObject([{ left: 1 }]);
});
