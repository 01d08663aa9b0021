import { expect, test } from 'vitest';
import { Skipped } from '#server/steps/run-steps.ts';
import { firstAttempt, mailDeps } from '#server/testing/mails/mail-attempts.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { listChanges } from '../change-details.ts';
import { mailChange } from '../handlers/change-email.ts';
import { mailSignUp } from '../handlers/email.ts';
import { listSignUpDetails } from '../sign-up-details.ts';

const { db } = await createTestServer();

const deps = mailDeps(db, undefined);
const context = firstAttempt();
const MAILED = { email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello' };

async function mailOf(status: 'waiting' | 'confirmed', series = {}): Promise<unknown> {
  const registration = await buildRegistration(db, { status, series });
  const signUp = (await listSignUpDetails(db, [registration.submissionId])).get(registration.submissionId)!;
  if (status === 'waiting') return mailSignUp(deps, signUp, context);
  const id = await recordChange(db, { ...registration, kind: 'promoted', actor: 'staff' });
  return mailChange(deps, { change: (await listChanges(db, [id])).get(id)!, signUp }, context);
}

test.each(['waiting', 'confirmed'] as const)(
  'SLF-33: without mail on the server, that of a person who is %s fails only where the series sends mails',
  async (status) => {
    await expect(mailOf(status)).rejects.toEqual(new Skipped('email is not set up'));
    await expect(mailOf(status, MAILED)).rejects.toThrow('Email is not set up on this server.');
  },
);
