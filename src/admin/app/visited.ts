import { useNavigate } from 'react-router';
import { z } from 'zod';
import { paths } from '#admin/paths.ts';

const historyState = z.object({ idx: z.int() });

/** Visited paths by history index, since the app was loaded. */
const visited = new Map<number, string>();

/** The router numbers the history entries. */
const historyIndex = (): number | undefined => historyState.safeParse(window.history.state).data?.idx;

/** Records `path` at the current history index. */
export function recordVisit(path: string): void {
  const index = historyIndex();
  if (index === undefined) return;
  visited.set(index, path);
}

/** The path of the previous page; undefined when it is outside the app or from before a reload. */
function pageBack(): string | undefined {
  const index = historyIndex();
  return index === undefined ? undefined : visited.get(index - 1);
}

/** Leaves the page of something deleted: one page back, or to the dashboard when that page had `part` in its address too. */
export function useLeaveDeleted(part: string): () => void {
  const navigate = useNavigate();
  return () => {
    const back = pageBack();
    if (back === undefined || back.includes(part)) void navigate(paths.home, { replace: true });
    else void navigate(-1);
  };
}
