import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { onLiveChanges } from '#admin/live/live.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { LiveChange } from '#contract/live.ts';
import { type PageQuery, SOME_MAX, type SubmissionPage } from '#contract/submission.ts';
import { submissionCalls } from '../submission-calls.ts';
import { attendeeListCache } from '../submission-mutations.ts';
import { type attendeePagesQuery, REFETCHED_PAGES_MAX } from '../submission-queries.ts';
import { goneText, type ListNews, NO_NEWS, ownTopic, touchesOthers } from './list-news.ts';

/** Rows are read again at most this often. */
const PAUSE_MS = 2_000;
/** The same when any row may have changed, as in a rush of sign-ups. */
const LONG_PAUSE_MS = 10_000;
const LONG_PAUSE_SPREAD_MS = 5_000;

interface LiveListOptions {
  readonly queryClient: QueryClient;
  readonly scope: SubmissionScope;
  readonly queryKey: ReturnType<typeof attendeePagesQuery>['queryKey'];
  /** Which registrations of an event it lists; undefined for the confirmed ones. */
  readonly registration?: PageQuery['registration'];
  /** Whether people may come to it from other lists of the event, and leave it for them. */
  readonly hasOtherLists: boolean;
  /** Address of the person who looks at the list, whose own additions are no news. */
  readonly self: string | undefined;
  readonly onNews: (news: ListNews) => void;
}

type Pages = InfiniteData<SubmissionPage, string>;

const loadedIds = (data: Pages | undefined): ReadonlySet<string> =>
  new Set(data?.pages.flatMap(({ submissions }) => submissions.map(({ id }) => id)));

/** Keeps the loaded rows of a list current in their places, and gathers the news that would move them. */
export class LiveList {
  readonly #options: LiveListOptions;
  readonly #stops: (() => void)[];
  #news = NO_NEWS;
  /** Rows to read again, with who changed them. */
  readonly #stale = new Map<string, string | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #readAt = 0;
  #isStopped = false;

  constructor(options: LiveListOptions) {
    this.#options = options;
    const cache = options.queryClient.getQueryCache();
    const own = cache.find({ queryKey: options.queryKey });
    this.#stops = [
      onLiveChanges((changes) => (options.registration === undefined ? this.#receive(changes) : this.#receiveOfOthers(changes))),
      cache.subscribe((event) => {
        if (event.type !== 'updated' || event.query !== own || event.action.type !== 'success') return;
        const isNextPage = event.query.state.fetchMeta?.fetchMore !== undefined;
        if (event.action.manual !== true && !isNextPage) this.#forget();
      }),
    ];
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#refreshTimer);
    for (const stop of this.#stops) stop();
  }

  /** Reads the first page again, and the next ones while they are few. */
  async refresh(): Promise<void> {
    const { queryClient, queryKey } = this.#options;
    queryClient.setQueryData(queryKey, (data) =>
      data === undefined || data.pages.length <= REFETCHED_PAGES_MAX
        ? data
        : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await queryClient.invalidateQueries({ queryKey, exact: true });
  }

  #forget(): void {
    this.#stale.clear();
    this.#tell(NO_NEWS);
  }

  #tell(news: ListNews): void {
    this.#news = news;
    this.#options.onNews(news);
  }

  #receive(changes: readonly LiveChange[]): void {
    const { queryClient, queryKey, self, scope, hasOtherLists } = this.#options;
    const data = queryClient.getQueryData<Pages>(queryKey);
    if (data === undefined) return;
    const own = ownTopic(scope);
    const touching = [own, `${scope.kind}/${scope.id}`, 'attention'];
    const mayBeAny = changes.some(({ topic, ids }) => ids === null && touching.includes(topic));
    const isLong = data.pages.length > REFETCHED_PAGES_MAX;
    this.#markStale(data, changes, mayBeAny && !isLong);
    if (hasOtherLists) this.#markUnknown(changes.filter(({ topic, by }) => topic === own && by !== self));
    if (this.#stale.size > 0) this.#readSoon(mayBeAny);
    const added = changes.filter(({ topic, by }) => topic === own && by !== self).reduce((sum, change) => sum + change.added, 0);
    this.#addNews(added, mayBeAny && isLong);
    // An empty list has no rows that could move.
    if (added > 0 && data.pages[0]?.submissions_count === 0) void this.refresh();
  }

  /** In a list of those who are not confirmed, one who leaves moves all others, and one who joins is not told by name. */
  #receiveOfOthers(changes: readonly LiveChange[]): void {
    const { queryClient, queryKey, self, scope } = this.#options;
    const data = queryClient.getQueryData<Pages>(queryKey);
    if (data === undefined) return;
    const touching = changes.filter((change) => touchesOthers(change, scope, loadedIds(data)));
    if (touching.length === 0) return;
    const isOthers = touching.some(({ by }) => by !== self);
    if (data.pages.length <= REFETCHED_PAGES_MAX) this.#refreshSoon();
    else this.#addNews(0, isOthers);
  }

  #addNews(added: number, hasChanged: boolean): void {
    if (added === 0 && !hasChanged) return;
    this.#tell({ ...this.#news, added: this.#news.added + added, hasChanged: this.#news.hasChanged || hasChanged });
  }

  #markStale({ pages }: Pages, changes: readonly LiveChange[], isAny: boolean): void {
    const changedBy = new Map(changes.flatMap(({ ids, by }) => (ids ?? []).map((id) => [id, by] as const)));
    for (const { id } of pages.flatMap((page) => page.submissions)) {
      const by = changedBy.get(id);
      if (by !== undefined) this.#stale.set(id, by);
      else if (isAny && !this.#stale.has(id)) this.#stale.set(id, null);
    }
  }

  /** They may have got a place; the read of them tells. */
  #markUnknown(changes: readonly LiveChange[]): void {
    for (const { ids, by } of changes) for (const id of ids ?? []) this.#stale.set(id, by);
  }

  #readSoon(isRush: boolean): void {
    const pauseMs = isRush ? LONG_PAUSE_MS + Math.random() * LONG_PAUSE_SPREAD_MS : PAUSE_MS;
    this.#timer ??= setTimeout(() => void this.#read(isRush), Math.max(0, this.#readAt + pauseMs - Date.now()));
  }

  #refreshSoon(): void {
    this.#refreshTimer ??= setTimeout(
      () => {
        this.#refreshTimer = undefined;
        this.#readAt = Date.now();
        void this.refresh();
      },
      Math.max(0, this.#readAt + PAUSE_MS - Date.now()),
    );
  }

  async #read(isRush: boolean): Promise<void> {
    const { queryClient, queryKey, scope, hasOtherLists } = this.#options;
    const asked = new Map([...this.#stale].slice(0, SOME_MAX));
    for (const id of asked.keys()) this.#stale.delete(id);
    this.#readAt = Date.now();
    const some = await submissionCalls(scope)
      .readSome([...asked.keys()])
      .catch(() => undefined); // They are read with the list, at the latest when the window gets the focus.
    this.#timer = undefined;
    // By then another list may be shown, which has its own news.
    if (some === undefined || this.#isStopped) return;
    const lists = attendeeListCache(queryClient, scope);
    lists.update(some);
    const loaded = loadedIds(queryClient.getQueryData<Pages>(queryKey));
    const isGone = some.gone.filter((id) => loaded.has(id));
    if (isGone.length > 0) {
      const gone = new Map([...this.#news.gone, ...isGone.map((id) => [id, goneText(asked.get(id) ?? null, hasOtherLists)] as const)]);
      this.#tell({ ...this.#news, gone });
    }
    const hasJoined = some.submissions.some(({ id }) => !loaded.has(id));
    this.#addNews(0, hasJoined);
    if (this.#stale.size > 0) this.#readSoon(isRush);
  }
}
