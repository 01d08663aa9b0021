import { sql } from 'kysely';
import type { EventChange } from '#contract/events/announcement-calls.ts';
import { changesSeenBy } from '#contract/rules/event-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import type { Db } from '#server/db/connection.ts';
import { type EventPath, getEvent, withUnannounced } from '#server/events/queries.ts';
import { ownPageUrl } from '#server/form-store/form-address.ts';
import { registeredBefore } from '#server/registrations/announcements.ts';
import { senderOf } from '#server/services/sender.ts';
import { confirmedFiles } from './calendar-files.ts';
import { type AttendeeMailDeps, draftKindMail } from './mails/kind-mail.ts';
import { listSignUpDetails } from './sign-up-details.ts';

type ChangeDeps = Pick<AttendeeMailDeps, 'db' | 'sender' | 'timeZone' | 'pagesUrl'>;

/** The one who registered first, those with a place before the others. */
async function findFirst(db: Db, eventId: string, changedAt: string) {
  return db
    .selectFrom('registrations as registration')
    .select(['submission_id', 'status'])
    .where('event_id', '=', eventId)
    .where('status', '<>', 'cancelled')
    .where(registeredBefore(sql`${changedAt}::timestamptz`))
    .orderBy('status')
    .orderBy('submitted_at')
    .limit(1)
    .executeTakeFirst();
}

/** What people do not know yet of an event, with the mail as the first of them gets it; null when there is nothing to tell. @throws AppError `not_found` */
export async function readChange(deps: ChangeDeps, path: EventPath): Promise<EventChange | null> {
  const { db, sender, timeZone, pagesUrl } = deps;
  const event = await getEvent(db, path);
  const [{ _unannounced: pending } = {}] = await withUnannounced(db, [event]);
  if (pending === undefined || event.announced_details === null) return null;
  const first = await findFirst(db, event.id, event.announced_details.changed_at);
  const signUp = first === undefined ? undefined : (await listSignUpDetails(db, [first.submission_id])).get(first.submission_id);
  if (first === undefined || signUp === undefined) return null;
  const { before, now } = pending.changes;
  const changes = changesSeenBy(first.status, before, now, (date, end) => eventLine(date, timeZone, end));
  const values = { CHANGES: changes, NOTE: '' };
  const kindMail = { kind: 'event_changed', signUp, standing: first.status, eventId: event.id, event: event.title, values } as const;
  const { subject, template, values: filled } = await draftKindMail(deps, kindMail, async () => ownPageUrl(pagesUrl, '…'));
  const [file] = await confirmedFiles(deps, signUp, [event.id]);
  return {
    ...pending,
    mail: {
      name: `${signUp.firstName} ${signUp.lastName}`.trim(),
      from: senderOf(sender, signUp.settings.email_from).from.address,
      to: signUp.email,
      file: file?.name ?? null,
      subject,
      template,
      values: filled,
    },
  };
}
