import { expect, test } from 'vitest';
import type { SignedUp } from '#contract/sign-up.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { atRest, makeDue, stepsOf, takeMails } from '#server/testing/worker.ts';

const { server, db, smtp } = await createServerWithWorker();
const series = limitedSeries(server);
const { addEvent, editEvent, submitTo, readPlaces, seriesId } = series;
const { fill, call, readList, expectCounted } = waitingList(server, series);

const OFFER = 'A place has opened up: Fire safety';

const readMails = (): Promise<string[]> => takeMails(db, smtp);

interface Scene {
  readonly event: string;
  readonly placed: readonly SignedUp[];
  readonly list: readonly SignedUp[];
}

/** Two have places, and three wait for a timed offer; all have their mail. */
async function buildScene(): Promise<Scene> {
  const event = await addEvent(2, { waiting_list: 'offer' });
  const people = await fill(event, { places: 2, waiting: 3 });
  const subject = "You're on the waiting list: Fire safety";
  expect(await readMails()).toEqual([`w0: ${subject}`, `w1: ${subject}`, `w2: ${subject}`]);
  return { event, ...people };
}

interface Expected {
  /** The people waiting, in order. */
  readonly list: readonly string[];
  readonly places: { readonly capacity?: number; readonly taken: number; readonly waiting: number };
  readonly mails?: readonly string[];
}

async function expectScene({ event }: Scene, { list, places, mails = [] }: Expected): Promise<void> {
  expect(await readMails()).toEqual(mails);
  expect([await readList(event), await readPlaces()]).toMatchObject([list, [places]]);
  await expectCounted();
}

const remove = async ({ event }: Scene, who: SignedUp | undefined) =>
  expect((await call(event, who ?? { id: '' }, 'delete')).status).toBe(200);
const edit = async ({ event }: Scene, values: Record<string, unknown>, status = 200) =>
  expect((await editEvent(event, values)).status).toBe(status);

test('WTL-20, WTL-8: the list of a hidden event stays and nobody is notified; when it is shown again, the free place is offered', async () => {
  const scene = await buildScene();
  await edit(scene, { show_on_form: false });
  await remove(scene, scene.placed[0]);
  await expect(submitTo([], [scene.event])).rejects.toMatchObject({ code: 'invalid' });
  await expectScene(scene, { list: ['w0', 'w1', 'w2'], places: { taken: 1, waiting: 3 } });
  await edit(scene, { show_on_form: true });
  await expectScene(scene, { list: ['w1', 'w2'], places: { taken: 2, waiting: 2 }, mails: [`w0: ${OFFER}`] });
});

test('WTL-31: a cancellation by someone who saw another status is refused', async () => {
  const { event, placed, list } = await buildScene();
  const cancel = async (who: SignedUp | undefined, was?: string) => (await call(event, who ?? { id: '' }, 'cancel', { was })).status;
  expect([await cancel(placed[0], 'waiting'), await cancel(list[1], 'offered'), await cancel(placed[1], 'offered')]).toEqual([
    409, 409, 409,
  ]);
  expect(await readPlaces()).toMatchObject([{ taken: 2, waiting: 3 }]);
  expect([await cancel(placed[0], 'confirmed'), await cancel(placed[0], 'waiting'), await cancel(list[1])]).toEqual([200, 200, 200]);
});

test('PLC-11: after the maximum is lowered nobody is offered a place until enough people have left', async () => {
  const scene = await buildScene();
  await edit(scene, { maximum_participants: 1 });
  await expectScene(scene, { list: ['w0', 'w1', 'w2'], places: { capacity: 1, taken: 2, waiting: 3 } });
  await remove(scene, scene.placed[0]);
  await expectScene(scene, { list: ['w0', 'w1', 'w2'], places: { taken: 1, waiting: 3 } });
  await remove(scene, scene.placed[1]);
  await expectScene(scene, { list: ['w1', 'w2'], places: { taken: 1, waiting: 2 }, mails: [`w0: ${OFFER}`] });
});

test('PLC-10, WTL-1: the limit cannot be switched off while people wait; the list can, and keeps them', async () => {
  const scene = await buildScene();
  await edit(scene, { close_when_full: false }, 409);
  await edit(scene, { maximum_participants: null }, 409);
  await edit(scene, { waiting_list: 'off' });
  await remove(scene, scene.placed[0]);
  await expect(submitTo([], [scene.event])).rejects.toMatchObject({ code: 'invalid' });
  await expectScene(scene, { list: ['w0', 'w1', 'w2'], places: { taken: 1, waiting: 3 } });
  expect((await call(scene.event, scene.list[0] ?? { id: '' }, 'promote', { as: 'offer' })).status).toBe(200);
  await expectScene(scene, { list: ['w1', 'w2'], places: { taken: 2, waiting: 2 }, mails: [`w0: ${OFFER}`] });
});

test('WTL-21: deleting an event deletes its list and its counters, and an offer whose mail has not been sent', async () => {
  const scene = await buildScene();
  smtp.behaviours.set({ kind: 'status', status: 451 });
  await remove(scene, scene.placed[0]);
  await atRest(db);
  const [offer] = await stepsOf(db, scene.list[0]?.id).then((steps) => steps.filter(({ state }) => state === 'waiting'));
  expect(offer).toMatchObject({ step: 'email', attempts: 1 });
  smtp.behaviours.set({ kind: 'work' });
  expect((await server.post(`/event_series/${seriesId()}/event/${scene.event}/delete`)).status).toBe(200);
  await makeDue(db);
  expect(await readMails()).toEqual([]);
  expect([await readPlaces(), await db.selectFrom('waiting_entries').selectAll().execute()]).toEqual([[], []]);
});

test('WTL-23: a corrected address keeps its position, and the offer goes there', async () => {
  const scene = await buildScene();
  expect((await call(scene.event, scene.list[0] ?? { id: '' }, 'edit', { email: 'right@example.com' })).status).toBe(200);
  await expectScene(scene, { list: ['right', 'w1', 'w2'], places: { taken: 2, waiting: 3 } });
  await remove(scene, scene.placed[0]);
  await expectScene(scene, { list: ['w1', 'w2'], places: { taken: 2, waiting: 2 }, mails: [`right: ${OFFER}`] });
});

test('WTL-23, WTL-8: deleting a waiting person removes the entry from the list, and a deleted place or offer goes to the next', async () => {
  const scene = await buildScene();
  await remove(scene, scene.list[1]);
  await expectScene(scene, { list: ['w0', 'w2'], places: { taken: 2, waiting: 2 } });
  await remove(scene, scene.placed[1]);
  await expectScene(scene, { list: ['w2'], places: { taken: 2, waiting: 1 }, mails: [`w0: ${OFFER}`] });
  await remove(scene, scene.list[0]);
  await expectScene(scene, { list: [], places: { taken: 2, waiting: 0 }, mails: [`w2: ${OFFER}`] });
});
