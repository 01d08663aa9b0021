import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

const newForm = async () => {
  const seriesId = await buildSeries(db);
  return { seriesId, eventId: await buildEvent(db, seriesId) };
};
type Form = Awaited<ReturnType<typeof newForm>>;

async function submit({ seriesId, eventId }: Form): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const { status } = await server.post(`/event_series/${seriesId}/submit`, newSignUp({ events: [eventId] }), { as: 'visitor' });
  return { status, ms: performance.now() - startedAt };
}

/** Locks these series like a slow staff command. */
async function whileLocked<T>(forms: readonly Form[], work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const ids = forms.map(({ seriesId }) => seriesId);
    await tx.selectFrom('forms').select('id').where('id', 'in', ids).forUpdate().execute();
    return work();
  });
}

test('REL-3: while one series is locked, visitors of another are served as usual', async () => {
  const [locked, other] = [await newForm(), await newForm()];
  await Promise.all([submit(locked), submit(other)]);
  const waiting: Promise<{ status: number }>[] = [];
  const answers = await whileLocked([locked], async () => {
    const served: Awaited<ReturnType<typeof submit>>[] = [];
    for (let visits = 0; visits < 30; visits += 1) {
      waiting.push(submit(locked));
      served.push(await submit(other));
    }
    return served;
  });
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
});

test('REL-3: many locked series leave connections for reading', async () => {
  const forms = await Promise.all(Array.from({ length: 12 }, newForm));
  const free = await newForm();
  await Promise.all([...forms, free].map(submit));
  const { waiting, ms } = await whileLocked(forms, async () => {
    const all = Promise.all(forms.map(submit));
    await sleep(100);
    const startedAt = performance.now();
    expect((await server.get(`/event_series/${free.seriesId}`, { as: 'visitor' })).status).toBe(200);
    return { waiting: all, ms: performance.now() - startedAt };
  });
  expect(ms).toBeLessThan(3_000);
  expect((await waiting).map(({ status }) => status)).toEqual(forms.map(() => 200));
});
