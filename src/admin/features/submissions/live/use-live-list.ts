import { hashKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSelf } from '#admin/session/session.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { PageQuery } from '#contract/submission.ts';
import type { attendeePagesQuery } from '../submission-queries.ts';
import { type ListNews, NO_NEWS } from './list-news.ts';
import { LiveList } from './live-list.ts';

interface LiveListProps {
  readonly scope: SubmissionScope;
  readonly queryKey: ReturnType<typeof attendeePagesQuery>['queryKey'];
  readonly registration: PageQuery['registration'];
  readonly hasOtherLists: boolean;
  readonly table: RefObject<HTMLElement | null>;
  /** Called with all attendees who are gone. */
  readonly onGone: (ids: ReadonlySet<string>) => void;
}

/** Keeps a list of attendees current while it is shown; gives its news, and what shows them at the top of the table. */
export function useLiveList({ scope, queryKey, registration, hasOtherLists, table, onGone }: LiveListProps) {
  const queryClient = useQueryClient();
  const self = useSelf();
  const [news, setNews] = useState<ListNews>(NO_NEWS);
  const live = useRef<LiveList>(undefined);
  const handleNews = useEffectEvent((now: ListNews) => {
    setNews(now);
    onGone(new Set(now.gone.keys()));
  });
  const begin = useEffectEvent(
    () => new LiveList({ queryClient, scope, queryKey, registration, hasOtherLists, self, onNews: (now) => handleNews(now) }),
  );
  // By the hash, since the key is another object at each rendering.
  const hash = hashKey(queryKey);
  useEffect(() => {
    const list = begin();
    live.current = list;
    return () => {
      list.stop();
      setNews(NO_NEWS);
    };
  }, [hash, self, hasOtherLists]);
  const showNews = () => {
    void live.current?.refresh();
    table.current?.scrollTo({ top: 0 });
    table.current?.focus({ preventScroll: true });
  };
  return { news, showNews };
}
