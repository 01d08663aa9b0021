import { z } from 'zod';

const historyState = z.object({ idx: z.int() });

/** Paths by their place in the browser's history, as far as this load of the app has seen them. */
const visited = new Map<number, string>();

/** The router numbers the entries it makes. */
const place = (): number | undefined => historyState.safeParse(window.history.state).data?.idx;

/** Notes that the page at `path` stands at the present place of the history. */
export function noteVisit(path: string): void {
  const index = place();
  if (index === undefined) return;
  visited.set(index, path);
}

/** The path one page back; undefined when it is not ours or was before a reload. */
export function pageBack(): string | undefined {
  const index = place();
  return index === undefined ? undefined : visited.get(index - 1);
}
