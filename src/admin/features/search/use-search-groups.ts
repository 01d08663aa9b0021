import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { undeliveredQuery } from '#admin/features/failed-steps/step-queries.ts';
import { listRecentPages } from '#admin/recent-pages.ts';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import type { SearchResult } from '#contract/search.ts';
import { listedGroups } from './command-lines.ts';
import { foundGroups, type SearchGroup } from './search-lines.ts';

const isFilled = ({ lines }: SearchGroup): boolean => lines.length > 0;

/** What the search shows: what was found for the words, recent pages and commands; none before the first answer. */
export function useSearchGroups(words: string | undefined, result: SearchResult | undefined): SearchGroup[] {
  const { day: dayOf } = useDates();
  const { pathname: path } = useLocation();
  const [opened] = useState(() => ({ now: new Date(), recent: listRecentPages() }));
  const { data: undelivered } = useQuery(undeliveredQuery());
  if (words === undefined || (words !== '' && result === undefined)) return [];
  const listed = listedGroups({ ...opened, path, undelivered, dayOf }, words);
  if (result === undefined) return listed.filter(isFilled);
  const { found, spelled } = foundGroups(result, { words, dayOf });
  return [...found, ...listed, spelled].filter(isFilled);
}
