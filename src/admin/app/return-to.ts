import { forgetInTab, keepInTab, readFromTab } from '#admin/tab-storage.ts';

const RETURN_TO = 'turnout:return-to';

/** Remembers where the person was, in this tab only, also through a sign-in that leaves the page. */
export const rememberReturn = (path: string): void => keepInTab(RETURN_TO, path);

/** Where the person was before signing in, asked once. */
export function takeReturn(): string | undefined {
  const path = readFromTab(RETURN_TO);
  forgetInTab(RETURN_TO);
  // Never another host: a path that starts with two slashes would be one.
  return path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;
}
