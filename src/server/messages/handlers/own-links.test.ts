import { expect, test } from 'vitest';
import { createToken, findByToken } from '#server/registrations/links.ts';
import { smtpMail } from '#server/services/mail.ts';
import { ServiceError } from '#server/services/service-error.ts';
import { tokensIn } from '#server/testing/mails/last-mail.ts';
import { firstAttempt, mailDeps } from '#server/testing/mails/mail-attempts.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { startWorld } from '#server/testing/worker.ts';
import { listSignUpDetails } from '../sign-up-details.ts';
import { mailSignUp } from './email.ts';

const server = await createTestServer();
const { db } = server;
const { smtp } = await startWorld();

const mail = smtpMail({ smtpUrl: smtp.url });
const deps = mailDeps(db, mail);
const context = firstAttempt();

/** The confirmation of a new attendee with a self-service page, which is sent by each call. */
async function buildConfirmation() {
  const series = { self_service: true, email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello' };
  const registration = await buildRegistration(db, { series });
  const signUp = (await listSignUpDetails(db, [registration.submissionId])).get(registration.submissionId)!;
  return { ...registration, send: async () => mailSignUp(deps, signUp, context) };
}

const countTokens = async () => (await db.selectFrom('registration_tokens').select('token_hash').execute()).length;

test('SLF-3: attempts at a mail that the mail server refuses do not end earlier links', async () => {
  const { submissionId, send } = await buildConfirmation();
  const earlier = await createToken(db, submissionId);
  smtp.behaviours.set({ kind: 'status', status: 451 });
  for (let count = 0; count < 25; count += 1) await expect(send()).rejects.toThrow(ServiceError);
  expect(await findByToken(db, earlier)).toMatchObject({ submissionId });
  expect(await countTokens()).toBe(1);
});

test('SLF-3: nor do attempts while no mail server can be reached; a mail whose answer was lost may have arrived, so its link works', async () => {
  const { submissionId, send } = await buildConfirmation();
  smtp.behaviours.set({ kind: 'lost' });
  await expect(send()).rejects.toMatchObject({ mayHaveSucceeded: true });
  const [token = ''] = tokensIn(smtp.mails.at(-1)?.parsed.text);
  expect(await findByToken(db, token)).toMatchObject({ submissionId });
  const away = smtpMail({ smtpUrl: 'smtp://127.0.0.1:1' });
  await expect(
    mailSignUp({ ...deps, mail: away }, (await listSignUpDetails(db, [submissionId])).get(submissionId)!, context),
  ).rejects.toMatchObject({ reason: 'unreachable', mayHaveSucceeded: false });
  expect(await countTokens()).toBe(1);
});

test('SLF-24: a mail that was waiting while its address was corrected does not go to the old one with a new link', async () => {
  const { seriesId, eventId, submissionId, send } = await buildConfirmation();
  const path = `/event_series/${seriesId}/event/${eventId}/submission/${submissionId}/edit`;
  expect(await server.post(path, { email: 'countess@example.com' })).toMatchObject({ status: 200 });
  await expect(send()).rejects.toMatchObject({ isTemporary: true, wasAttempted: false });
  expect([smtp.mails.length, await countTokens()]).toEqual([0, 0]);
});
