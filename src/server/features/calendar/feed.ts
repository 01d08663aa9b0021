import { hash } from 'node:crypto';
import { NOT_ON_THE_FORM } from '#contract/texts/calendar.ts';
import { entryOf } from '#server/calendar/calendar-entry.ts';
import { feedFile } from '#server/calendar/calendar-file.ts';
import type { EntrySettings } from '#server/calendar/visitor-entry.ts';
import type { Db } from '#server/db/connection.ts';
import { staffEventPath } from '#server/forms/form-address.ts';
import { digestOfToken } from '#server/security/access-token.ts';
import { noteReading } from './commands.ts';
import { type FeedEvent, findFeed, listFeedEvents } from './queries.ts';

export interface FeedSettings extends EntrySettings {
  readonly organisationName: string;
  /** Lowercased. */
  readonly allowedEmailDomains: readonly string[];
}

interface Feed {
  readonly etag: string;
  readonly write: () => string;
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

function registrationsOf({ confirmed, capacity, waiting }: FeedEvent): string {
  if (capacity === null) return counted(confirmed, 'sign-up');
  return `${confirmed} of ${counted(capacity, 'place')}${waiting ? `, ${waiting} waiting` : ''}`;
}

function entriesOf(events: readonly FeedEvent[], { publicUrl, timeZone }: FeedSettings) {
  return events.map((event) => {
    const page = `${publicUrl}${staffEventPath(event)}`;
    const title = event.isOnForm ? event.title : `${event.title} ${NOT_ON_THE_FORM}`;
    return entryOf({ ...event, title }, { lines: [registrationsOf(event), page], url: page, timeZone });
  });
}

/** The feed of a token: its digest, and what writes it; undefined when there is none, or it has ended. */
export async function readFeed(db: Db, token: string, settings: FeedSettings): Promise<Feed | undefined> {
  const digest = digestOfToken(token);
  const feed = digest && (await findFeed(db, digest));
  const domain = feed?.ownerEmail.split('@').at(-1) ?? '';
  if (feed === undefined || !settings.allowedEmailDomains.includes(domain)) return undefined;
  if (!feed.wasReadToday) await noteReading(db, feed.id);
  const events = await listFeedEvents(db, feed.seriesId);
  const name = feed.seriesTitle ?? settings.organisationName;
  return {
    etag: `W/"${hash('sha256', JSON.stringify([name, settings, events]), 'base64url')}"`,
    write: () => feedFile(name, entriesOf(events, settings)),
  };
}
