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
  'PLC-58: if people have self-service pages, the mail about a repeat links to that of the earlier sign-up, and the address stays: %s',
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
    expect(await findByToken(db, token)).toMatchObject({ submissionId: first.id });
    const links = await db.selectFrom('registration_tokens').select('submission_id').where('submission_id', '=', again.id).execute();
    expect(links).toEqual([]);
  },
);

test('SLF-30: a mail about a repeat names the changed fields but never typed values, also in its greeting', async () => {
  await runWorker(server, world.settings);
  await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy: 'update', self_service: true });
  const event = await addEvent(null, { close_when_full: false });
  await submitTo([event]);
  await atRest(db);
  await submitTo([event], [], {
    first_name: 'Claim your refund on evil.ru',
    last_name: 'Win。example',
    organisation: 'www.win.example',
    job_title: 'x',
  });
  await atRest(db);
  const mail = smtp.mails.find(({ parsed }) => parsed.subject === 'Your registration has changed: Spring training')?.parsed;
  const text = `${mail?.text ?? ''} ${mail?.html ?? ''}`;
  for (const label of ['First name', 'Last name', 'Job title', 'Organisation']) expect(mail?.text).toContain(`${label} was changed`);
  expect(mail?.text).toContain('Hello Ada,');
  expect(text).not.toMatch(/\bwin\b|refund|Countess/i);
});
