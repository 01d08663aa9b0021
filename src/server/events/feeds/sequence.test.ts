import { expect, test } from 'vitest';
import { confirmedFiles } from '#server/messages/calendar-files.ts';
import { listSignUpDetails } from '#server/messages/sign-up-details.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { readEntry } from '#server/testing/mails/mail-files.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { buildSignUp } from '#server/testing/worker.ts';

const server = await createTestServer();
const { db } = server;
const sender = { organisationName: 'Kestrel', mailDomains: undefined, publicUrl: 'http://localhost' };

/** The sequences of the files in the confirmation of a sign-up. */
async function sequencesOf(submissionId: string) {
  const details = (await listSignUpDetails(db, [submissionId])).get(submissionId)!;
  const files = await confirmedFiles({ db, sender, timeZone: 'UTC' }, details);
  return files.map(({ content }) => readEntry(content).sequence);
}

test.each([
  ['all of it', []],
  ['one of its two events', ['Day two']],
])('ICS-3: the sequence does not fall when staff delete a registration, %s, and the address signs up again', async (_what, others) => {
  const event = { starts_at: '2050-07-12T08:30:00Z', calendar_sequence: 5 };
  const registration = await buildRegistration(db, { series: { calendar_entries: true }, event });
  const { seriesId, eventId, submissionId } = registration;
  for (const title of others) {
    const event_id = await buildEvent(db, seriesId, { title });
    await db.insertInto('registrations').values({ event_id, submission_id: submissionId, submitted_at: new Date() }).execute();
  }
  for (const kind of ['cancelled', 'restored'] as const)
    await recordChange(db, { ...registration, kind, actor: 'staff', details: { tell: false } });
  expect(await sequencesOf(submissionId)).toEqual([7]);
  const path = `/event_series/${seriesId}/event/${eventId}/submission/${submissionId}/delete`;
  expect((await server.post(path)).status).toBe(200);
  const again = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email: 'ADA@example.com', awaiting_fan_out: false });
  expect(await sequencesOf(again)).toEqual([7]);
});
