import { describe, expect, test } from 'vitest';
import { mailKind } from '#contract/registrations/registration-changes.ts';
import { DEFAULT_MAILS } from '#contract/texts/mails.ts';
import { newId } from '#server/db/new-id.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer();
const { db } = server;

const path = (seriesId: string) => `/event_series/${seriesId}/mails`;
const OWN = { kind: 'offer', subject: 'Your seat is ready: %EVENT%', template: 'Dear %FNAME%,\n\nhurry: %LINK%' };

describe('the mails of a series besides the confirmation', () => {
  test('SLF-34: each kind has the default text until the series has its own', async () => {
    const id = await buildSeries(db);
    const defaults = mailKind.options.map((kind) => ({ kind, ...DEFAULT_MAILS[kind], is_own: false }));
    expect((await server.get(path(id))).body.data).toEqual({ mails: defaults });
    const mails = defaults.map((mail) => (mail.kind === 'offer' ? { ...OWN, is_own: true } : mail));
    expect((await server.post(path(id), OWN)).body.data).toEqual({ mails });
    expect((await server.get(path(await buildSeries(db)))).body.data).toEqual({ mails: defaults });
  });

  test.each([
    ['nothing', { subject: null, template: ' ' }],
    ['the default text', DEFAULT_MAILS.offer],
  ])('SLF-34: %s in place of an own text is the default again', async (_what, text) => {
    const id = await buildSeries(db);
    await server.post(path(id), OWN);
    await server.post(path(id), { kind: 'offer', ...text });
    expect(await db.selectFrom('series_mails').selectAll().execute()).toEqual([]);
  });

  test.each([
    ['subject', { subject: '', template: 'Text' }],
    ['template', { subject: 'Line', template: null }],
    ['kind', { kind: 'newsletter', subject: 'Line', template: 'Text' }],
    ['template', { subject: 'Line', template: 'x'.repeat(1_000_000) }],
  ])('SLF-34: a mistake is named at %s, and nothing is stored', async (field, values) => {
    const id = await buildSeries(db);
    const answer = await server.post(path(id), { ...OWN, ...values });
    expect([answer.status, answer.body.errors.map(({ path: at }: { path: string }) => at)]).toEqual([422, [field]]);
    expect(await db.selectFrom('series_mails').selectAll().execute()).toEqual([]);
  });

  test('SLF-34: of an unknown series there are none, and visitors may not read them', async () => {
    expect((await server.get(path(newId()))).status).toBe(404);
    expect((await server.post(path(newId()), OWN)).status).toBe(404);
    expect((await server.get(path(await buildSeries(db)), { as: 'visitor' })).status).toBe(401);
  });
});
