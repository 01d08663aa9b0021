import { z } from 'zod';
import { pathWithoutSlug } from './paths.ts';
import { ownKey } from './storage-owner.ts';

const NAME = 'recent-pages';
const PAGES_MAX = 12;

const pageSchema = z.object({
  path: z.string(),
  title: z.string(),
  /** The page that it belongs to. */
  parent: z.string().optional(),
  /** ISO 8601. */
  openedAt: z.iso.datetime(),
});

export type RecentPage = z.infer<typeof pageSchema>;

/** The pages that the signed-in person last opened in this browser, the latest first. */
export function listRecentPages(): RecentPage[] {
  try {
    return z.array(pageSchema).parse(JSON.parse(window.localStorage.getItem(ownKey(NAME)) ?? '[]'));
  } catch {
    // Storage is off, or holds a text that we have not written.
    return [];
  }
}

/** Puts a page first. Its title, and the slug that follows it, replace what was known of it. */
export function recordPage(page: Omit<RecentPage, 'openedAt'>): void {
  const others = listRecentPages().filter(({ path }) => pathWithoutSlug(path) !== pathWithoutSlug(page.path));
  const pages = [{ ...page, openedAt: new Date().toISOString() }, ...others].slice(0, PAGES_MAX);
  try {
    window.localStorage.setItem(ownKey(NAME), JSON.stringify(pages));
  } catch {
    // Without storage nothing is recent.
  }
}

/** For Sign Out: the next person has opened none of them. */
export function forgetRecentPages(): void {
  try {
    window.localStorage.removeItem(ownKey(NAME));
  } catch {
    // Storage is off.
  }
}
