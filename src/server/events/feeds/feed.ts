import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { signUps } from '#contract/texts/calendar.ts';
import { placesLine } from '#contract/texts/places.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/connection.ts';
import { staffEventPath } from '#server/form-store/form-address.ts';
import { digestOfToken } from '#server/tokens/access-token.ts';
import { entryOf, feedEntry, feedFile } from '../calendar/calendar-entry.ts';
import { noteReading } from './commands.ts';
import { digestFeedEvents, type FeedEvent, findFeed, listFeedEvents } from './queries.ts';

type FeedSettings = Pick<Config, 'publicUrl' | 'timeZone' | 'allowedEmailDomains' | 'organisation'>;

/** A file of 2,000 events has a megabyte. */
const FILES_MAX = 8;
/** To write one takes 20 to 40 microseconds, and few change from one reading to the next. */
const ENTRIES_MAX = 10_000;

interface FeedFile {
  readonly etag: string;
  readonly text: string;
}

function registrationsOf({ confirmed, capacity, waiting }: FeedEvent): string {
  if (capacity === null) return signUps(confirmed);
  return placesLine(confirmed, capacity, { offered: 0, waiting: waiting ?? 0 });
}

function entryInFeed(event: FeedEvent, { publicUrl, timeZone }: FeedSettings): string {
  const page = `${publicUrl}${staffEventPath(event)}`;
  const isCancelled = event.cancelledAt !== null;
  const shown = isCancelled ? `Cancelled: ${event.title}` : event.title;
  const title = event.isOnForm ? shown : `${shown} (not on the form)`;
  return feedEntry(entryOf({ ...event, title }, { lines: [registrationsOf(event), page], url: page, timeZone }), isCancelled);
}

/** Reads feeds by their tokens. A file is kept for others who read the same one. */
export class FeedReader {
  readonly #db: Db;
  readonly #settings: FeedSettings;
  /** By digest. */
  readonly #files = new LRUCache<string, string>({ max: FILES_MAX });
  /** By event and revision. */
  readonly #entries = new LRUCache<string, string>({ max: ENTRIES_MAX });

  constructor(db: Db, settings: FeedSettings) {
    this.#db = db;
    this.#settings = settings;
  }

  /** The feed of a token: its digest, and what writes it; undefined when there is none, or it has ended. */
  async find(token: string): Promise<{ readonly etag: string; readonly write: () => Promise<FeedFile> } | undefined> {
    const digest = digestOfToken(token);
    const feed = digest && (await findFeed(this.#db, digest));
    const domain = feed?.ownerEmail.split('@').at(-1) ?? '';
    if (feed === undefined || !this.#settings.allowedEmailDomains.includes(domain)) return undefined;
    const { seriesId, seriesTitle } = feed;
    if (!feed.wasReadToday) await noteReading(this.#db, feed.id);
    const name = seriesTitle ?? this.#settings.organisation.name;
    const etag = this.#etagOf(name, seriesId, await digestFeedEvents(this.#db, seriesId));
    return {
      etag,
      write: async () => {
        const kept = this.#files.get(etag);
        return kept === undefined ? this.#write(name, seriesId) : { etag, text: kept };
      },
    };
  }

  #etagOf(name: string, seriesId: string | null, digest: string): string {
    return `W/"${hash('sha256', JSON.stringify([name, seriesId, this.#settings, digest]), 'base64url')}"`;
  }

  /** With the digest of what it was written from, which may have changed in the meantime. */
  async #write(name: string, seriesId: string | null): Promise<FeedFile> {
    const { events, digest } = await listFeedEvents(this.#db, seriesId);
    const etag = this.#etagOf(name, seriesId, digest);
    const entries = events.map((event) => this.#entryOf(event));
    const text = feedFile(name, entries);
    this.#files.set(etag, text);
    return { etag, text };
  }

  #entryOf(event: FeedEvent): string {
    const key = `${event.id} ${event.revision}`;
    const entry = this.#entries.get(key) ?? entryInFeed(event, this.#settings);
    this.#entries.set(key, entry);
    return entry;
  }
}
