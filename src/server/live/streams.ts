import { Readable } from 'node:stream';
import type { z } from 'zod';
import { LIVE_COMMENT_MS, type LiveChange, type liveEventSchema, liveNoticeSchema } from '#contract/live.ts';
import { jsonIn } from '#contract/rules/text.ts';
import type { ConnectionLog, DatabaseConnection } from '#server/db/connection.ts';
import { listen, LIVE_CHANNEL } from '#server/db/notify.ts';
import { AppError } from '#server/errors.ts';
import { GatheredChanges } from './notice.ts';

interface LiveStreamsOptions {
  readonly database: Pick<DatabaseConnection, 'pool' | 'directUrl'>;
  readonly log: ConnectionLog;
  /** Streams that are served at the same time (setting LIVE_STREAMS_MAX); 0 when they are off (LIVE_UPDATES). */
  readonly max: number;
  /** How often the readers get a comment and are checked. */
  readonly commentMs?: number;
  /** At most one message in this time to each stream. */
  readonly pauseMs?: number | undefined;
}

/** A reader that lets this much wait is cut off; it reads again what it shows when it is back. */
const UNREAD_MAX_BYTES = 64 * 1_024;
/** Unless the reader says otherwise: streams of one person, who may have this many tabs open in all browsers; the others read every 30 seconds what they show. */
const PER_PERSON_MAX = 20;
const MAX_TIMER_MS = 2_000_000_000;
const RETRY_AFTER_SECONDS = 60;
const COMMENT = ': still here\n\n';
/** The options of a route with a stream: compression would buffer its events, and the answer to HEAD would never end. */
export const STREAM_ROUTE = { method: 'GET', compress: false, exposeHeadRoute: false } as const;
/** The headers of a stream, which proxies should neither buffer nor compress. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-accel-buffering': 'no',
  'cache-control': 'no-store, no-transform',
};

const eventOf = (event: z.infer<typeof liveEventSchema>, data: object = {}): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A notice that cannot be read, such as one of a newer release, means that anything may have changed. */
const noticeOf = (payload: string): z.infer<typeof liveNoticeSchema> => liveNoticeSchema.safeParse(jsonIn(payload)).data ?? null;

/** What a door rereads: everything, if new sign-ups are not named. */
const idsForDoor = ({ added, ids, joined = added === 0 ? [] : null }: LiveChange): string[] | null => ids && joined && [...ids, ...joined];

/** Presence (`here/…`) is no part of what a page has read. */
const isOfContent = ({ topic }: LiveChange): boolean => !topic.startsWith('here/');

interface Reader {
  readonly subject: string;
  readonly max?: number;
  /** The one topic that it is notified of, without who changed it; absent: all. */
  readonly topic?: string;
  /** For how long it has been reading what it shows. */
  readonly openForMs: number;
  readonly lifetimeMs: number;
  /** Whether its token has been refused since, such as after a sign-out. */
  readonly isRefused: () => Promise<boolean>;
}

/** The streams of server-sent events that notify open screens of changes: those of staff of all, those of a door of its event. */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #streams = new Map<Readable, Reader>();
  readonly #changes = new GatheredChanges<string>();
  #messages = 0;
  #isResyncDue = false;
  #isListening = false;
  #changedAt = 0;
  #isClosed = false;
  #pause: NodeJS.Timeout | undefined;
  #comments: NodeJS.Timeout | undefined;
  #listening: Promise<() => Promise<void>> | undefined;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  /** For `/metrics`. */
  get figures(): { readonly streams: number; readonly messages: number } {
    return { streams: this.#streams.size, messages: this.#messages };
  }

  /** Opens a stream that says `bye` when the reader's token ends. @throws AppError `unavailable` when streams are off or there are too many */
  async open(reader: Reader): Promise<Readable> {
    this.#requireRoom(reader);
    const mayHaveMissed = (!this.#isListening && reader.openForMs > 0) || Date.now() - this.#changedAt < reader.openForMs;
    await this.#listenOnce();
    this.#requireRoom(reader); // Others may have opened theirs in the meantime, or this server may have begun to stop.
    const stream = new Readable({ read: () => undefined });
    const end = setTimeout(() => this.#end(stream), Math.min(Math.max(reader.lifetimeMs, 0), MAX_TIMER_MS));
    stream.on('close', () => {
      clearTimeout(end);
      this.#streams.delete(stream);
    });
    this.#streams.set(stream, reader);
    this.#write([stream], eventOf('hello') + (mayHaveMissed ? eventOf('resync') : ''));
    return stream;
  }

  #requireRoom({ subject, max = PER_PERSON_MAX }: Reader): void {
    const ofSubject = [...this.#streams.values()].filter((reader) => reader.subject === subject).length;
    if (!this.#isClosed && this.#streams.size < this.#options.max && ofSubject < max) return;
    throw new AppError('unavailable', 'Live updates are not available at the moment.', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Says `bye` to all streams and stops listening. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    clearInterval(this.#comments);
    for (const stream of this.#streams.keys()) this.#end(stream);
    const stop = await this.#listening?.catch(() => undefined);
    await stop?.();
  }

  /** Starts to listen with the first stream. @throws the error of the database, and then the next stream tries again */
  async #listenOnce(): Promise<void> {
    const { database, log, commentMs = LIVE_COMMENT_MS } = this.#options;
    this.#listening ??= listen({
      database,
      channel: LIVE_CHANNEL,
      log,
      onMessage: (payload) => this.#receive(payload),
      onReconnect: () => this.#receive('null'),
    });
    this.#comments ??= setInterval(() => this.#check(), commentMs).unref();
    try {
      await this.#listening;
      this.#isListening = true;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  #check(): void {
    this.#write(this.#streams.keys(), COMMENT);
    for (const [stream, { isRefused }] of this.#streams) {
      // Without an answer, as while the database is down, nobody is refused.
      void isRefused()
        .catch(() => false)
        .then((isOver) => {
          if (isOver) this.#end(stream);
        });
    }
  }

  #receive(payload: string): void {
    const notice = noticeOf(payload);
    if (notice === null) this.#isResyncDue = true;
    if (notice === null || notice.some(isOfContent)) this.#changedAt = Date.now();
    for (const change of notice ?? []) this.#changes.add(change);
    if (this.#pause === undefined) this.#notify();
  }

  #notify(): void {
    this.#pause = undefined;
    if (!this.#isResyncDue && this.#changes.isEmpty) return;
    const topics = this.#changes.take();
    if (this.#isResyncDue) this.#write(this.#streams.keys(), eventOf('resync'));
    else for (const [topic, streams] of this.#byTopic()) this.#notifyOf(topics, topic, streams);
    this.#isResyncDue = false;
    this.#pause = setTimeout(() => this.#notify(), this.#options.pauseMs ?? 1_000).unref();
  }

  /** The streams of staff, and those of each topic. */
  #byTopic(): Map<string | undefined, Readable[]> {
    const readers = Map.groupBy(this.#streams, ([, { topic }]) => topic);
    return new Map([...readers].map(([topic, each]) => [topic, each.map(([stream]) => stream)]));
  }

  #notifyOf(changes: readonly LiveChange[], topic: string | undefined, streams: readonly Readable[]): void {
    const topics =
      topic === undefined
        ? changes.map(({ joined: _joined, ...change }) => change)
        : changes
            .filter((change) => change.topic === topic)
            .map((change) => ({ topic, added: change.added, ids: idsForDoor(change), by: null, name: null }));
    if (topics.length > 0) this.#write(streams, eventOf('changed', { topics }));
  }

  #write(streams: Iterable<Readable>, text: string): void {
    const bytes = Buffer.from(text);
    for (const stream of streams) {
      this.#messages += 1;
      stream.push(bytes);
      if (stream.readableLength > UNREAD_MAX_BYTES) stream.destroy();
    }
  }

  #end(stream: Readable): void {
    if (!this.#streams.delete(stream)) return;
    stream.push(eventOf('bye'));
    stream.push(null);
  }
}
