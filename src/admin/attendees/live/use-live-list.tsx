import { useHotkeys } from '@mantine/hooks';
import { hashKey } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { queryClient } from '#admin/api/query-client.ts';
import { onLiveChanges } from '#admin/live/live.ts';
import { isLong, rowsOf } from '#admin/reads/attendee-rows.ts';
import { type AttendeeListParams, type attendeePagesQuery, readSome } from '#admin/reads/submission-queries.ts';
import { useSelf } from '#admin/session/session.ts';
import { focusInPlace, moveLostFocus } from '#admin/ui/focus.ts';
import { IconArrowUp } from '#admin/ui/layout/tool-icons.tsx';
import { byLetter } from '#admin/ui/letter-keys.ts';
import { Spoken } from '#admin/ui/states/spoken.tsx';
import { SOME_MAX } from '#contract/attendees/submission.ts';
import { attendeeListCache } from '../attendee-list-cache.ts';
import { goneText, type ListNews, newsLabel, NO_NEWS, planOf, type ShownList } from './list-news.ts';
import classes from './use-live-list.module.css';

/** Rows are reread at most this often. */
const PAUSE_MS = 2_000;
/** The same when any row may have changed, as in a rush of sign-ups. */
const LONG_PAUSE_MS = 10_000;
const LONG_PAUSE_SPREAD_MS = 5_000;

type ListKey = ReturnType<typeof attendeePagesQuery>['queryKey'];

/** Reads the first page of a list again, and the next ones while they are few. */
async function refetchList(queryKey: ListKey): Promise<void> {
  queryClient.setQueryData(queryKey, (data) =>
    isLong(data) ? data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  );
  await queryClient.invalidateQueries({ queryKey, exact: true });
}

interface FollowedList extends ShownList {
  readonly queryKey: ListKey;
  readonly list: AttendeeListParams;
}

/** Keeps the loaded rows of a list current in their places, and gathers the news that would move them. Returns how to end it. */
function followList(
  { scope, queryKey, list, hasOtherLists }: FollowedList,
  self: string | undefined,
  onNews: (change: (news: ListNews) => ListNews, hasGone?: boolean) => void,
): () => void {
  const order = list.registration === undefined ? 'confirmed' : 'positions';
  const stale = new Map<string, string | null>();
  let readTimer: ReturnType<typeof setTimeout> | undefined;
  let refetchTimer: ReturnType<typeof setTimeout> | undefined;
  let readAt = 0;
  let hasEnded = false;

  const waitMs = (pauseMs: number): number => Math.max(0, readAt + pauseMs - Date.now());
  const markStale = ({ stale: changed, isRush }: ReturnType<typeof planOf>) => {
    // In a rush any row may have changed, and it is not known who changed it.
    for (const [id, by] of changed) if (by !== null || !isRush || !stale.has(id)) stale.set(id, by);
  };
  const readSoon = (pauseMs: number) => {
    readTimer ??= setTimeout(() => void readStale(pauseMs), waitMs(pauseMs));
  };
  const refetchSoon = () => {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined;
      readAt = Date.now();
      void refetchList(queryKey);
    }, waitMs(PAUSE_MS));
  };

  async function readStale(pauseMs: number): Promise<void> {
    const asked = new Map([...stale].slice(0, SOME_MAX));
    for (const id of asked.keys()) stale.delete(id);
    readAt = Date.now();
    const some = await readSome(scope, [...asked.keys()]).catch(() => undefined); // They are read with the list, at the latest when the window gets the focus.
    readTimer = undefined;
    // By then another list may be shown, with its own news.
    if (some === undefined || hasEnded) return;
    attendeeListCache(scope).showSome(some);
    const loaded = new Set(rowsOf(queryClient.getQueryData(queryKey)).map(({ id }) => id));
    const gone = some.gone.filter((id) => loaded.has(id)).map((id) => [id, goneText(asked.get(id) ?? null, hasOtherLists)] as const);
    const hasJoined = some.submissions.some(({ id }) => !loaded.has(id));
    if (gone.length > 0 || hasJoined)
      onNews((news) => ({ ...news, hasChanged: news.hasChanged || hasJoined, gone: new Map([...news.gone, ...gone]) }), gone.length > 0);
    if (stale.size > 0) readSoon(pauseMs);
  }

  const stopChanges = onLiveChanges((changes) => {
    const data = queryClient.getQueryData(queryKey);
    if (data === undefined) return;
    const plan = planOf(changes, { scope, hasOtherLists, data, self }, order);
    markStale(plan);
    if (stale.size > 0) readSoon(plan.isRush ? LONG_PAUSE_MS + Math.random() * LONG_PAUSE_SPREAD_MS : PAUSE_MS);
    if (plan.shouldRefetch) refetchSoon();
    if (plan.added > 0 || plan.hasChanged)
      onNews((news) => ({ ...news, added: news.added + plan.added, hasChanged: news.hasChanged || plan.hasChanged }));
  });

  const cache = queryClient.getQueryCache();
  const own = cache.find({ queryKey });
  const stopReads = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.query !== own || event.action.type !== 'success') return;
    const isNextPage = event.query.state.fetchMeta?.fetchMore !== undefined;
    if (event.action.manual === true || isNextPage) return;
    stale.clear();
    onNews(() => NO_NEWS);
  });

  return () => {
    hasEnded = true;
    clearTimeout(readTimer);
    clearTimeout(refetchTimer);
    stopChanges();
    stopReads();
  };
}

interface LiveListProps extends FollowedList {
  readonly table: RefObject<HTMLElement | null>;
  readonly onGone: (ids: ReadonlySet<string>) => void;
}

/** Keeps a list of attendees current while it is shown; gives its news, and a button that shows them at the top of the table. */
export function useLiveList({ table, onGone, ...followed }: LiveListProps) {
  const self = useSelf();
  const [news, setNews] = useState<ListNews>(NO_NEWS);
  const follow = useEffectEvent(() =>
    followList(followed, self, (change, hasGone = false) => {
      const hadFocus = hasGone && table.current?.contains(document.activeElement) === true;
      setNews(change);
      // The row of someone who was deleted has no buttons, and its checkbox is disabled permanently.
      if (hadFocus) void moveLostFocus(table.current, true);
    }),
  );
  // By the hash, since the key is a new object at each rendering.
  const hash = hashKey(followed.queryKey);
  useEffect(() => {
    const stop = follow();
    return () => {
      stop();
      setNews(NO_NEWS);
    };
  }, [hash, self, followed.hasOtherLists]);
  const passGone = useEffectEvent(onGone);
  useEffect(() => passGone(new Set(news.gone.keys())), [news.gone]);
  const showNews = () => {
    void refetchList(followed.queryKey);
    table.current?.scrollTo({ top: 0 });
    focusInPlace(table.current);
  };
  return { gone: news.gone, newsButton: <NewsButton label={newsLabel(news, followed.list)} onShow={showNews} /> };
}

/** Announces new sign-ups, and shows them when it or `n` is pressed. */
function NewsButton({ label, onShow }: { label: string | undefined; onShow: () => void }) {
  useHotkeys(byLetter([['n', () => (label === undefined ? undefined : onShow())]]));
  return (
    <>
      <Spoken text={label ?? ''} />
      {label === undefined ? null : (
        <button type="button" className={classes.news} data-row="inline" data-text="strong" aria-keyshortcuts="n" onClick={onShow}>
          <IconArrowUp />
          {label}
          <kbd data-phone="hidden">N</kbd>
        </button>
      )}
    </>
  );
}
