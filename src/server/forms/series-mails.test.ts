import { describe, expect, test } from 'vitest';
import { mailKind } from '#contract/registrations/mail-kind.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

const path = (seriesId: string) => `/event_series/${seriesId}/mails`;
const OWN = { kind: 'offer', subject: 'Your seat is ready: %EVENT%', template: 'Dear %FNAME%,\n\nhurry: %LINK%' };
const edit = (seriesId: string, body: object, version?: number) =>
  server.post(path(seriesId), body, version === undefined ? {} : { headers: { 'if-match': `"${version}"` } });
const storedMails = async () => db.selectFrom('form_mails').selectAll().execute();

describe('the mails of a series other than the confirmation', () => {
  test('SLF-34: each kind has the default text until the series has its own', async () => {
    const id = await buildSeries(db);
    const defaults = mailKind.options.map((kind) => ({ kind, ...DEFAULT_MAILS[kind], is_own: false }));
    const read = { id, mails: defaults, self_service: false, has_waiting_list: false, version: 1 };
    expect((await server.get(path(id))).body.data).toEqual(read);
    const mails = defaults.map((mail) => (mail.kind === 'offer' ? { ...OWN, is_own: true } : mail));
    expect((await edit(id, OWN)).body.data).toEqual({ ...read, mails, version: 2 });
    const other = await buildSeries(db);
    expect((await server.get(path(other))).body.data).toEqual({ ...read, id: other });
  });

  test('SLF-31: whether there are self-service pages or a waiting list is read with them', async () => {
    const id = await buildSeries(db, { self_service: true });
    expect((await server.get(path(id))).body.data).toMatchObject({ self_service: true, has_waiting_list: false });
    await buildEvent(db, id, { closes_when_full: true, maximum_participants: 3, waiting_list: 'offer' });
    expect((await server.get(path(id))).body.data).toMatchObject({ self_service: true, has_waiting_list: true });
  });

  test.each([
    ['nothing', { subject: null, template: ' ' }],
    ['the default text', DEFAULT_MAILS.offer],
  ])('SLF-34: %s instead of an own text is the default again', async (_what, text) => {
    const id = await buildSeries(db);
    await edit(id, OWN);
    expect((await edit(id, { kind: 'offer', ...text })).body.data.mails[1]).toEqual({
      kind: 'offer',
      ...DEFAULT_MAILS.offer,
      is_own: false,
    });
    expect(await storedMails()).toEqual([]);
  });

  test('SLF-34: fields that are not sent are unchanged', async () => {
    const id = await buildSeries(db);
    await edit(id, { kind: 'offer', subject: ' Quick! ' });
    await edit(id, { kind: 'offer', template: 'Hurry' });
    expect(await storedMails()).toEqual([{ form_id: id, kind: 'offer', subject: 'Quick!', template: 'Hurry' }]);
  });

  test.each([
    ['subject', { subject: '', template: 'Text' }],
    ['subject', { subject: ' ', template: undefined }],
    ['template', { subject: 'Line', template: null }],
    ['kind', { kind: 'newsletter', subject: 'Line', template: 'Text' }],
    ['template', { subject: 'Line', template: 'x'.repeat(1_000_000) }],
  ])('SLF-34: a mistake is named at %s, and nothing is stored', async (field, values) => {
    const id = await buildSeries(db);
    const answer = await edit(id, { ...OWN, ...values });
    expect([answer.status, answer.body.errors.map(({ path: at }: { path: string }) => at)]).toEqual([422, [field]]);
    expect(await storedMails()).toEqual([]);
  });

  test('SLF-34, D16: an edit of an older version is refused only if the text has changed since', async () => {
    const id = await buildSeries(db);
    await edit(id, OWN, 1);
    const conflict = await edit(id, { kind: 'offer', subject: 'Mine', template: OWN.template }, 1);
    expect([conflict.status, conflict.body.current]).toEqual([409, { subject: OWN.subject }]);
    expect((await edit(id, { kind: 'offer', template: OWN.template }, 1)).status).toBe(200);
    expect((await edit(id, { kind: 'link', subject: 'Mine' }, 1)).status).toBe(200);
    expect((await server.post(`/event_series/${id}/edit`, { title: 'Mine' }, { headers: { 'if-match': '"1"' } })).status).toBe(200);
    expect((await edit(id, { kind: 'offer', subject: 'Mine' }, 2)).status).toBe(200);
  });

  test('SLF-34, D16: resetting a mail to its default is a change too', async () => {
    const id = await buildSeries(db);
    await edit(id, OWN);
    await edit(id, { kind: 'offer', subject: null, template: null });
    expect((await edit(id, { kind: 'offer', template: 'Mine' }, 2)).body.current).toEqual({ template: DEFAULT_MAILS.offer.template });
    expect(await storedMails()).toEqual([]);
  });

  test('SLF-34, CPY-1: a copy of the series has them', async () => {
    const id = await buildSeries(db);
    await edit(id, OWN);
    const copy = (await server.post(`/event_series/${id}/copy`, { title: 'Copy', events: 'none' })).body.data;
    const { mails } = (await server.get(path(id))).body.data;
    expect((await server.get(path(copy.id))).body.data).toMatchObject({ mails, version: 1 });
  });

  test('SLF-34: an unknown series has none, and visitors may not read them', async () => {
    expect((await server.get(path(newId()))).status).toBe(404);
    expect((await edit(newId(), OWN)).status).toBe(404);
    expect((await server.get(path(await buildSeries(db)), { as: 'visitor' })).status).toBe(401);
  });
});
