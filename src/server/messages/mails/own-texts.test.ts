import { expect, test } from 'vitest';
import { lastMail } from '#server/testing/mails/last-mail.ts';
import { type BuiltRegistration, buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest } from '#server/testing/worker.ts';

const { server, db, world } = await createServerWithWorker();

const { lastSubject, lastText } = lastMail(world.smtp);

async function send(registration: BuiltRegistration, details: object): Promise<void> {
  await recordChange(db, { ...registration, kind: 'told', actor: 'staff', details });
  await atRest(db);
}

test('SLF-34: a series may have its own subject and text, also in HTML', async () => {
  const registration = await buildRegistration(db, { status: 'waiting' });
  const own = {
    subject: '%FNAME%, please wait',
    template: '<p>Position: %WAITING%</p>\n<p><a href="%LINK%">Leave</a> %OTHER%</p>',
  };
  const path = `/event_series/${registration.seriesId}/mails`;
  expect((await server.post(path, { kind: 'waiting', ...own })).status).toBe(200);
  await send(registration, { mail: 'waiting', note: 'Soon' });
  const position = 'Position: Fire safety – Tuesday 12 January 2055, 09:30 GMT – position 1';
  expect([lastSubject(), lastText()]).toEqual(['Ada, please wait', `${position}\n\nLeave ({link}) %OTHER%`]);
  await server.post(path, { kind: 'waiting', subject: null, template: null });
  await send(registration, { mail: 'waiting' });
  expect(lastSubject()).toBe("You're on the waiting list: Fire safety");
});

test('SLF-30: placeholders of other kinds stay as typed', async () => {
  const registration = await buildRegistration(db);
  const own = { kind: 'place', subject: 'Yours until %OFFER_ENDS%', template: '%NOTE%\n%CHANGES%\n%EVENT%' };
  await server.post(`/event_series/${registration.seriesId}/mails`, own);
  await send(registration, { mail: 'place', note: 'Soon', changes: [{ label: 'Date', before: 'Monday', now: 'Tuesday' }] });
  expect([lastSubject(), lastText()]).toEqual(['Yours until %OFFER_ENDS%', '%NOTE%\n%CHANGES%\nFire safety']);
});
