import { beforeEach, expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { atRest, runWorker, startWorld } from '#server/testing/worker.ts';
import { writesTo } from '#server/testing/writes.ts';
import { askForLink } from '../own/commands.ts';
import { purgeUndos } from './undo.ts';

const world = await startWorld();
const { smtp } = world;
const server = await createSignUpPageServer();
const { db } = server;
const limited = limitedSeries(server);
const { addEvent, submitTo, seriesId } = limited;
const { statusOf } = waitingList(server, limited);
const { pageOf, post, statusesOf } = selfService(server);

/** Quoted in a sentence, so without its full stop. */
const CONSENT = 'Yes, email me about events and offers';
const unlimited = () => addEvent(null, { close_when_full: false });
const submissionOf = ({ id }: { id: string }) => db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lastMail = () => smtp.mails.filter(({ recipients }) => recipients.includes('ada@example.com')).at(-1);
/** The path of a link in the last mail to Ada. */
const linkTo = (page: string): string =>
  new RegExp(`/registration/[\\w-]{22}/${page}\\b`).exec(lastMail()?.parsed.text ?? '')?.[0] ?? `no link to ${page}`;
const changeIds = async (path: string) => [...(await pageOf(path)).matchAll(/name="change"[^>]*value="([^"]+)"/g)].map(([, id = '']) => id);

async function repeat(events: string[], values: Record<string, unknown> = {}) {
  const again = await submitTo(events, [], { email: 'ADA@example.com', ...values });
  await atRest(db);
  return again;
}

async function signUp(events: string[], values: Record<string, unknown> = {}) {
  await runWorker(server, world.settings);
  await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy: 'update', ...values });
  const first = await submitTo(events);
  await atRest(db);
  return first;
}

beforeEach(() => {
  smtp.mails.length = 0;
});

test.each([
  ['a repeat that changes nothing else', {}, "You're already registered: Spring training"],
  ['one that changes more', { organisation: 'Mills & Co' }, 'Your registration has changed: Spring training'],
])(
  'SEC-27: consent ticked by a repeat only counts once it was confirmed through the mail’s link, with self-service pages off: %s',
  async (_which, values, subject) => {
    const event = await unlimited();
    const first = await signUp([event]);
    await repeat([event], { accepts_marketing: true, ...values });
    expect(lastMail()?.parsed.subject).toBe(subject);
    expect(lastMail()?.parsed.text).toContain(`Someone signed up with this email address and ticked “${CONSENT}”. Confirm:\nhttp`);
    const path = linkTo('consent');
    expect(textOf(await pageOf(path))).toContain(
      `May we email you? Someone signed up with this email address and ticked “${CONSENT}”. Confirm`,
    );
    expect((await post(path)).status).toBe(200); // As some mail scanners do.
    expect((await submissionOf(first)).accepts_marketing).toBe(false);
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await post(`${path}?confirmed=1`);
      expect([answer.status, textOf(await pageOf(answer.headers.get('location')!))]).toEqual([303, expect.stringContaining('Thank you.')]);
    }
    expect((await submissionOf(first)).accepts_marketing).toBe(true);
    await repeat([event], { accepts_marketing: true });
    expect(lastMail()?.parsed.text).not.toContain('Confirm:');
  },
);

test('SEC-27: undo restores what the repeat changed and ends what it added, names later changes, and takes no place', async () => {
  const [held, added] = [await unlimited(), await addEvent(1, { waiting_list: 'direct' })];
  const first = await signUp([held]);
  await repeat([held, added], { first_name: 'Eve', organisation: 'Mallory Ltd', accepts_marketing: true });
  const next = await submitTo([], [added], { email: 'next@example.com' });
  expect(await submissionOf(first)).toMatchObject({ first_name: 'Eve', organisation: 'Mallory Ltd' });
  const [path, consent] = [linkTo('undo'), linkTo('consent')];
  expect(lastMail()?.parsed.text).toContain("If this wasn't you, undo the change:\nhttp");
  expect(textOf(await pageOf(path))).toMatch(/Undo the change\?.*Organisation: .* → Mallory Ltd/);
  expect(await submissionOf(first)).toMatchObject({ first_name: 'Eve' });
  await server.post(`/event_series/${seriesId()}/event/${held}/submission/${first.id}/edit`, { organisation: 'Engines' });
  const answer = await post(path, { change: [...(await changeIds(path)), 'nonsense'] });
  expect([answer.status, textOf(await answer.text())]).toEqual([
    200,
    expect.stringContaining('because it has changed again since: Organisation.'),
  ]);
  expect(await submissionOf(first)).toMatchObject({ first_name: 'Ada', organisation: 'Engines', accepts_marketing: false });
  expect([(await statusesOf(first)).toSorted(), await statusOf(next)]).toEqual([['cancelled', 'confirmed'], ['confirmed']]);
  expect([await changeIds(path), textOf(await pageOf(path))]).toEqual([[], expect.stringContaining('There’s nothing to undo')]);
  expect((await post(`${consent}?confirmed=1`)).status).toBe(303);
  expect((await submissionOf(first)).accepts_marketing).toBe(false);
});

test('SEC-27: several changes are undone together, newest first, for 7 days from their mail; the stored values are deleted then, and with the sign-up', async () => {
  const event = await unlimited();
  const first = await signUp([event]);
  for (const first_name of ['Eve', 'Mallory']) await repeat([event], { first_name });
  const path = linkTo('undo');
  const ids = await changeIds(path);
  expect(ids).toHaveLength(2);
  const kept = () => db.selectFrom('repeat_undos').select(['change_id', 'ends_at']).execute();
  for (const { ends_at: end } of await kept()) expect((end.getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
  await post(path, { change: ids.slice(1) });
  expect([(await submissionOf(first)).first_name, await changeIds(path)]).toEqual(['Mallory', ids]);
  expect((await post(path, { change: ids })).status).toBe(303);
  expect([(await submissionOf(first)).first_name, await kept()]).toEqual(['Ada', []]);
  smtp.mails.length = 0;
  await db.deleteFrom('mail_reservations').execute();
  await repeat([event], { first_name: 'Eve' });
  await db
    .updateTable('repeat_undos')
    .set({ ends_at: new Date(Date.now() - 1_000) })
    .execute();
  expect(await changeIds(linkTo('undo'))).toEqual([]);
  await purgeUndos(db);
  expect(await kept()).toEqual([]);
  await repeat([event], { first_name: 'Mallory' });
  expect(await kept()).toHaveLength(1);
  await server.post(`/event_series/${seriesId()}/event/${event}/submission/${first.id}/delete`, {});
  expect(await kept()).toEqual([]);
});

test('SEC-27: if the mailbox has had its mails of the hour, a repeat changes nothing, and new events have a separate sign-up', async () => {
  const [held, added] = [await unlimited(), await unlimited()];
  const first = await signUp([held], { self_service: true });
  for (let turn = 0; turn < 3; turn += 1) {
    await askForLink(writesTo({ db }), seriesId(), 'ada@example.com');
    await atRest(db);
  }
  const again = await repeat([held, added], { first_name: 'Eve', accepts_marketing: true });
  expect(await submissionOf(first)).toMatchObject({ first_name: 'Ada', accepts_marketing: false });
  expect([await statusesOf(first), (await statusesOf(again)).toSorted()]).toEqual([['confirmed'], ['cancelled', 'confirmed']]);
  expect(await submissionOf(again)).toMatchObject({ first_name: 'Eve', accepts_marketing: true });
  await repeat([held], { first_name: 'Mallory' });
  expect([await submissionOf(first), await db.selectFrom('repeat_undos').selectAll().execute()]).toMatchObject([{ first_name: 'Ada' }, []]);
});

test('SEC-27: the links are added to a text of staff, too', async () => {
  const event = await unlimited();
  await signUp([event]);
  await server.post(`/event_series/${seriesId()}/mails`, { kind: 'updated', subject: 'Changed', template: '<p>Hello %FNAME%</p>' });
  await repeat([event], { organisation: 'Mills & Co', accepts_marketing: true });
  const html = String(lastMail()?.parsed.html);
  expect(lastMail()?.parsed.subject).toBe('Changed');
  expect([/<a href="[^"]+\/undo">/.test(html), /<a href="[^"]+\/consent">/.test(html)]).toEqual([true, true]);
});
