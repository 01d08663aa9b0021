import { expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { tokensIn } from '#server/testing/mails/last-mail.ts';
import { createTestServer } from '#server/testing/server.ts';
import { atRest, runWorker, startWorld } from '#server/testing/worker.ts';
import { findByToken } from '../links.ts';

const world = await startWorld();
const { smtp } = world;
const server = await createTestServer();
const { db } = server;
const { addEvent, submitTo, seriesId } = limitedSeries(server);

test.each([
  ['update', 'Your registration has changed: Spring training'],
  ['refuse', "You're already registered: Spring training"],
])(
  'PLC-58: where people have own pages, the mail about a repeat links to that of the earlier sign-up, and the address stays: %s',
  async (duplicate_policy, subject) => {
    await runWorker(server, world.settings);
    const { status } = await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy, self_service: true });
    expect(status).toBe(200);
    const event = await addEvent(null, { close_when_full: false });
    const first = await submitTo([event]);
    await atRest(db);
    const again = await submitTo([event], [], { organisation: 'Mills & Co', email: 'ADA@example.com' });
    await atRest(db);
    const mail = smtp.mails.find(({ parsed }) => parsed.subject === subject);
    expect(mail?.recipients).toEqual(['ada@example.com']);
    const [token = ''] = tokensIn(mail?.parsed.text);
    expect(await findByToken(db, token)).toBe(first.id);
    const links = await db.selectFrom('registration_tokens').select('submission_id').where('submission_id', '=', again.id).execute();
    expect(links).toEqual([]);
  },
);

test('SLF-30: what an unconfirmed visitor typed is never a link in the mail about it', async () => {
  await runWorker(server, world.settings);
  await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy: 'update', self_service: true });
  const event = await addEvent(null, { close_when_full: false });
  await submitTo([event]);
  await atRest(db);
  for (const [organisation, job_title] of [
    ['Engines', 'Win at https://evil.example/a'],
    ['Invoice: www.evil.example', 'Countess'],
  ]) {
    await submitTo([event], [], { organisation, job_title });
    await atRest(db);
  }
  const updated = smtp.mails.filter(({ parsed }) => parsed.subject === 'Your registration has changed: Spring training');
  const [first, second] = updated.map(({ parsed }) => `${parsed.text} ${parsed.html ?? ''}`);
  expect(first).toContain('Job title was changed');
  expect(first).toContain('Organisation: Engines (was ');
  expect(second).toContain('Organisation was changed');
  expect(`${first} ${second}`).not.toContain('evil');
});
