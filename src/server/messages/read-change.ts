import { sql } from 'kysely';
import type { EventChange } from '#contract/events/announcement-preview.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { changesSeenBy } from '#contract/rules/mail/mail-items.ts';
import { type Db, rowOf } from '#server/db/connection.ts';
import type { EventRow, Row } from '#server/db/tables.ts';
import { announcedDetailsAfter, listUnannounced, registeredBefore } from '#server/events/announcements.ts';
import { getEvent } from '#server/events/queries.ts';
import { senderOf } from '#server/services/sender.ts';
import { selfServiceUrl } from '#server/tokens/access-token.ts';
import type { EventPath } from '#server/wire-names.ts';
import { calendarFileName } from './calendar-files.ts';
import { aboutChangedEvent } from './change-details.ts';
import { draftKindMail, type ReadingDeps } from './mails/kind-mail.ts';
import { listSignUpDetails, nameOf } from './sign-up-details.ts';

/** The person who registered first, people with a place before the others. */
const findFirst = (db: Db, eventId: string, changedAt: string) => rowOf<Pick<Row<'registrations'>, 'submission_id' | 'status'>>(db)`
  select submission_id, status from registrations as registration
  where event_id = ${eventId} and status <> 'cancelled' and ${registeredBefore(sql`${changedAt}::timestamptz`)}
  order by status, submitted_at limit 1`;

async function asIf(db: Db, event: EventRow, isCancelled: boolean | undefined): Promise<EventRow> {
  if (isCancelled === undefined) return event;
  const columns = { cancelled_at: isCancelled ? (event.cancelled_at ?? new Date()) : null };
  return { ...event, ...columns, announced_details: await announcedDetailsAfter(db, event, columns) };
}

/** What people do not know yet about an event, with the mail as the first will get it; null if nothing. @param isCancelled as if that changed now @throws AppError `not_found` */
export async function readChange(deps: ReadingDeps, path: EventPath, isCancelled?: boolean): Promise<EventChange | null> {
  const { db, sender, timeZone, eventsServerUrl } = deps;
  const event = await asIf(db, await getEvent(db, path), isCancelled);
  const [pending] = await listUnannounced(db, [event]);
  if (pending === undefined || event.announced_details === null) return null;
  const first = await findFirst(db, event.id, event.announced_details.changed_at);
  const signUp = first === undefined ? undefined : (await listSignUpDetails(db, [first.submission_id])).get(first.submission_id);
  if (first === undefined || signUp === undefined) return null;
  const { before, now } = pending.changes;
  const values = { CHANGES: changesSeenBy(first.status, before, now, (date, end) => eventLine(date, timeZone, end)), NOTE: '' };
  const isOff = now.cancelled_at !== null;
  const shown = {
    ...signUp,
    events: signUp.events.map((each) => ({ ...each, isCancelled: each.id === event.id ? isOff : each.isCancelled })),
  };
  const about = { eventId: event.id, event: event.title, standing: first.status };
  const kindMail = { ...aboutChangedEvent(before, now), signUp: shown, ...about, values };
  const { subject, template, values: filled } = await draftKindMail(deps, kindMail, async () => selfServiceUrl(eventsServerUrl, '…'));
  const hasFile = signUp.hasCalendarEntries && first.status === 'confirmed' && [now, before].some(({ date }) => date !== null);
  return {
    ...pending,
    mail: {
      name: nameOf(signUp),
      from: senderOf(sender, signUp.settings.email_from).from.address,
      to: signUp.email,
      file: hasFile ? calendarFileName(event) : null,
      subject,
      template,
      values: filled,
    },
  };
}
