import { removeFromTab, writeToTab, readFromTab } from '#admin/tab-storage.ts';

const RETURN_TO = 'turnout:return-to';

/** Remembers the current page in this tab, for the next sign-in. */
export const rememberReturnPath = (path: string): boolean => writeToTab(RETURN_TO, path);

/** The remembered page, once. */
export function takeReturnPath(): string | undefined {
  const path = readFromTab(RETURN_TO);
  removeFromTab(RETURN_TO);
  // Never another host: `//host` and `/\host` would be one.
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}
