import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { paths, pathWithoutSlug } from '#admin/paths.ts';
import { forgetPages } from '#admin/recent-pages.ts';

const historyState = z.object({ idx: z.int() });

/** Visited paths by history index, since the app was loaded. */
const visited = new Map<number, string>();

/** The router numbers the history entries. */
export const historyIndex = (): number | undefined => historyState.safeParse(window.history.state).data?.idx;

/** Records `path` at the current history index. */
export function recordVisit(path: string): void {
  const index = historyIndex();
  if (index !== undefined) visited.set(index, path);
}

/** The path of the previous page; undefined when it is outside the app or from before a reload. */
function pageBack(): string | undefined {
  const index = historyIndex();
  return index === undefined ? undefined : visited.get(index - 1);
}

/** For a back link to one of these pages: goes one page back if that is the one, so that its open row, filter and position return. */
export function useGoBack(targets: readonly string[]): (click: MouseEvent) => void {
  const navigate = useNavigate();
  return (click) => {
    const back = pageBack();
    const opensElsewhere = click.ctrlKey || click.metaKey || click.shiftKey || click.altKey;
    if (back === undefined || opensElsewhere || !targets.some((target) => pathWithoutSlug(target) === pathWithoutSlug(back))) return;
    click.preventDefault();
    void navigate(-1);
  };
}

/** Leaves the page of something deleted: one page back, or to the dashboard when that page had `part` in its address too. */
export function useLeaveDeleted(part: string): () => void {
  const navigate = useNavigate();
  return () => {
    forgetPages(part);
    const back = pageBack();
    if (back === undefined || back.includes(part)) void navigate(paths.home, { replace: true });
    else void navigate(-1);
  };
}
