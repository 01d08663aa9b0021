import type { Db } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { FormCache } from '#server/form-store/form-cache.ts';
import { notifyNobody } from '#server/live/notice.ts';
import type { AttendeeMailDeps } from '#server/messages/mails/may-send.ts';
import type { MailClient } from '#server/services/mail.ts';
import type { AttemptContext } from '#server/steps/run-steps.ts';

/** The settings of an organisation without anything else. */
const LETTERHEAD = { name: 'Engines Ltd', logo: null, privacyUrl: null, imprintUrl: null, accessibilityUrl: null, mapUrl: null };

/** The dependencies of a mail handler; undefined: this server sends no mail. */
export const mailDeps = (db: Db, mail: MailClient | undefined): AttendeeMailDeps => ({
  db,
  forms: new FormCache(db, 'UTC'),
  notify: notifyNobody,
  canMail: mail !== undefined,
  mail,
  timeZone: 'UTC',
  confirmationsPerHour: 1_000,
  sender: { organisationName: 'Engines Ltd', mailDomains: undefined, publicUrl: 'http://localhost' },
  letterhead: async () => ({ letterhead: LETTERHEAD, logo: undefined }),
  eventsServerUrl: 'http://localhost:3000',
});

/** The first attempt at a step, which is lost when this is aborted. */
export const firstAttempt = (lost = new AbortController()): AttemptContext => ({
  id: newId(),
  step: 'email',
  submissionId: null,
  changeId: null,
  personId: null,
  number: 1,
  attempts: 1,
  sinceFirstAttemptMs: 0,
  lostClaims: 0,
  wasRetriedByStaff: false,
  wasHeldBack: false,
  signal: lost.signal,
});
