import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { counted } from '#contract/texts/counts.ts';
import { placesLine } from '#contract/texts/places.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { staffEventPath } from '#server/form-store/form-address.ts';
import { digestOfToken } from '#server/tokens/access-token.ts';
import { entryOf, feedEntry, feedFile } from '../calendar.ts';
import { noteReading } from './commands.ts';
import { digestFeedEvents, type FeedEvent, findFeed, listFeedEvents } from './queries.ts';

type FeedSettings = Pick<Config, 'publicUrl' | 'timeZone' | 'allowedEmailDomains' | 'organisation'>;

/** A file of 2,000 events has a megabyte. */
const FILES_MAX = 8;
/** Writing one takes 20 to 40 microseconds, and few change between two reads. */
const ENTRIES_MAX = 10_000;

const registrationsOf = ({ confirmed, capacity, waiting }: FeedEvent): string =>
  capacity === null ? counted(confirmed, 'sign-up') : placesLine(confirmed, capacity, { offered: 0, waiting: waiting ?? 0 });

function entryInFeed(event: FeedEvent, { publicUrl, timeZone }: FeedSettings): string {
  const page = `${publicUrl}${staffEventPath(event)}`;
  const isCancelled = event.cancelledAt !== null;
  const shown = isCancelled ? `Cancelled: ${event.title}` : event.title;
  const title = event.isOnForm ? shown : `${shown} (not on the form)`;
  return feedEntry(entryOf({ ...event, title }, { lines: [registrationsOf(event), page], url: page, timeZone }), isCancelled);
}

/** Reads feeds by their tokens. A file is kept for others who read the same feed. */
export function feedReader(db: Db, settings: FeedSettings) {
  const filesByDigest = new LRUCache<string, string>({ max: FILES_MAX });
  const entriesByRevision = new LRUCache<string, string>({ max: ENTRIES_MAX });

  const etagOf = (name: string, seriesId: string | null, digest: string): string =>
    `W/"${hash('sha256', JSON.stringify([name, seriesId, settings, digest]), 'base64url')}"`;

  function keptEntry(event: FeedEvent): string {
    const key = `${event.id} ${event.revision}`;
    const entry = entriesByRevision.get(key) ?? entryInFeed(event, settings);
    entriesByRevision.set(key, entry);
    return entry;
  }

  /** With the digest of its data, which may have changed in the meantime. */
  async function write(name: string, seriesId: string | null) {
    const { events, digest } = await listFeedEvents(db, seriesId);
    const etag = etagOf(name, seriesId, digest);
    const text = feedFile(name, events.map(keptEntry));
    filesByDigest.set(etag, text);
    return { etag, text };
  }

  /** The feed of a token: its digest, and a function that writes it; undefined if there is none, or it has ended. */
  return async (token: string) => {
    const ownDigest = digestOfToken(token);
    const feed = ownDigest && (await findFeed(db, ownDigest));
    const domain = feed?.ownerEmail.split('@').at(-1) ?? '';
    if (feed === undefined || !settings.allowedEmailDomains.includes(domain)) return undefined;
    const { seriesId, seriesTitle } = feed;
    if (!feed.wasReadToday) await noteReading(db, feed.id);
    const name = seriesTitle ?? settings.organisation.name;
    const etag = etagOf(name, seriesId, await digestFeedEvents(db, seriesId));
    return {
      etag,
      write: async () => {
        const text = filesByDigest.get(etag);
        return text === undefined ? write(name, seriesId) : { etag, text };
      },
    };
  };
}
