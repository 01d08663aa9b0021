import { z } from 'zod';
import { stored } from '#admin/stored.ts';

// Never another host: `//host` and `/\host` would be one.
const returnTo = stored('turnout:return-to', z.string().regex(/^\/(?![/\\])/), 'session');

/** Remembers the current page in this tab, for the next sign-in. */
export const rememberReturnPath = (path: string): boolean => returnTo.write(path);

/** The remembered page, once. */
export function takeReturnPath(): string | undefined {
  const path = returnTo.read();
  returnTo.remove();
  return path;
}
