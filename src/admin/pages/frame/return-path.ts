import { z } from 'zod';
import { stored } from '#admin/browser-storage.ts';

// Never another host: `//host` and `/\host` would be one.
const returnTo = stored('turnout:return-to', z.string().regex(/^\/(?![/\\])/), 'session');

export const rememberReturnPath = (path: string): boolean => returnTo.write(path);

export function takeReturnPath(): string | undefined {
  const path = returnTo.read();
  returnTo.remove();
  return path;
}
